// SPDX-License-Identifier: Apache-2.0
#include "cli/unknown_word.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text/joined.hpp"
#include "base/text/nearest.hpp"
#include "base/text/shell_word.hpp"

namespace tfrec::cli {

namespace {

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  names.insert(names.end(), {"help", "version"});
  return names;
}

std::vector<std::string> option_names(const OptionList& list) {
  std::vector<std::string> names;
  for (const Option& option : list.all()) {
    if (!option.is_argument) names.push_back(option.name());
  }
  return names;
}

/// A folder without a command before it, a table without --labels; nothing for other words.
std::string hint_for_path(const OptionList* command, const std::string& word) {
  std::error_code failed;
  const std::filesystem::path path(word);
  if (command != nullptr) {
    const bool is_table = path.extension() == ".csv" && command->find("--labels") != nullptr;
    return is_table ? "a table is given as --labels " + shell_path(word) : "";
  }
  if (std::filesystem::is_directory(path, failed)) {
    return "a command comes first: tfrec build " + shell_path(word) + " -o OUT or tfrec inspect " +
           shell_path(word);
  }
  return std::filesystem::exists(path, failed) ? "a command comes first: tfrec inspect " + shell_path(word)
                                               : "";
}

/// How to do what no command does; empty for other words.
std::string hint_for_missing_command(const std::string& word) {
  const bool compares = word == "diff" || word == "compare" || word == "cmp";
  return compares ? "compare the manifest.json of two sets, or records.csv of `tfrec build --record-list`"
                  : "";
}

/// What other programs call a command.
std::optional<std::string> command_for(const std::string& word) {
  using Words = std::vector<std::string_view>;
  static const std::vector<std::pair<std::string_view, Words>> k_others{
      {"build", {"convert", "create", "make", "write", "encode", "pack", "generate", "new", "import"}},
      {"count", {"ls", "list", "wc", "len", "size"}},
      {"inspect",
       {"info", "show", "cat", "head", "view", "print", "dump", "describe", "schema", "stat", "stats"}},
      {"verify", {"check", "validate", "test", "audit", "fsck", "lint"}},
      {"repair", {"fix", "recover", "restore", "salvage"}},
      {"reshard", {"merge", "split", "shuffle", "filter", "concat", "join", "shard"}},
      {"extract", {"unpack", "decode", "export", "read"}}};
  for (const auto& [command, words] : k_others) {
    if (std::ranges::find(words, word) != words.end()) return std::string(command);
  }
  return nearest(word, command_names());
}

/// Our name of an option that other programs call `word`; else `word`.
std::string our_name(const std::string& word) {
  using Words = std::vector<std::string_view>;
  static const std::vector<std::pair<std::string_view, Words>> k_others{
      {"--stratify", {"--balance", "--balanced"}},
      {"--split", {"--val", "--validation", "--val-split", "--validation-split", "--test-size", "--holdout"}},
      {"--filter", {"--where", "--select", "--query", "--only"}},
      {"--size", {"--width", "--height", "--resolution", "--image-size"}},
      {"--threads", {"--jobs", "--workers", "--num-workers"}},
      {"--plan-file", {"--out"}},
      {"--gzip", {"--compress", "--compression", "--compression-type"}},
      {"--out", {"--output-dir", "--outdir", "--dest"}}};
  for (const auto& [option, words] : k_others) {
    if (std::ranges::find(words, word) != words.end()) return std::string(option);
  }
  return word;
}

std::optional<std::string> option_for(const OptionList& options, const std::string& word) {
  const std::vector<std::string> names = option_names(options);
  const std::string ours = our_name(word);
  return ours != word && std::ranges::find(names, ours) != names.end() ? ours : nearest(word, names);
}

/// The other commands that have an option, as `tfrec build`.
std::vector<std::string> commands_with(const CommandTree& tree, const OptionList& command,
                                       const std::string& word) {
  std::vector<std::string> others;
  for (const CommandEntry& entry : tree.entries) {
    const Option* option = word.starts_with("--") ? entry.options.find(word) : nullptr;
    if (&entry.options != &command && option != nullptr && !option->topic.empty())
      others.push_back("`tfrec " + std::string(entry.command.name) + "`");
  }
  return others;
}

/// Where an option of another command leads; empty for other words.
std::string hint_for_other_command(const CommandTree& tree, const OptionList& command, std::string word) {
  std::vector<std::string> others = commands_with(tree, command, word);
  if (others.empty()) {
    word = our_name(word);
    others = commands_with(tree, command, word);
  }
  if (others.empty()) return {};
  std::string hint = word + " is an option of " + joined(others, ", ");
  if (others.front() == "`tfrec build`" && command.name() == "reshard")
    hint += "; `tfrec extract` saves the images of shards and prints the command that builds a set of them";
  return hint + "; ";
}

/// The options that begin with `word`: --labels and others for --label.
std::vector<std::string> longer_names(const OptionList& options, const std::string& word) {
  std::vector<std::string> names = option_names(options);
  std::erase_if(names, [&](const std::string& name) { return word.size() < 4 || !name.starts_with(word); });
  return names;
}

}  // namespace

std::string see_help(const OptionList* command) {
  return "see 'tfrec " + (command == nullptr ? "" : command->name() + " ") + "--help'";
}

Error unknown_word(const CommandTree& tree, const OptionList* command, const std::string& word) {
  const bool is_option = word.starts_with('-');
  const bool is_command = !is_option && command == nullptr;
  const std::string what = is_option    ? "unknown option '"
                           : is_command ? "unknown command '"
                                        : "unexpected argument '";
  std::string hint = is_option ? "" : hint_for_path(command, word);
  if (is_command && hint.empty()) hint = hint_for_missing_command(word);
  if (hint.empty()) {
    const OptionList& options = command == nullptr ? tree.program : *command;
    const auto near = is_option    ? option_for(options, word.substr(0, word.find('=')))
                      : is_command ? command_for(word)
                                   : std::nullopt;
    if (near == word) {
      return Error(ErrorKind::usage, "", what + word + "'",
                   "options follow the command: tfrec COMMAND " + word);
    }
    const std::vector<std::string> longer =
        is_option ? longer_names(options, word) : std::vector<std::string>{};
    hint = longer.size() > 1 ? "did you mean one of " + joined(longer, ", ") + "? "
           : near            ? "did you mean '" + *near + "'? "
                             : "";
    if (hint.empty() && is_option)
      hint = hint_for_other_command(tree, options, word.substr(0, word.find('=')));
    hint += see_help(command);
  }
  return Error(ErrorKind::usage, "", what + word + "'", hint);
}

}  // namespace tfrec::cli
