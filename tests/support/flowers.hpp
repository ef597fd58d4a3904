// SPDX-License-Identifier: Apache-2.0
// A small labelled folder of images that tests build from.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

inline constexpr int k_images = 20;

/// A folder with images/a00.jpg … and labels.csv; runs tfrec inside it.
class Flowers {
 public:
  Flowers() {
    std::string csv = "image,class,petals,height\n";
    for (int i = 0; i < k_images; ++i) {
      const std::string name = "a" + std::string(i < 10 ? "0" : "") + std::to_string(i) + ".jpg";
      scratch.write("images/" + name, jpeg_image(40 + i, 30 + i, static_cast<unsigned>(i)));
      csv += name + "," + (i % 3 == 0 ? "rose" : "tulip") + "," + std::to_string(i) + "," +
             std::to_string(i) + ".5\n";
    }
    scratch.write("labels.csv", csv);
  }

  RunResult run(std::vector<std::string> arguments) const { return run_tfrec(arguments, in(scratch)); }
  RunResult build(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"build", "images", "--labels", "labels.csv",
                                       "-o",    "out",    "--name",   "flowers"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  /// Name and content of every file below `folder`.
  std::map<std::string, std::string> files(const std::string& folder) const {
    std::map<std::string, std::string> found;
    if (!std::filesystem::exists(scratch / folder)) return found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string name = std::filesystem::relative(entry.path(), scratch / folder).generic_string();
      found[name] = scratch.read(folder + "/" + name);
    }
    return found;
  }

  ScratchFolder scratch;
};

inline std::vector<std::string> names(const std::map<std::string, std::string>& files) {
  std::vector<std::string> result;
  for (const auto& [name, content] : files) result.push_back(name);
  return result;
}

}  // namespace tfrec::test
