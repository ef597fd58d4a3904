// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text/joined.hpp"
#include "cli/pages/command_page.hpp"
#include "cli/terminal/text_wrap.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_option_indent = 28;
constexpr std::size_t k_command_indent = 12;

std::string_view heading_of(Topic topic) {
  switch (topic) {
    case Topic::make:
      return "Make sets";
    case Topic::look:
      return "Look into shards";
    case Topic::take:
      return "Repair, index and extract";
  }
  return {};
}

/// "-j, --threads N"; an argument is its name.
std::string label_of(const OptionText& option) {
  std::string label = joined(option.names, ", ");
  if (label.empty()) return option.value;
  return option.value.empty() ? label : label + " " + option.value;
}

/// Broken behind a '|' where it is longer than a line.
std::string broken(std::string label, std::size_t columns) {
  constexpr const char* k_next_line = "\n      ";
  if (label.size() <= columns) return label;
  const std::size_t bar = label.rfind('|', columns - 1);
  return bar == std::string::npos ? label : label.insert(bar + 1, k_next_line);
}

std::string option_lines(const std::string& heading, const std::vector<OptionText>& options,
                         std::size_t columns) {
  std::string text = "\n" + heading + ":\n";
  for (const OptionText& option : options)
    text += wrapped(broken("  " + label_of(option), columns), option.text, k_option_indent, columns);
  return text;
}

/// A command line, broken so that it can be copied.
std::string command_lines(std::string_view command, std::size_t columns) {
  std::string lines;
  std::string rest = wrapped("", command, 4, columns - 2);
  rest.erase(0, 2);  // the first line is indented by two fewer
  for (std::size_t end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
    const bool is_last = end + 1 == rest.size();
    lines += rest.substr(0, end) + (is_last ? "\n" : " \\\n");
    rest.erase(0, end + 1);
  }
  return lines;
}

std::string example_text(const Example& example, std::size_t columns) {
  return command_lines(example.command, columns) + wrapped("", example.purpose, 6, columns);
}

std::string example_lines(const std::vector<Example>& examples, std::size_t columns) {
  std::string text = "\nExamples:\n";
  for (const Example& example : examples) text += example_text(example, columns);
  return text;
}

std::string environment_lines(std::size_t columns) {
  std::string text = "\nEnvironment:\n";
  for (const auto& [name, purpose] : environment_variables())
    text += wrapped("  " + std::string(name), purpose, k_option_indent, columns);
  return text;
}

std::string usage_lines(const CommandPage& page, std::size_t columns) {
  return wrapped("", page.summary + ".", 0, columns) + "\n" + wrapped("Usage:", page.usage, 7, columns);
}

}  // namespace

std::string help_text(const CommandPage& page, std::size_t columns) {
  std::string text = usage_lines(page, columns);
  text += option_lines("Arguments", page.arguments, columns);
  for (const OptionTopic& topic : page.topics) text += option_lines(topic.name, topic.options, columns);
  text += environment_lines(columns);
  if (page.notes) text += "\n" + page.notes(columns);
  return text + example_lines(page.examples, columns);
}

std::string short_help_text(const CommandPage& page, std::size_t columns) {
  std::vector<OptionText> options = page.arguments;
  for (const OptionTopic& topic : page.topics)
    std::ranges::copy_if(topic.options, std::back_inserter(options), &OptionText::is_common);
  for (OptionText& option : options) {
    if (option.text.ends_with(k_no_default)) option.text.resize(option.text.size() - k_no_default.size());
  }
  std::string text = usage_lines(page, columns);
  text += option_lines("Common options", options, columns);
  text += "\nExample:\n" + example_text(page.examples.front(), columns);
  return text + "\n'tfrec " + page.name + " --help' lists all options.\n";
}

std::string short_program_help(std::size_t columns) {
  const CommandPage page = program_page();
  std::string text = wrapped("", page.summary + ".", 0, columns) + "\nUsage: " + page.usage + "\n";
  const Command* last = nullptr;
  for (const Command& command : commands()) {
    if (last == nullptr || last->topic != command.topic)
      text += "\n" + std::string(heading_of(command.topic)) + ":\n";
    text += wrapped("  " + std::string(command.name), command.summary, k_command_indent, columns);
    last = &command;
  }
  text += "\nOptions:\n";
  text += wrapped("  -h", "Print this help and exit", k_option_indent, columns);
  text += wrapped("  --help", "The same, with the environment variables", k_option_indent, columns);
  text += wrapped("  -V, --version", "Print the version and exit; with -v also the libraries",
                  k_option_indent, columns);
  text += wrapped("  --licenses", "Print the licences of tfrec and its libraries, and exit", k_option_indent,
                  columns);
  text += example_lines(page.examples, columns);
  return text + "\n" +
         wrapped(
             "",
             "'tfrec COMMAND -h' lists the common options of a command, 'tfrec COMMAND --help' all of them. "
             "Exit codes: 0 good, 1 bad data, 2 usage error, 3 the machine failed.",
             0, columns);
}

std::string program_help(std::size_t columns) {
  return short_program_help(columns) + environment_lines(columns);
}

}  // namespace tfrec::cli
