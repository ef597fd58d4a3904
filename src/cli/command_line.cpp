// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "cli/pages/command_page.hpp"
#include "cli/settings/settings.hpp"
#include "cli/terminal/terminal_text.hpp"

namespace tfrec::cli {

namespace {

Run print_text(std::string text) {
  return [text = std::move(text)](Console& console) {
    console.result(text);
    return ExitCode::good;
  };
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// A folder without a command before it, a table without --labels; nothing for other words.
std::string hint_for_path(const CLI::App& app, const std::string& word) {
  std::error_code failed;
  const std::filesystem::path path(word);
  if (app.get_parent() != nullptr) {
    const bool is_table = path.extension() == ".csv" && app.get_option_no_throw("--labels") != nullptr;
    return is_table ? "a table is given as --labels " + shell_path(word) : "";
  }
  if (std::filesystem::is_directory(path, failed))
    return "a command comes first: tfrec build " + shell_path(word) + " -o OUT or tfrec inspect " +
           shell_path(word);
  return std::filesystem::exists(path, failed) ? "a command comes first: tfrec inspect " + shell_path(word)
                                               : "";
}

/// What the user may have meant by the first argument that CLI11 could not place.
std::string hint_for(const CLI::App& app, const std::vector<std::string>& left_over) {
  if (left_over.empty()) return {};
  const std::string word = left_over.front().substr(0, left_over.front().find('='));
  const bool is_option = word.rfind('-', 0) == 0;
  const bool is_command = !is_option && app.get_parent() == nullptr;
  if (const std::string hint = is_option ? "" : hint_for_path(app, left_over.front()); !hint.empty())
    return hint;
  const auto near = nearest(word, is_option    ? option_names(app)
                                  : is_command ? command_names()
                                               : std::vector<std::string>{});
  const std::string help =
      app.get_parent() == nullptr ? "tfrec --help" : "tfrec " + app.get_name() + " --help";
  return (near ? "did you mean '" + *near + "'? " : std::string()) + "see '" + help + "'";
}

const CLI::App& chosen(const CLI::App& root) {
  const auto subcommands = root.get_subcommands();
  return subcommands.empty() ? root : *subcommands.front();
}

Error usage_error(const CLI::App& root, const std::optional<CLI::ParseError>& problem) {
  const CLI::App& app = chosen(root);
  const std::vector<std::string> left_over = app.remaining().empty() ? root.remaining() : app.remaining();
  if (!left_over.empty()) {
    const bool is_option = left_over.front().rfind('-', 0) == 0;
    const bool is_command = !is_option && &app == &root;
    const std::string what = is_option    ? "unknown option '"
                             : is_command ? "unknown command '"
                                          : "unexpected argument '";
    return Error(ErrorKind::usage, "", what + left_over.front() + "'", hint_for(app, left_over));
  }
  const std::string help = &app == &root ? "tfrec --help" : "tfrec " + app.get_name() + " --help";
  return Error(ErrorKind::usage, "", problem ? problem->what() : "can't be read", "see '" + help + "'");
}

/// An empty value is a variable of a script that was not set, hardly ever meant. --missing '' is.
void refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const std::vector<std::string>& values = option->results();
    const bool is_empty = std::find(values.begin(), values.end(), "") != values.end();
    if (!is_empty || option->get_name() == "--missing") continue;
    throw Error(ErrorKind::usage, "", option->get_name() + " is given without a value",
                "see 'tfrec " + app.get_name() + " --help'");
  }
}

/// What CLI11 says of a setting, with where it stands.
Error setting_error(Error error, const std::vector<Setting>& used) {
  const std::string& message = error.message();
  for (const Setting& setting : used) {
    const std::string name = "--" + setting.option;
    const std::size_t at = message.find(name);
    if (at == std::string::npos) continue;
    const std::size_t end = at + name.size();
    if (end < message.size() &&
        (std::isalnum(static_cast<unsigned char>(message[end])) != 0 || message[end] == '-'))
      continue;
    const std::string hint =
        setting.option == "like" ? "a manifest decides about records and images by itself" : error.hint();
    return Error(error.kind(), setting.origin, message, hint);
  }
  return error;
}

/// Whether `word` is an option of the named command whose value is the next word.
bool takes_next_word(const CommandTree& tree, const std::string& command, const std::string& word) {
  return word.starts_with('-') &&
         std::any_of(tree.entries.begin(), tree.entries.end(), [&](const auto& entry) {
           const CLI::Option* option = entry.app->get_option_no_throw(word);
           return entry.app->get_name() == command && option != nullptr &&
                  option->get_items_expected_max() > 0;
         });
}

/// CLI11 2.1 takes a path "[a,b]" for a list of two, and one behind "--" that begins with '-' for an option.
std::vector<std::string> with_plain_paths(const CommandTree& tree, std::vector<std::string> words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  const auto command =
      std::find_if(words.begin(), words.end(), [](const auto& w) { return !w.starts_with('-'); });
  const std::string name = command == words.end() ? "" : *command;
  for (auto word = words.begin(); word != words.end(); ++word) {
    const bool is_value =
        word < end && word != words.begin() && takes_next_word(tree, name, *std::prev(word));
    const bool is_list = word->starts_with('[') && word->ends_with(']') && !is_value;
    if (is_list || (word > end && word->starts_with('-'))) word->insert(0, "./");
  }
  if (end != words.end()) words.erase(end);
  return words;
}

/// The words of a command line, parsed. Help and version are `text`, to print.
struct Parsed {
  CommandTree tree;
  std::optional<std::string> text;
  std::optional<CLI::ParseError> problem;
};

std::string help_of(const CommandTree& tree) {
  const CommandEntry* command = tree.chosen();
  const std::size_t columns = help_columns();
  return command == nullptr ? program_help(tree, columns) : help_text(page_of(*command->app), columns);
}

std::unique_ptr<Parsed> parsed(std::vector<std::string> words) {
  auto parsed = std::make_unique<Parsed>();
  CLI::App& root = parsed->tree.root;
  words = with_plain_paths(parsed->tree, std::move(words));
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    root.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    parsed->text = help_of(parsed->tree);
  } catch (const CLI::CallForVersion& version) {
    parsed->text = std::string(version.what()) + "\n";
  } catch (const CLI::ParseError& problem) {
    parsed->problem = problem;
  }
  return parsed;
}

