// SPDX-License-Identifier: Apache-2.0
// The commands whose power cuts are tried, and small inputs for them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/run_tfrec.hpp"

namespace tfrec::test {

struct Scene {
  std::string name;
  std::vector<std::string>
      before;  // commands that make what is there already; IN/ is the folder of the inputs
  std::string command;
  std::string again;           // what is added if it refuses an OUT with files
  std::string marker;          // the file that means "complete"; empty: none but the files themselves
  bool leaves_drafts = false;  // of another run, which may live
};

const std::vector<Scene>& scenes();

/// Its words, with the folder of the inputs.
Words words_of(const std::string& command, const std::filesystem::path& inputs);

/// Writes the inputs: images, tables, a set and a damaged one.
void make_inputs(const std::filesystem::path& inputs);

}  // namespace tfrec::test
