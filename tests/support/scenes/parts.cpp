// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/parts.hpp"

namespace tfrec::test {

std::string small_image(int i) {
  return jpeg_image(20 + i % 3, 20, static_cast<unsigned>(i));
}

Parts::Parts() : BuildScene({"--name", "f", "--shards", "3"}) {
  std::string csv = "id,class,tags,score\n";
  for (int i = 0; i < 20; ++i) {
    const std::string flower = i % 2 == 0 ? "rose" : "tulip";
    const std::string file = (i % 4 == 0 ? "val/" : "train/") + flower + "/" + std::to_string(i) + ".jpg";
    image(file, small_image(i));
    if (i != 7) csv += file + "," + flower + ",a|b," + std::to_string(i) + ".5\n";
  }
  table(csv + "gone.jpg,rose,a,1.5\n");
  for (int i = 0; i < 9; ++i) scratch.write("unseen/" + std::to_string(i) + ".jpg", small_image(50 + i));
}

RunResult Parts::plan(const Words& more) const {
  return run(Words{"plan", "images", "-o", "set.plan"} + options + more);
}

RunResult Parts::part(const std::string& number, const Words& more) const {
  return run(Words{"build", "images", "--plan", "set.plan", "--part", number, "-o", "out"} + more);
}

void Parts::make_part(const std::string& number, const Words& plan_options) const {
  REQUIRE(plan(plan_options).exit_code == 0);
  REQUIRE(part(number).exit_code == 0);
}

RunResult Parts::finish(const Words& more) const {
  return run(Words{"finish", "set.plan", "-o", "out"} + more);
}

void Parts::is_as_one_build(const Words& more) const {
  fs::remove_all(scratch / "fresh");
  REQUIRE(build(more, "fresh").exit_code == 0);
  CHECK(files("out") == files("fresh"));
}

}  // namespace tfrec::test
