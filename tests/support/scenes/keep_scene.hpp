// SPDX-License-Identifier: Apache-2.0
// Forty images, and sets of the first of them with splits that --keep-splits keeps.
#pragma once

#include <map>
#include <string>

#include "support/scenes/build_scene.hpp"
#include "support/scenes/stored_records.hpp"

namespace tfrec::test {

inline const Words k_deal{"--split", "train=0.8,val=0.2", "--dedupe", "ignore"};
inline const Words k_keep = k_deal + Words{"--keep-splits", "out"};

class KeepScene : public BuildScene {
 public:
  explicit KeepScene(int images_at_first = 20) : BuildScene({"--labels", "labels.csv", "--name", "f"}) {
    images(40);
    rows(images_at_first);
  }

  /// Rows of the first images; class c0 or c1.
  void rows(int count, const std::string& more = "") const {
    std::string csv = "image,class\n";
    for (int i = 0; i < count; ++i) csv += std::to_string(i) + ".jpg,c" + std::to_string(i % 2) + "\n";
    table(csv + more);
  }

  /// The split of each image of a set, by name.
  std::map<std::string, std::string> splits(const std::string& out = "out") const {
    std::map<std::string, std::string> found;
    for (const auto& split : fs::directory_iterator(scratch / out)) {
      if (!split.is_directory()) continue;
      for (const std::string& name : values_in(split.path(), "image_name"))
        CHECK(found.emplace(name, split.path().filename().string()).second);
    }
    return found;
  }

  void keeps(const std::map<std::string, std::string>& before, const std::string& out = "out") const {
    const auto now = splits(out);
    for (const auto& [image, split] : before) {
      INFO(image);
      CHECK((!now.contains(image) || now.at(image) == split));
    }
  }

  /// Refused, and the set in OUT is as it was.
  void refused(const Words& more, int code, const std::string& message) const {
    const auto before = files("out");
    const RunResult result = build(more + Words{"--overwrite"});
    CHECK(result.exit_code == code);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring(message));
    CHECK(files("out") == before);
  }
};

}  // namespace tfrec::test
