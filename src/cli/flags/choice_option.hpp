// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/flags/validators.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec::cli {

/// An option whose words mean the values of an enumeration. `target` is what `into` makes of it.
template <class Value, class Target>
void add_choice(CLI::App& app, const char* group, const std::string& flags, Target& target,
                const Words<Value>& words, const std::string& description) {
  std::string list;
  std::vector<std::string> names;
  for (const auto& [word, value] : words) {
    names.push_back(word);
    list += (list.empty() ? "" : "|") + word;
  }
  const auto assign = [&target, &words](const std::string& word) {
    Value value{};
    if (value_of(words, word, value)) target = value;
  };
  app.add_option_function<std::string>(flags, assign, description)
      ->group(group)
      ->type_name(list)
      ->check(one_of(names));
}

}  // namespace tfrec::cli
