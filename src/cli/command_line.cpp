// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/nearest.hpp"
#include "cli/help_formatter.hpp"
#include "cli/standard_options.hpp"

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

/// What the user may have meant by the first argument that CLI11 could not place.
std::string hint_for(const CLI::App& app, const std::vector<std::string>& left_over) {
  if (left_over.empty()) return {};
  const std::string word = left_over.front().substr(0, left_over.front().find('='));
  const bool is_option = word.rfind('-', 0) == 0;
  const bool is_command = !is_option && app.get_parent() == nullptr;
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

Error usage_error(const CLI::App& root, const CLI::ParseError& problem) {
  const CLI::App& app = chosen(root);
  const std::vector<std::string> left_over = app.remaining();
  if (!left_over.empty()) {
    const bool is_option = left_over.front().rfind('-', 0) == 0;
    const bool is_command = !is_option && &app == &root;
    const std::string what = is_option    ? "unknown option '"
                             : is_command ? "unknown command '"
                                          : "unexpected argument '";
    return Error(ErrorKind::usage, "", what + left_over.front() + "'", hint_for(app, left_over));
  }
  const std::string help = &app == &root ? "tfrec --help" : "tfrec " + app.get_name() + " --help";
  return Error(ErrorKind::usage, "", problem.what(), "see '" + help + "'");
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

}  // namespace

Invocation parse_command_line(int argc, const char* const* argv) {
  CLI::App root(
      "Image folder and labels CSV to TFRecord shards; and every question about such shards answered.",
      "tfrec");
  root.formatter(std::make_shared<HelpFormatter>());
  root.set_help_flag("-h,--help", "Print this help and exit");
  root.set_version_flag("--version", std::string("tfrec ") + TFREC_VERSION, "Print the version and exit");
  root.require_subcommand(0, 1);
  root.allow_extras();  // reported by usage_error, with the nearest known name
  struct Entry {
    CLI::App* app;
    std::shared_ptr<StandardOptions> options;
    Run run;
  };
  std::vector<Entry> entries;
  for (const Command& command : commands()) {
    CLI::App* app = root.add_subcommand(std::string(command.name), std::string(command.summary));
    app->allow_extras();
    auto options = std::make_shared<StandardOptions>();
    Run run = command.setup(*app);
    add_standard_options(*app, *options);
    entries.push_back({app, std::move(options), std::move(run)});
  }
  try {
    root.parse(argc, argv);
    if (!chosen(root).remaining().empty()) throw CLI::ExtrasError(chosen(root).remaining());
    if (!root.remaining().empty()) throw CLI::ExtrasError(root.remaining());
  } catch (const CLI::CallForHelp&) {
    return {{}, print_text(chosen(root).help())};
  } catch (const CLI::CallForAllHelp&) {
    return {{}, print_text(root.help("", CLI::AppFormatMode::All))};
  } catch (const CLI::CallForVersion& version) {
    return {{}, print_text(std::string(version.what()) + "\n")};
  } catch (const CLI::ParseError& problem) {
    throw usage_error(root, problem);
  }
  for (const Entry& entry : entries) {
    if (!entry.app->parsed()) continue;
    refuse_empty_values(*entry.app);
    return {*entry.options, entry.run};
  }
  return {{}, print_text(root.help())};
}

bool wants_json(int argc, const char* const* argv) {
  return std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
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
