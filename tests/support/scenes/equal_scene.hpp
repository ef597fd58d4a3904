// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "support/scenes/build_scene.hpp"

namespace tfrec::test {

/// Twenty-two images of two classes with a table, to be built into shards of equal size.
class EqualScene : public BuildScene {
 public:
  explicit EqualScene(const Words& more = {})
      : BuildScene(Words{"--labels", "labels.csv", "--name", "f"} + more) {
    std::string csv = "image,class\n";
    for (int i = 0; i < 22; ++i) {
      image(name_of(i), good(i));
      csv += name_of(i) + (i % 3 == 0 ? ",daisy\n" : ",tulip\n");
    }
    table(csv);
  }
  static std::string name_of(int i) { return "p" + std::to_string(i) + ".jpg"; }
  static std::string good(int i) { return jpeg_image(16 + i, 24, static_cast<unsigned>(i)); }
  void make_bad(int i) const { image(name_of(i), "no image"); }

  /// verify finds no problem.
  void is_sound(const std::string& out = "out") const {
    const RunResult verified = run({"verify", out});
    INFO(verified.out << verified.err);
    CHECK(verified.exit_code == 0);
    CHECK_THAT(verified.out, ContainsSubstring("ok: "));
  }
  /// All shards of each split have as many records as its first.
  void has_equal_shards(const std::string& out = "out") const {
    std::map<std::string, std::uint64_t> each;
    const Json set = manifest(out);
    for (const Json& shard : set["shards"]) {
      const auto records = shard["records"].get<std::uint64_t>();
      CHECK(each.try_emplace(shard["split"], records).first->second == records);
    }
    is_sound(out);
  }
};

}  // namespace tfrec::test
