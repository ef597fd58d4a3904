// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tfrec {

/// Another value of a feature of a serialised example.
struct FeatureChange {
  std::string_view name;
  std::string_view entry;  // as append_feature_entry() writes it; empty: the feature is left out
};

/// Appends a serialised example with these changes to `out`. All other bytes stay as they are, in their
/// order. `payload` is one that ExampleView takes.
void append_with_changes(std::string& out, std::string_view payload, std::span<const FeatureChange> changes);

/// What the first bytes of a serialised example contain.
struct ReadablePart {
  std::string example;          // whole features, and of the last one the texts or bytes up to the cut
  std::uint64_t cut_bytes = 0;  // that the last value lacks; 0: all values are whole
};

/// The part of a serialised example that `cut`, its first bytes, contains. Numbers of the last feature are
/// left out, if they are cut.
ReadablePart readable_part(std::string_view cut);

}  // namespace tfrec
