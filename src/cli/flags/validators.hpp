// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/joined.hpp"
#include "base/text/nearest.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"

namespace tfrec::cli {

/// Accepts decimal whole numbers from `least` to `most`, and states it in words otherwise.
inline CLI::Validator whole_number(std::int64_t least, std::int64_t most = INT64_MAX) {
  const auto check = [least, most](const std::string& text) {
    const WholeNumber number = parse_whole(text);
    if (number.problem == NumberProblem::none && number.value >= least && number.value <= most)
      return std::string();
    const std::string range = most == INT64_MAX
                                  ? "of at least " + std::to_string(least)
                                  : "from " + std::to_string(least) + " to " + std::to_string(most);
    return "'" + printable_excerpt(text, 40) + "' is not a whole number " + range;
  };
  return CLI::Validator(check, "");
}

/// Accepts these words alone, and names the nearest one otherwise.
inline CLI::Validator one_of(std::vector<std::string> words) {
  const auto check = [words = std::move(words)](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
    const auto near = nearest(text, words);
    std::string list = joined(words, ", ");
    return "'" + printable_excerpt(text, 40) + "' is none of " + list +
           (near ? "; did you mean '" + *near + "'?" : std::string());
  };
  return CLI::Validator(check, "");
}

}  // namespace tfrec::cli
