// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "base/error.hpp"
#include "sets/options/option_words.hpp"
#include "sets/options/set_choices.hpp"

namespace tfrec {

/// The options of a manifest, taken one by one. What it does not hold stays as it is.
class TakenOptions {
 public:
  TakenOptions(const SetChoices& earlier, std::string manifest)
      : m_earlier(earlier), m_manifest(std::move(manifest)) {}

  /// Throws Error (bad_data) where the value has another type or `assign` returns false.
  template <class Held, class Take>
  void take(const std::string& option, const Take& assign) const {
    const auto found = m_earlier.options.find(option);
    if (found == m_earlier.options.end()) return;
    const Held* value = std::get_if<Held>(&found->second);
    if (value != nullptr && assign(*value)) return;
    throw Error(ErrorKind::bad_data, m_manifest,
                "'options." + option + "' has a value this tfrec does not know");
  }

  template <class Held>
  void take_value(const std::string& option, Held& target) const {
    take<Held>(option, [&](const Held& value) {
      target = value;
      return true;
    });
  }

  void take_flag(const std::string& option, bool& target) const { take_value(option, target); }

  template <class Value>
  void take_word(const std::string& option, const Words<Value>& words, Value& target) const {
    take<std::string>(option, [&](const std::string& word) { return value_of(words, word, target); });
  }

 private:
  const SetChoices& m_earlier;
  std::string m_manifest;
};

}  // namespace tfrec
