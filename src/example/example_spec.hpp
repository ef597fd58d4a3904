// SPDX-License-Identifier: Apache-2.0
// What every record of a set must hold, and what one that does not holds instead.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"

namespace tfrec {

struct FeatureRule {
  std::string name;
  ListKind kind = ListKind::bytes;
  std::uint64_t min_length = 1;  // numbers of values
  std::uint64_t max_length = 1;
  bool optional = false;  // records may be without it
};

/// The kind and length of a rule in short: "bytes" (one value), "float[5]", "int64[1-3]", "float[2-]" (two or
/// more), "int64[]" (any number); with "?" behind it records may be without the feature. Nothing if it is
/// none of them.
std::optional<FeatureRule> parse_rule(std::string name, std::string_view text);

struct Breach {
  enum class Sort { missing, extra, kind, length };
  Sort sort = Sort::missing;
  const FeatureRule* rule = nullptr;     // nothing of an extra feature
  const FeatureView* feature = nullptr;  // nothing of a missing one

  std::string_view name() const { return rule != nullptr ? std::string_view(rule->name) : feature->name; }
};

/// "has 4 values, not 5", "is missing", … of the feature that a message names in front.
std::string describe(const Breach& breach);

class ExampleSpec {
 public:
  /// Names must be unique.
  explicit ExampleSpec(std::vector<FeatureRule> rules);

  /// Replaces `breaches` by what the example breaks, sorted by name. They hold as long as the spec and the
  /// view.
  void check(const ExampleView& example, std::vector<Breach>& breaches) const;

 private:
  std::vector<FeatureRule> m_rules;  // sorted by name
};

}  // namespace tfrec
