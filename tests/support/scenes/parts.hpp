// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/scenes/build_scene.hpp"

namespace tfrec::test {

std::string small_image(int i);

/// Twenty images of two classes in split folders, a table of most of them, and nine unlabelled ones: a set of
/// them is made in parts.
class Parts : public BuildScene {
 public:
  Parts();
  RunResult plan(const Words& more = {}) const;
  RunResult part(const std::string& number, const Words& more = {}) const;
  /// Plans, and makes a part of the plan; both succeed.
  void make_part(const std::string& number, const Words& plan_options = {}) const;
  RunResult finish(const Words& more = {}) const;
  /// OUT is, file by file, what one build makes.
  void is_as_one_build(const Words& more = {}) const;
};

}  // namespace tfrec::test
