// SPDX-License-Identifier: Apache-2.0
#include "cli/settings/settings.hpp"

#include <algorithm>

#include "base/files/file.hpp"
#include "base/text/ascii.hpp"
#include "base/text/printable.hpp"

namespace tfrec::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t k_max_config_bytes = 1U << 20U;

bool is_manifest(const fs::path& file) {
  char first = 0;
  const InputFile input(file);
  for (std::uint64_t at = 0; input.read_at(at, std::span<char>(&first, 1)) == 1; ++at) {
    if (first != ' ' && first != '\n' && first != '\r' && first != '\t') break;
  }
  return first == '{';
}

[[noreturn]] void refuse(const Setting& setting, const std::string& what) {
  throw Error(ErrorKind::usage, setting.origin, "'" + setting.option + "' " + what);
}

bool truth_of(const Setting& setting) {
  std::string word = setting.values.empty() ? std::string() : setting.values.front();
  if (setting.kind == Setting::Kind::boolean) return word == "true";
  if (setting.kind == Setting::Kind::variable) {
    word = lowered(word);
    if (word == "true" || word == "1" || word == "yes" || word == "on") return true;
    if (word == "false" || word == "0" || word == "no" || word == "off") return false;
  }
  refuse(setting, "is true or false");
}

void append(std::vector<std::string>& arguments, const Option& option, const Setting& setting) {
  if (option.is_flag()) {
    if (truth_of(setting)) arguments.push_back("--" + setting.option);
    return;
  }
  if (setting.kind == Setting::Kind::boolean) refuse(setting, "takes a value, not true or false");
  if (setting.kind == Setting::Kind::list && !option.repeatable) refuse(setting, "takes one value, no list");
  for (const std::string& value : setting.values) {
    if (option.is_argument) {
      arguments.push_back(value.rfind('-', 0) == 0 ? "./" + value : value);
    } else if (value.empty()) {  // CLI11 takes "--name=" for a name whose value comes next
      arguments.insert(arguments.end(), {"--" + setting.option, value});
    } else {
      arguments.push_back("--" + setting.option + "=" + value);
    }
  }
}

bool excludes(const Option& one, const Option& other) {
  return std::ranges::find(one.excludes, &other) != one.excludes.end() ||
         std::ranges::find(other.excludes, &one) != other.excludes.end();
}

/// Options that are taken already, by whoever has more right.
class Taken {
 public:
  explicit Taken(const OptionList& given) {
    for (const Option& option : given.all()) {
      if (!option.given.empty()) m_options.push_back(&option);
    }
  }

  bool has(const Option& option) const {
    return std::find(m_options.begin(), m_options.end(), &option) != m_options.end();
  }

  const Option* opponent(const Option& option) const {
    const auto found = std::find_if(m_options.begin(), m_options.end(),
                                    [&](const Option* taken) { return excludes(*taken, option); });
    return found == m_options.end() ? nullptr : *found;
  }

  bool meets_needs(const Option& option) const {
    return std::ranges::all_of(option.needs, [&](const Option* need) { return has(*need); });
  }

  void add(const std::vector<const Option*>& options) {
    m_options.insert(m_options.end(), options.begin(), options.end());
  }

 private:
  std::vector<const Option*> m_options;
};

/// Settings of one source, against those with more right.
void apply(const OptionList& given, const Settings& settings, Taken& taken, AppliedSettings& applied) {
  std::vector<const Option*> now;
  for (const Setting& setting : settings) {
    const Option* option = option_of_setting(given, setting.option);
    if (option == nullptr)
      throw Error(ErrorKind::usage, setting.origin, "unknown option '" + printable(setting.option) + "'");
    if (taken.has(*option)) continue;
    const Option* opponent = taken.opponent(*option);
    // --like decides about a set as a whole: dropping it for a flag would make another set unasked.
    if (opponent != nullptr && setting.option != "like") {
      applied.notes.push_back(printable(setting.origin) + ": '" + setting.option + "' is ignored, because " +
                              opponent->name() + " is given");
      continue;
    }
    // Words of an argument that takes several come last, or they would become another argument's.
    const bool is_last = option->is_argument && option->repeatable;
    append(is_last ? applied.last_arguments : applied.arguments, *option, setting);
    applied.used.push_back(setting);
    now.push_back(option);
  }
  taken.add(now);
}

}  // namespace

std::string setting_name(const Option& option) {
  if (option.is_argument) {
    return lowered(option.name());
  }
  const std::string name = option.name().substr(2);
  return name == "help" || name == "config" || name == "print-config" ? std::string() : name;
}

const Option* option_of_setting(const OptionList& command, std::string_view name) {
  for (const Option& option : command.all()) {
    if (!name.empty() && setting_name(option) == name) return &option;
  }
  return nullptr;
}

std::optional<Settings> settings_of_file(const fs::path& file, const CommandTree& tree,
                                         const OptionList& command) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (status.type() != fs::file_type::regular) {
    throw Error(ErrorKind::usage, file.string(),
                status.type() == fs::file_type::not_found ? "does not exist" : "is not a regular file",
                "--config takes a TOML file, or the manifest.json of a set");
  }
  if (is_manifest(file)) {
    if (option_of_setting(command, "like") != nullptr) return settings_of_manifest(file, command);
    throw Error(ErrorKind::usage, file.string(), "is not TOML",
                "only 'tfrec build' and 'tfrec plan' read a manifest");
  }
  if (fs::file_size(file, failed) > k_max_config_bytes)
    throw Error(ErrorKind::usage, file.string(), "is too large for a file of options");
  return settings_of_toml(read_whole(file), file.string(), tree, command);
}

AppliedSettings apply_settings(const OptionList& given, const Settings& environment, const Settings& file) {
  AppliedSettings applied;
  Taken taken(given);
  Settings fitting;
  // A variable speaks to all commands: where it can't work for this one, it is not meant.
  std::copy_if(
      environment.begin(), environment.end(), std::back_inserter(fitting),
      [&](const Setting& setting) { return taken.meets_needs(*option_of_setting(given, setting.option)); });
  apply(given, fitting, taken, applied);
  apply(given, file, taken, applied);
  return applied;
}

}  // namespace tfrec::cli
