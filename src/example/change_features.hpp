// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// The part of a serialised example that `cut`, its first bytes, contains, as an example: whole features, and
/// of the last one the texts or bytes up to the cut. Numbers of that one are left out.
std::string readable_part(std::string_view cut);

}  // namespace tfrec
