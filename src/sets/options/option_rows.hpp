// SPDX-License-Identifier: Apache-2.0
// Builds rows of the option table. A `field` is a function from options to a reference to one member of them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "sets/options/option_table.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec::rows {

using Value = std::optional<OptionValue>;
using When = bool (*)(const BuildOptions&, const LayoutFacts&);

inline constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max();

inline bool always(const BuildOptions& /*options*/, const LayoutFacts& /*facts*/) {
  return true;
}

/// A row from two functions: `record` of the options alone, `read` of a value of the type `Held`.
template <class Held, class Record, class Read>
RecordedOption row(const char* name, OptionUse use, When when, Record record, Read read) {
  return {name,
          use,
          true,
          use == OptionUse::records || use == OptionUse::input,
          [when, record](const BuildOptions& options, const LayoutFacts& facts) {
            return when(options, facts) ? Value(record(options)) : Value();
          },
          [read](const OptionValue& value, BuildOptions& options) {
            const Held* held = std::get_if<Held>(&value);
            return held != nullptr && read(*held, options);
          }};
}

/// Recorded only if it is set.
template <class Field>
RecordedOption flag(const char* name, OptionUse use, When when, Field field) {
  return row<bool>(
      name, use, when,
      [field](const BuildOptions& options) { return field(options) ? Value(true) : Value(); },
      [field](bool value, BuildOptions& options) {
        field(options) = value;
        return true;
      });
}

/// Recorded whether it is set or not.
template <class Field>
RecordedOption switched(const char* name, OptionUse use, When when, Field field) {
  RecordedOption option = flag(name, use, when, field);
  option.record = [when, field](const BuildOptions& options, const LayoutFacts& facts) {
    return when(options, facts) ? Value(field(options)) : Value();
  };
  return option;
}

/// A whole number in a range; a std::optional is recorded only if it has a value.
template <class Field>
RecordedOption number(const char* name, OptionUse use, When when, Field field, std::int64_t least,
                      std::int64_t most) {
  return row<std::int64_t>(
      name, use, when,
      [field](const BuildOptions& options) -> Value {
        if constexpr (requires { field(options).has_value(); }) {
          if (!field(options)) return std::nullopt;
          return static_cast<std::int64_t>(*field(options));
        } else {
          return static_cast<std::int64_t>(field(options));
        }
      },
      [field, least, most](std::int64_t value, BuildOptions& options) {
        if (value < least || value > most) return false;
        auto& target = field(options);
        if constexpr (requires { target.emplace(); }) {
          target = static_cast<std::remove_reference_t<decltype(*target)>>(value);
        } else {
          target = static_cast<std::remove_reference_t<decltype(target)>>(value);
        }
        return true;
      });
}

/// A real number.
template <class Field>
RecordedOption real(const char* name, OptionUse use, When when, Field field) {
  return row<double>(
      name, use, when, [field](const BuildOptions& options) { return Value(field(options)); },
      [field](double value, BuildOptions& options) {
        field(options) = value;
        return true;
      });
}

/// A text or a list of texts, recorded unless it is empty.
template <class Field>
RecordedOption text(const char* name, OptionUse use, Field field) {
  using Held = std::remove_cvref_t<decltype(field(std::declval<BuildOptions&>()))>;
  return row<Held>(
      name, use, always,
      [field](const BuildOptions& options) {
        return field(options).empty() ? Value() : Value(field(options));
      },
      [field](const Held& value, BuildOptions& options) {
        field(options) = value;
        return true;
      });
}

/// One of several words. `unrecorded` is the value that is not recorded.
template <class Choice, class Field>
RecordedOption word(const char* name, OptionUse use, When when, const Words<Choice>& words, Field field,
                    std::optional<Choice> unrecorded = {}) {
  return row<std::string>(
      name, use, when,
      [&words, field, unrecorded](const BuildOptions& options) {
        const Choice choice = field(options);
        return choice == unrecorded ? Value() : Value(word_of(words, choice));
      },
      [&words, field](const std::string& value, BuildOptions& options) {
        Choice choice{};
        if (!value_of(words, value, choice)) return false;
        field(options) = choice;
        return true;
      });
}

/// A size, recorded unless it is 0x0.
template <class Field>
RecordedOption extent(const char* name, OptionUse use, When when, Field field) {
  return row<std::string>(
      name, use, when,
      [field](const BuildOptions& options) {
        const Extent size{field(options).width, field(options).height};
        return size.width > 0 ? Value(extent_text(size)) : Value();
      },
      [field](const std::string& value, BuildOptions& options) {
        const auto size = parse_extent(value);
        if (size) {
          field(options).width = size->width;
          field(options).height = size->height;
        }
        return size.has_value();
      });
}

}  // namespace tfrec::rows
