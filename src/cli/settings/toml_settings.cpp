// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "cli/settings/settings.hpp"

namespace tfrec::cli {

namespace {

std::string place(const std::string& name, const toml::source_region& source) {
  return name + ":" + std::to_string(source.begin.line);
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const auto near = nearest(word, known);
  return near ? "did you mean '" + *near + "'? " : std::string();
}

std::vector<std::string> setting_names(const OptionList& command) {
  std::vector<std::string> names;
  for (const Option& option : command.all()) {
    if (std::string name = setting_name(option); !name.empty()) names.push_back(std::move(name));
  }
  return names;
}

/// The text the command line would hold; nothing if no option has such a value.
std::optional<std::string> text_of(const toml::node& value) {
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* number = value.as_integer()) return std::to_string(number->get());
  if (const auto* number = value.as_floating_point()) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number->get()).ptr;
    return std::string(digits.data(), end);
  }
  return std::nullopt;
}

Setting setting_of(const std::string& option, const toml::node& value, const std::string& origin) {
  Setting setting{option, Setting::Kind::text, {}, origin};
  if (const auto* truth = value.as_boolean()) {
    setting.kind = Setting::Kind::boolean;
    setting.values.emplace_back(truth->get() ? "true" : "false");
    return setting;
  }
  const auto take = [&](const toml::node& node) {
    auto text = text_of(node);
    if (!text) {
      throw Error(ErrorKind::usage, origin,
                  "'" + printable(option) + "' takes text, a number, true or false, or a list of these");
    }
    setting.values.push_back(std::move(*text));
  };
  if (const auto* list = value.as_array()) {
    setting.kind = Setting::Kind::list;
    for (const toml::node& entry : *list) take(entry);
  } else {
    take(value);
  }
  return setting;
}

/// Keys are those of `owner`; what `command` does not take is passed over.
Settings read_table(const toml::table& table, const std::string& file, const OptionList& command,
                    const OptionList& owner) {
  Settings settings;
  for (const auto& [key, value] : table) {
    const std::string name(key.str());
    const std::string origin = place(file, key.source());
    if (option_of_setting(owner, name) == nullptr) {
      throw Error(ErrorKind::usage, origin, "unknown key '" + printable(name) + "'",
                  did_you_mean(name, setting_names(owner)) + "see 'tfrec " + owner.name() + " --help'");
    }
    if (option_of_setting(command, name) != nullptr) settings.push_back(setting_of(name, value, origin));
  }
  return settings;
}

/// Only tables called as commands; anything else is a slip that would be without effect.
void check_tables(const toml::table& root, const std::string& file, const CommandTree& tree,
                  const OptionList& command) {
  std::vector<std::string> names;
  for (const CommandEntry& entry : tree.entries) names.push_back(entry.options.name());
  for (const auto& [key, value] : root) {
    const std::string name(key.str());
    const std::string origin = place(file, key.source());
    if (!value.is_table()) {
      throw Error(ErrorKind::usage, origin, "'" + printable(name) + "' is in no table",
                  "options belong below a line with their command: [" + command.name() + "]");
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw Error(ErrorKind::usage, origin, "unknown table [" + printable(name) + "]",
                did_you_mean(name, names) + "tables are called as commands");
  }
}

toml::table parsed(std::string_view text, const std::string& name) {
  try {
    return toml::parse(text, std::string_view(name));
  } catch (const toml::parse_error& problem) {
    throw Error(ErrorKind::usage, place(name, problem.source()),
                "is not TOML: " + printable_excerpt(problem.description(), 200),
                "a line such as: labels = \"train.csv\"");
  }
}

}  // namespace

std::optional<Settings> settings_of_toml(std::string_view text, const std::string& name,
                                         const CommandTree& tree, const OptionList& command) {
  const toml::table root = parsed(text, name);
  check_tables(root, name, tree, command);
  if (const auto* own = root[command.name()].as_table()) return read_table(*own, name, command, command);
  const auto* build = command.name() == "plan" ? root["build"].as_table() : nullptr;
  if (build == nullptr) return std::nullopt;
  return read_table(*build, name, command, tree.find("build")->options);
}

}  // namespace tfrec::cli
