// SPDX-License-Identifier: Apache-2.0
// Dependency files as `make` includes them and ninja reads them.
#pragma once

#include <string>
#include <vector>

namespace tfrec {

struct MakeRules {
  std::string text;
  std::vector<std::string> left_out;  // names that make has no way to write
};

/// A rule "target: prerequisites" without a recipe, and an empty rule for each prerequisite, so that make
/// does not stop where one is gone (as gcc -MP). Names are bytes, escaped as GNU make 4 needs it. It has no
/// way to write line breaks, tabs, backslashes, a blank at the end, or a ')' there (an archive's member).
MakeRules make_rules(const std::string& target, const std::vector<std::string>& prerequisites);

}  // namespace tfrec
