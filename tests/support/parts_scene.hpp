// SPDX-License-Identifier: Apache-2.0
// Images in split folders, a table, and commands that make a set of them in parts.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

namespace fs = std::filesystem;
using Catch::ContainsSubstring;

using Arguments = std::vector<std::string>;

inline std::string small_image(int i) {
  return jpeg_image(20 + i % 3, 20, static_cast<unsigned>(i));
}

/// Twenty images of two classes in split folders, a table of most of them, and nine unlabelled ones.
class Scene {
 public:
  Scene() {
    std::string csv = "id,class,tags,score\n";
    for (int i = 0; i < 20; ++i) {
      const std::string file =
          std::string(i % 4 == 0 ? "val/" : "train/") + (i % 2 == 0 ? "rose/" : "tulip/") + std::to_string(i);
      scratch.write("images/" + file + ".jpg", small_image(i));
      if (i != 7)
        csv += file + ".jpg," + (i % 2 == 0 ? "rose" : "tulip") + ",a|b," + std::to_string(i) + ".5\n";
    }
    scratch.write("labels.csv", csv + "gone.jpg,rose,a,1.5\n");
    for (int i = 0; i < 9; ++i) scratch.write("unseen/" + std::to_string(i) + ".jpg", small_image(50 + i));
  }

  RunResult run(Arguments first, const Arguments& more = {}) const {
    first.insert(first.end(), more.begin(), more.end());
    return tfrec::test::run_tfrec(first, in(scratch));
  }
  RunResult plan(const Arguments& more = {}) const {
    return run({"plan", "images", "-o", "set.plan", "--name", "f", "--shards", "3"}, more);
  }
  RunResult part(const std::string& number, const Arguments& more = {}) const {
    return run({"build", "images", "--plan", "set.plan", "--part", number, "-o", "out"}, more);
  }
  RunResult finish(const Arguments& more = {}) const {
    return run({"finish", "set.plan", "-o", "out"}, more);
  }
  RunResult build(const std::string& out, const Arguments& more = {}) const {
    return run({"build", "images", "-o", out, "--name", "f", "--shards", "3"}, more);
  }

  using Files = std::map<std::string, std::string>;
  Files files(const std::string& folder) const {
    Files found;
    for (const auto& entry : fs::recursive_directory_iterator(scratch / folder)) {
      const std::string name = fs::relative(entry.path(), scratch / folder).string();
      found[name] = entry.is_regular_file() ? scratch.read(folder + "/" + name) : "";
    }
    return found;
  }
  /// OUT is, file by file, what one build makes.
  void is_as_one_build(const Arguments& more = {}) const {
    fs::remove_all(scratch / "fresh");
    REQUIRE(build("fresh", more).exit_code == 0);
    CHECK(files("out") == files("fresh"));
  }

  ScratchFolder scratch;
};

}  // namespace tfrec::test
