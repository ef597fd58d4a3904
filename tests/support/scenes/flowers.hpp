// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/scenes/build_scene.hpp"

namespace tfrec::test {

inline constexpr int k_images = 20;

/// Twenty images a00.jpg … and a table with a column of each kind.
class Flowers : public BuildScene {
 public:
  Flowers();
};

}  // namespace tfrec::test
