// SPDX-License-Identifier: Apache-2.0
// Python code as templates: the program in one piece, with holes for what differs from set to set.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace tfrec::cli {

/// What a template is filled with.
struct TemplateValues {
  std::map<std::string, std::string, std::less<>> holes;  // without '$'; code of one line or several
  std::set<std::string, std::less<>> facts;               // for %if

  /// Adds a fact that holds.
  void state(std::string_view fact, bool holds) {
    if (holds) facts.emplace(fact);
  }
};

/// Replaces each $name by its value. A line that is a hole alone gets its own indentation before each line of
/// the value, and is left out if the value is empty. Lines between "%if FACT" (or "%if not FACT") and "%end"
/// are there if the fact holds; these do not nest. Values are never searched for holes. A name without a
/// value is a fault of the program (std::out_of_range).
std::string fill_template(std::string_view text, const TemplateValues& values);

}  // namespace tfrec::cli
