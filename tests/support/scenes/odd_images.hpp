// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/scenes/build_scene.hpp"
#include "support/test_data.hpp"

namespace tfrec::test {

/// Images with unusual properties, of tests/data/images.
class OddImages : public BuildScene {
 public:
  explicit OddImages(const Words& names);
};

/// The names of all of them.
Words all_odd();

}  // namespace tfrec::test
