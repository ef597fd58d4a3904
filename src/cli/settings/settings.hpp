// SPDX-License-Identifier: Apache-2.0
// Options from elsewhere than the command line: `--config FILE` and TFREC_* variables.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_tree.hpp"

namespace tfrec::cli {

/// One option with its value, and its place in the file.
struct Setting {
  enum class Kind { text, list, boolean, variable };  // variables hold text whatever is meant

  std::string option;  // its name without "--"; an argument's in lower case: images, path
  Kind kind = Kind::text;
  std::vector<std::string> values;  // one, but for a list; "true" or "false" of a boolean
  std::string origin;               // "train.toml:3", "TFREC_QUALITY"
};

using Settings = std::vector<Setting>;

/// What the file sets for this command: the table [COMMAND] of a TOML file, [build] also for `plan`; or
/// what an earlier build's manifest.json records. Throws Error (usage) if the file is not there, is no
/// TOML, has an unknown table or key, or a value that no option takes. Nothing if it has no such table.
std::optional<Settings> settings_of_file(const std::filesystem::path& file, const CommandTree& tree,
                                         const OptionList& command);

/// The same of the text of a TOML file; `name` is used in messages. Nothing if it has no such table.
std::optional<Settings> settings_of_toml(std::string_view text, const std::string& name,
                                         const CommandTree& tree, const OptionList& command);

/// The options that a manifest records, `like` among them, which decides about the records.
Settings settings_of_manifest(const std::filesystem::path& given, const OptionList& command);

/// TFREC_QUALITY for --quality, of the options this command takes; empty variables don't count.
Settings settings_of_environment(const OptionList& command);

/// A warning for each TFREC_* variable that is not a command's option but nearly is one.
std::vector<std::string> unknown_variables(const CommandTree& tree);

/// What files call the option: its long name, or the argument's name in lower case; empty for --help,
/// --config and --print-config, which settings can't hold.
std::string setting_name(const Option& option);

/// The option of that name, nullptr where the command has none.
const Option* option_of_setting(const OptionList& command, std::string_view name);

/// What settings become: arguments to put behind the command's name, and notes about those put aside.
struct AppliedSettings {
  std::vector<std::string> arguments;
  std::vector<std::string> last_arguments;  // to put behind all words, after --
  std::vector<Setting> used;
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

/// Takes what the command line `given` leaves open: from `environment`, then from `file`. A setting that
/// excludes an option with more right is put aside, and that is noted. Throws Error (usage) if a value has
/// the wrong type.
AppliedSettings apply_settings(const OptionList& given, const Settings& environment, const Settings& file);

/// Throws Error (usage) if standard output is a file that the command reads, or `config`, or belongs to a
/// set: the shell has emptied it already.
void require_output_is_no_input(const OptionList& command, const std::filesystem::path& config);

/// The options of a parsed command as a TOML file that repeats it.
std::string config_file_of(const OptionList& command);

}  // namespace tfrec::cli
