// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/options/option_list.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec::cli {

/// An option whose words mean the values of an enumeration.
template <class Value, class Target>
Option& add_choice(OptionList& list, std::string_view names, Target& target, const Words<Value>& words,
                   std::string text) {
  std::vector<std::string> known;
  for (const auto& [word, value] : words) known.push_back(word);
  const auto store = [&target, &words](const std::string& word) {
    Value value{};
    if (tfrec::value_of(words, word, value)) target = value;
  };
  return list.choice(names, std::move(known), store, std::move(text));
}

}  // namespace tfrec::cli