/// The settings' file: --config, else TFREC_CONFIG.
std::string config_file(const CLI::App& command) {
  const std::vector<std::string>& given = command.get_option("--config")->results();
  if (!given.empty()) return given.back();
  const char* variable = std::getenv("TFREC_CONFIG");
  return variable == nullptr ? "" : variable;
}

AppliedSettings settings_for(const Parsed& first, const CLI::App& command) {
  const std::string file = config_file(command);
  std::optional<Settings> of_file = file.empty() ? Settings() : settings_of_file(file, first.tree, command);
  if (!of_file) {
    // TFREC_CONFIG is there for all commands, --config was typed for this one.
    if (command.get_option("--config")->count() > 0)
      throw Error(ErrorKind::usage, file, "has no table [" + command.get_name() + "]");
    of_file = Settings();
  }
  AppliedSettings applied = apply_settings(command, settings_of_environment(command), *of_file);
  for (std::string& warning : unknown_variables(first.tree)) applied.warnings.push_back(std::move(warning));
  return applied;
}

Run told(AppliedSettings settings, Run run) {
  return [settings = std::move(settings), run = std::move(run)](Console& console) {
    for (const std::string& warning : settings.warnings) console.warning(warning);
    for (const std::string& note : settings.notes) console.note(note);
    for (const Setting& setting : settings.used)
      console.detail(printable(setting.origin) + " sets '" + setting.option + "'");
    return run(console);
  };
}

}  // namespace

Invocation parse_command_line(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "help") {  // tfrec help build
    words.erase(words.begin());
    words.insert(words.begin() + (words.empty() ? 0 : 1), "--help");
  }
  std::unique_ptr<Parsed> result = parsed(words);
  const CLI::App& root = result->tree.root;
  const CommandEntry* entry = result->tree.chosen();
  const bool is_slip = entry == nullptr && !root.remaining().empty();  // tfrec bulid --help
  if (result->text && !is_slip) return {{}, print_text(*result->text)};
  const bool is_unknown = !chosen(root).remaining().empty() || !root.remaining().empty();
  if (is_unknown || (entry == nullptr && result->problem)) throw usage_error(root, result->problem);
  if (entry == nullptr) return {{}, print_text(help_of(result->tree))};
  const bool prints_config = entry->options->print_config;
  // The shell has emptied it: what it says is no reason to complain.
  if (prints_config) require_output_is_no_input(*entry->app, config_file(*entry->app));
  AppliedSettings settings = settings_for(*result, *entry->app);
  if (!settings.arguments.empty()) {
    // The command's name is the first word that is not an option: the program itself has none with a value.
    const auto command = std::find(words.begin(), words.end(), entry->app->get_name());
    words.insert(command + 1, settings.arguments.begin(), settings.arguments.end());
    result = parsed(std::move(words));
    entry = result->tree.chosen();
  }
  if (result->problem || entry == nullptr)
    throw setting_error(usage_error(result->tree.root, result->problem), settings.used);
  refuse_empty_values(*entry->app);
  if (prints_config) require_output_is_no_input(*entry->app, config_file(*entry->app));
  Run run = prints_config ? print_text(config_file_of(*entry->app)) : entry->run;
  entry->options->config = config_file(*entry->app);
  return {*entry->options, told(std::move(settings), std::move(run))};
}

bool wants_json(int argc, const char* const* argv) {
  const char* variable = std::getenv("TFREC_JSON");
  return (variable != nullptr && std::string_view(variable) == "true") ||
         std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
}

ExitCode exit_code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_data:
      return ExitCode::bad_data;
    case ErrorKind::usage:
      return ExitCode::usage;
    case ErrorKind::machine:
      return ExitCode::machine;
    case ErrorKind::interrupted:
      return ExitCode::interrupted;
    case ErrorKind::terminated:
      return ExitCode::terminated;
  }
  return ExitCode::machine;
}

}  // namespace tfrec::cli
