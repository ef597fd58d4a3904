// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "support/scenes/build_scene.hpp"

namespace tfrec::test {

constexpr int k_rows = 60;

/// 60 images, class by number mod 3, patient by number / 5; the first 40 are of the part train.
class Patients : public BuildScene {
 public:
  Patients();
  /// The names of the images in the shards below a folder.
  std::set<std::string> images_in(const std::string& folder) const;
};

}  // namespace tfrec::test
