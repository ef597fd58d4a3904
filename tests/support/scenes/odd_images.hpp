// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/data/test_data.hpp"
#include "support/scenes/build_scene.hpp"

namespace tfrec::test {

/// Images with unusual properties, of tests/data/images.
class OddImages : public BuildScene {
 public:
  explicit OddImages(const Words& names);
};

/// The names of all of them.
Words all_odd();

}  // namespace tfrec::test
