// SPDX-License-Identifier: Apache-2.0
#include "cli/pages/command_page.hpp"

namespace tfrec::cli {

namespace {

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

/// What completes the value: -x allows nothing else, -r -F files.
std::string value_of(const OptionText& option) {
  switch (option.kind) {
    case ValueKind::none:
      return {};
    case ValueKind::word:
      return " -x -a " + in_quotes(listed_words(option));
    case ValueKind::file:
    case ValueKind::path:
      return " -r -F";
    case ValueKind::folder:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::other:
      break;
  }
  return " -x";
}

std::string line_of(const OptionText& option, const std::string& condition) {
  std::string line = "complete -c tfrec -n " + condition;
  for (const std::string& name : option.names) {
    const bool is_long = name.rfind("--", 0) == 0;
    line += (is_long ? " -l " : " -s ") + name.substr(is_long ? 2 : 1);
  }
  return line + value_of(option) + " -d " + in_quotes(option.text) + "\n";
}

std::string argument_line(const OptionText& argument, const std::string& condition) {
  const bool is_folder = argument.kind == ValueKind::folder;
  return "complete -c tfrec -n " + condition + (is_folder ? " -a '(__fish_complete_directories)'" : " -F") +
         "\n";
}

}  // namespace

std::string fish_completion(const std::vector<CommandPage>& pages) {
  std::string text =
      "# fish completion of tfrec, made from its options: do not edit.\ncomplete -c tfrec -f\n"
      "complete -c tfrec -n __fish_use_subcommand -s h -l help -d 'Print help'\n"
      "complete -c tfrec -n __fish_use_subcommand -s V -l version -d 'Print the version'\n"
      "complete -c tfrec -n __fish_use_subcommand -l licenses -d 'Print the licences'\n"
      "complete -c tfrec -n __fish_use_subcommand -a help -d 'Print the help of a command'\n"
      "complete -c tfrec -n __fish_use_subcommand -a version -d 'Print the version'\n";
  for (const CommandPage& page : pages) {
    text += "complete -c tfrec -n __fish_use_subcommand -a " + page.name + " -d " + in_quotes(page.summary) +
            "\n";
    text += "complete -c tfrec -n '__fish_seen_subcommand_from help' -a " + page.name + " -d " +
            in_quotes(page.summary) + "\n";
    const std::string condition = "'__fish_seen_subcommand_from " + page.name + "'";
    for (const OptionText& argument : page.arguments) text += argument_line(argument, condition);
    for (const OptionTopic& topic : page.topics) {
      for (const OptionText& option : topic.options) text += line_of(option, condition);
    }
  }
  return text;
}

}  // namespace tfrec::cli
