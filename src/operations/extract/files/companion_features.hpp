// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sets/merge/source_sets.hpp"

namespace tfrec {

/// A feature whose values become files beside the images: the mask of each, or a file that a column named.
struct CompanionFeature {
  std::string name;
  bool is_mask = false;
  bool is_recorded = true;     // build made it, by a manifest
  std::string column{};        // that named the files
  std::string text_feature{};  // that has the text of this column; empty if none has
};

/// Those that manifests record.
std::vector<CompanionFeature> recorded_companions(const AgreedChoices& agreed);

}  // namespace tfrec
