// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <unistd.h>

#include "base/text/ascii.hpp"
#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "cli/settings/settings.hpp"

namespace tfrec::cli {

namespace {

constexpr std::string_view k_prefix = "TFREC_";

/// "shard-size" -> "SHARD_SIZE".
std::string variable_part(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : uppered(c);
  return name;
}

}  // namespace

Settings settings_of_environment(const OptionList& command) {
  Settings settings;
  for (const Option& option : command.all()) {
    const std::string name = setting_name(option);
    if (name.empty() || option.is_argument) continue;
    const std::string variable = std::string(k_prefix) + variable_part(name);
    const char* value = std::getenv(variable.c_str());
    if (value == nullptr || *value == '\0') continue;
    settings.push_back({name, Setting::Kind::variable, {value}, variable});
  }
  return settings;
}

std::vector<std::string> unknown_variables(const CommandTree& tree) {
  std::vector<std::string> known{"CONFIG"};
  for (const CommandEntry& entry : tree.entries) {
    for (const Option& option : entry.options.all()) {
      const std::string name = setting_name(option);
      if (!name.empty() && !option.is_argument) known.push_back(variable_part(name));
    }
  }
  std::vector<std::string> warnings;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    std::string_view word(*variable);
    if (word.rfind(k_prefix, 0) != 0) continue;
    word = word.substr(k_prefix.size(), word.find('=') - k_prefix.size());
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const auto near = nearest(word, known);  // others' variables may well begin with TFREC_
    if (!near) continue;
    warnings.push_back("the environment variable " + std::string(k_prefix) + printable(word) +
                       " is not the variable of an option; did you mean " + std::string(k_prefix) + *near +
                       "?");
  }
  return warnings;
}

}  // namespace tfrec::cli
