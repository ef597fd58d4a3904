// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "cli/about.hpp"
#include "cli/pages/command_page.hpp"
#include "cli/sandbox_outputs.hpp"
#include "cli/settings/settings.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal_text.hpp"
#include "cli/unknown_word.hpp"

namespace tfrec::cli {

namespace {

Run print_pages(std::string text) {
  return [text = std::move(text)](Console& console) {
    if (!show_in_pager(text)) console.result(text);
    return ExitCode::good;
  };
}

Run print_text(std::string text) {
  return [text = std::move(text)](Console& console) {
    console.result(text);
    return ExitCode::good;
  };
}

/// The words of an option that is required and was not given, or the way to change a set's choices; else
/// where to read on.
std::string hint_for_problem(const OptionList* command, const std::string& problem) {
  const std::size_t at = problem.find(" is required");
  const Option* option =
      command == nullptr || at == std::string::npos ? nullptr : command->find(problem.substr(0, at));
  if (problem.find("--like") != std::string::npos && problem.ends_with(" can't be used together")) {
    return "leave one out; to change --size or the classes of SET, give --keep-splits SET, --classes with "
           "its list (SET/classes….txt) and the options that its manifest lists in place of --like";
  }
  const bool is_choice = option != nullptr && option->value.find('|') != std::string::npos;
  return is_choice ? option->name() + " " + option->value : see_help(command);
}

/// An empty value is a variable of a script that was not set, hardly ever meant. --missing '' is.
void refuse_empty_values(const OptionList& command) {
  for (const Option& option : command.all()) {
    const bool is_empty = std::ranges::find(option.given, "") != option.given.end();
    if (!is_empty || option.name() == "--missing") continue;
    throw Error(ErrorKind::usage, "", option.name() + " is given without a value", see_help(&command));
  }
}

/// An option beside the manifest of --config, which is used as --like.
Error like_error(const Error& error, const std::string& manifest) {
  std::string option = error.message().substr(0, error.message().find(" can't be used together"));
  for (const std::string_view other : {"--like and ", " and --like"}) {
    if (const std::size_t at = option.find(other); at != std::string::npos) option.erase(at, other.size());
  }
  return Error(
      ErrorKind::usage, manifest,
      option + " can't be used beside --config with a manifest, which decides features, classes and images",
      "to change --size or the classes of SET, give --keep-splits SET, --classes with its list "
      "(SET/classes….txt) and the options that its manifest lists in place of --config");
}

/// An error of the parser, with the place of the setting that it names.
Error setting_error(Error error, const std::vector<Setting>& used) {
  const std::string& message = error.message();
  const auto like = std::ranges::find_if(
      used, [](const Setting& one) { return one.option == "like" && one.values == std::vector{one.origin}; });
  if (like != used.end() && message.starts_with("IMAGES is required")) {
    return Error(
        error.kind(), like->origin, "a manifest names no folder of images, and IMAGES is required",
        "tfrec build IMAGES --config " + shell_path(like->origin) + " -o OUT, and --labels as before");
  }
  for (const Setting& setting : used) {
    const std::string name = "--" + setting.option;
    const std::size_t at = message.find(name);
    if (at == std::string::npos) continue;
    const std::size_t end = at + name.size();
    if (end < message.size() &&
        (std::isalnum(static_cast<unsigned char>(message[end])) != 0 || message[end] == '-'))
      continue;
    if (like != used.end() && &*like == &setting) return like_error(error, setting.origin);
    return Error(error.kind(), setting.origin, message, error.hint());
  }
  return error;
}

/// Whether `word` is an option of the named command whose value is the next word.
bool takes_next_word(const CommandTree& tree, const std::string& command, const std::string& word) {
  const CommandEntry* entry = word.starts_with('-') ? tree.find(command) : nullptr;
  const Option* option = entry == nullptr ? nullptr : entry->options.find(word);
  return option != nullptr && !option->is_flag();
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

/// A command line, parsed.
struct Parsed {
  CommandTree tree;
  ParsedWords words;

  explicit Parsed(const std::vector<std::string>& line) : words(tree.parse(with_plain_paths(tree, line))) {}

  /// The command that was given, nullptr if none was.
  const CommandEntry* command() const {
    return words.command == nullptr ? nullptr : tree.find(words.command->name());
  }
  bool has_unknown_word() const { return !words.left_over.empty(); }
  /// Why it can't be run.
  Error error() const {
    if (has_unknown_word() && !words.lacks_value)
      return unknown_word(tree, words.command, words.left_over.front());
    const std::string problem = words.problem.value_or("can't be read");
    return Error(ErrorKind::usage, "", problem, hint_for_problem(words.command, problem));
  }
};

Run print_help(const Parsed& line) {
  const CommandEntry* command = line.command();
  const std::size_t columns = help_columns();
  return print_pages(command == nullptr ? program_help(columns) : help_text(page_of(*command), columns));
}

Run print_short_help(const Parsed& line) {
  const CommandEntry* command = line.command();
  const std::size_t columns = help_columns();
  return print_text(command == nullptr ? short_program_help(columns)
                                       : short_help_text(page_of(*command), columns));
}

/// Whether the words beside --version are just -v.
bool wants_more(const std::vector<std::string>& words) {
  return !words.empty() &&
         std::ranges::all_of(words, [](const auto& word) { return word == "-v" || word == "--verbose"; });
}

/// The settings' file: --config, else TFREC_CONFIG.
std::string config_file(const OptionList& command) {
  const std::vector<std::string>& given = command.at("--config").given;
  if (!given.empty()) return given.back();
  const char* variable = std::getenv("TFREC_CONFIG");
  return variable == nullptr ? "" : variable;
}

AppliedSettings settings_for(const CommandTree& tree, const OptionList& command) {
  const std::string file = config_file(command);
  std::optional<Settings> of_file = file.empty() ? Settings() : settings_of_file(file, tree, command);
  if (!of_file) {
    // TFREC_CONFIG is there for all commands, --config was typed for this one.
    if (!command.at("--config").given.empty())
      throw Error(ErrorKind::usage, file, "has no table [" + command.name() + "]");
    of_file = Settings();
  }
  AppliedSettings applied = apply_settings(command, settings_of_environment(command), *of_file);
  for (std::string& warning : unknown_variables(tree)) applied.warnings.push_back(std::move(warning));
  return applied;
}

/// The command in its sandbox, behind the messages about its settings.
Run sandboxed(AppliedSettings settings, SandboxOutputs outputs, Run run) {
  return
      [settings = std::move(settings), outputs = std::move(outputs), run = std::move(run)](Console& console) {
        for (const std::string& warning : settings.warnings) console.warning(warning);
        for (const std::string& note : settings.notes) console.note(note);
        for (const Setting& setting : settings.used)
          console.detail(printable(setting.origin) + " sets '" + setting.option + "'");
        const std::string lack = enter_sandbox(console.options().sandbox, outputs);
        if (!lack.empty()) console.detail(lack);
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
  if (!words.empty() && words.front() == "version") words.front() = "--version";
  auto line = std::make_unique<Parsed>(words);
  const CommandEntry* entry = line->command();
  const bool is_slip = entry == nullptr && line->has_unknown_word();  // tfrec bulid --help
  if (line->words.wants_help && !is_slip) return {{}, print_help(*line)};
  if (line->words.wants_short_help && !is_slip) return {{}, print_short_help(*line)};
  if (line->words.wants_version && wants_more(line->words.left_over)) return {{}, print_text(version_text())};
  if (line->words.wants_version && !is_slip) return {{}, print_text("tfrec " TFREC_VERSION "\n")};
  if (line->words.wants_version && words.front() == "--version") {
    throw Error(ErrorKind::usage, "",
                "the version takes no argument but -v: " + in_quotes(line->words.left_over.front()));
  }
  if (entry == nullptr && !line->has_unknown_word() && !line->tree.program.at("--licenses").given.empty())
    return {{}, print_pages(licences_text())};
  const bool is_final = entry == nullptr || line->words.lacks_value;  // no setting can help
  if (line->has_unknown_word() || (is_final && line->words.problem)) throw line->error();
  if (entry == nullptr) return {{}, print_short_help(*line)};
  const bool prints_config = entry->standard.print_config;
  // The shell has emptied that file: its content is not an error.
  if (prints_config) require_output_is_no_input(entry->options, config_file(entry->options));
  AppliedSettings settings = settings_for(line->tree, entry->options);
  if (!settings.used.empty()) {
    // The command's name is the first word that is not an option: the program itself has none with a value.
    const auto command = std::find(words.begin(), words.end(), entry->command.name);
    words.insert(command + 1, settings.arguments.begin(), settings.arguments.end());
    if (!settings.last_arguments.empty() && std::ranges::find(words, "--") == words.end())
      words.emplace_back("--");
    words.insert(words.end(), settings.last_arguments.begin(), settings.last_arguments.end());
    line = std::make_unique<Parsed>(words);
    entry = line->command();
  }
  if (line->words.problem || entry == nullptr) throw setting_error(line->error(), settings.used);
  const OptionList& options = entry->options;
  refuse_empty_values(options);
  if (prints_config) require_output_is_no_input(options, config_file(options));
  StandardOptions standard = entry->standard;
  standard.config = config_file(options);
  Run run = prints_config ? print_text(config_file_of(options)) : entry->run;
  return {std::move(standard), sandboxed(std::move(settings), outputs_of(options), std::move(run))};
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
