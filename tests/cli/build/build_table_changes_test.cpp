// SPDX-License-Identifier: Apache-2.0
// A labels CSV that changes while it is used, and keeps its size and its time of modification.
#include "support/scenes/build_scene.hpp"
#include "support/scenes/failing_calls.hpp"

using namespace tfrec::test;

namespace {

constexpr const char* k_changed_table =
    "tfrec: error: labels.csv: changed while it was read\n"
    "tfrec: hint: run the same command again\n";

std::string csv_of(int rows, const std::string& even, const std::string& odd) {
  std::string csv = "image,class,site\n";
  for (int i = 0; i < rows; ++i)
    csv += std::to_string(i) + ".jpg," + (i % 2 == 0 ? even : odd) + (i % 3 == 0 ? ",train\n" : ",valid\n");
  return csv;
}

}  // namespace

TEST_CASE("A table that changes during the build and keeps its time gives no set of both versions") {
  const ScratchFolder scratch;
  const std::string image = jpeg_image(500, 500);
  for (int i = 0; i < 300; ++i) scratch.write("images/" + std::to_string(i) + ".jpg", image);
  scratch.write("labels.csv", csv_of(300, "cat", "dog"));
  scratch.write("other.csv", csv_of(300, "dog", "cat"));
  const RunResult result = run_shell(
      "touch -r labels.csv time; \"$TFREC\" build images --labels labels.csv -o out --name f -q -j1 "
      "--no-shuffle "
      "--memory 64KiB & pid=$!; until [ -d out/.tfrec-build ] || ! kill -0 $pid 2> gone; do :; done; "
      "cat other.csv > labels.csv; touch -r time labels.csv; wait $pid; exit $?",
      scratch);
  CHECK(result.exit_code == 3);
  CHECK(result.out.empty());
  CHECK(result.err == k_changed_table);
  CHECK_FALSE(published_anything(scratch / "out"));
}

TEST_CASE("A table that is another at its nth read is named, whichever pass reads it", "[no-sanitizer]") {
  const ScratchFolder scratch;
  for (unsigned i = 0; i < 12; ++i)
    scratch.write("images/" + std::to_string(i) + ".jpg", jpeg_image(16, 16, i));
  scratch.write("labels.csv", csv_of(12, "cat", "dog"));
  const Words build{"build", "images", "--labels", "labels.csv", "-o", "out", "--name", "f", "-q", "-j1"};
  const Words split = build + Words{"--split-column", "site"};
  const Words shared =
      build + Words{"--split", "train=0.5,val=0.5", "--stratify", "class", "--dedupe", "group"};
  const Words plan{"plan", "images", "--labels", "labels.csv", "-o", "set.plan", "--name", "f", "-q"};
  for (const Words& command : {build, split, shared, plan}) {
    int changed = 0;
    for (int at = 1;; ++at) {
      fs::remove_all(scratch / "out");
      fs::remove(scratch / "failed");
      fs::remove(scratch / "set.plan");
      const Fault fault{"pread", at, k_changed, true, "labels.csv"};
      const RunResult result = run_tfrec(command, in(scratch, environment_of(fault, scratch)));
      if (!fs::exists(scratch / "failed")) break;
      INFO(command.front() << " " << command.back() << " at read " << at << ": " << result.err);
      CHECK(result.exit_code == 3);
      CHECK(result.err == k_changed_table);
      CHECK_FALSE(published_anything(scratch / "out"));
      CHECK_FALSE(fs::exists(scratch / "set.plan"));
      ++changed;
    }
    INFO(command.front() << " " << command.back());
    CHECK(changed > 3);
  }
}

TEST_CASE("An image that changes between two passes and keeps its size is named") {
  const ScratchFolder scratch;
  const auto content = [](char shade) { return "P6 700 700 255\n" + std::string(1'470'000, shade); };
  const fs::path first = scratch.write("images/0.ppm", content('a'));
  for (int i = 1; i < 300; ++i) {
    const std::string name = "images/" + std::to_string(i) + ".ppm";
    i<95 || i> 99 ? fs::create_hard_link(first, scratch / name) : void(scratch.write(name, content('b')));
  }
  scratch.write("other.ppm", content('z'));
  const RunResult result = run_shell(
      "\"$TFREC\" build images -o out --name f -q -j1 --no-shuffle --memory 64KiB "
      "& pid=$!; until [ -d out/.tfrec-build ] || ! kill -0 $pid 2> gone; do :; done; "
      "for i in 95 96 97 98 99; do cat other.ppm > images/$i.ppm; done; wait $pid; exit $?",
      scratch);
  CHECK(result.exit_code == 3);
  // Some of them are among the sample of sizes, and so were made before.
  CHECK_THAT(result.err,
             Catch::Matches("tfrec: error: images/9[5-9].ppm: changed while the set was made\n.*hint.*\n"));
  CHECK_FALSE(published_anything(scratch / "out"));
}
