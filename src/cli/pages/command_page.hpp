// SPDX-License-Identifier: Apache-2.0
// The description of a command, made from its options: help, man page and completions are three ways
// to write the same page.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command_tree.hpp"

namespace tfrec::cli {

/// What a value is, as far as a shell can complete it.
enum class ValueKind { none, word, file, folder, path, other };

/// At the end of the text of an option without a default.
inline constexpr std::string_view k_no_default = " [none]";

struct OptionText {
  std::vector<std::string> names;  // "-j", "--threads"; empty for an argument
  std::string value;               // "N", "stretch|crop|pad"; an argument's name; empty for a flag
  std::string text;                // one sentence, the default in brackets behind it
  ValueKind kind = ValueKind::none;
  std::vector<std::string> words;  // all values of ValueKind::word
  bool required = false;
  bool is_common = false;
  bool repeatable = false;
};

/// All values of ValueKind::word, a blank between them.
std::string listed_words(const OptionText& option);

/// Options of one topic, in the order of the help.
struct OptionTopic {
  std::string name;
  std::vector<OptionText> options;
};

struct CommandPage {
  std::string name;     // "build"
  std::string summary;  // one sentence without a full stop
  std::string usage;    // "tfrec build IMAGES -o OUT [OPTIONS]"
  std::vector<OptionText> arguments;
  std::vector<OptionTopic> topics;
  std::function<std::string(std::size_t columns)> notes;  // layouts and kinds, of build and plan
  std::vector<Example> examples;
};

/// That of tfrec itself: summary, usage and examples.
CommandPage program_page();

CommandPage page_of(const CommandEntry& entry);
std::vector<CommandPage> all_pages(const CommandTree& tree);

/// What an environment variable, or many of them, do: name and text.
using Variable = std::pair<std::string_view, std::string_view>;
std::span<const Variable> environment_variables();

/// `tfrec COMMAND --help`, in at most `columns` columns.
std::string help_text(const CommandPage& page, std::size_t columns);
/// `tfrec COMMAND -h`: the common options, on one screen.
std::string short_help_text(const CommandPage& page, std::size_t columns);
/// `tfrec --help`, and `tfrec -h` without the environment variables.
std::string program_help(std::size_t columns);
std::string short_program_help(std::size_t columns);

/// A man page in roff: tfrec-COMMAND(1), and tfrec(1).
std::string man_page(const CommandPage& page);
std::string program_man_page();

/// Completions of all commands, options and values.
std::string bash_completion(const std::vector<CommandPage>& pages);
std::string zsh_completion(const std::vector<CommandPage>& pages);
std::string fish_completion(const std::vector<CommandPage>& pages);

}  // namespace tfrec::cli
