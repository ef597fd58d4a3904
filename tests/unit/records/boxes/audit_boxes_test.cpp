// SPDX-License-Identifier: Apache-2.0
#include "records/boxes/audit_boxes.hpp"

#include <string>

#include "dataset/join/join.hpp"
#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Two images of 20 x 10 pixels, and what is found of their boxes.
BoxAudit audit_of(const std::string& rows, BadBoxes bad, const ImageOptions& options = {}) {
  const ScratchFolder scratch;
  for (const char* name : {"a.ppm", "b.ppm"}) scratch.write(std::string("images/") + name, ppm_image(20, 10));
  const auto table = read_csv_table(scratch.write("labels.csv", "image,xmin,ymin,xmax,ymax\n" + rows));
  const ImageFolder folder = walk_files(scratch / "images", {});
  const ImageOpener opener(scratch / "images", ImageOpener::Reach::beneath);
  const Samples samples =
      samples_of(*table, folder, opener, join_images(*table, 0, folder), RecordPer::image);
  RowLists lists;
  lists.per_image = {true, false, false, false, false};
  BoxRules rules;
  rules.from = find_box_columns(*table).value();
  rules.bad = bad;
  return audit_boxes(samples, lists, rules, options, 2);
}

}  // namespace

TEST_CASE("Boxes outside the image are found by row and sample, and left out or cut") {
  const std::string rows = "a.ppm,1,1,5,5\na.ppm,1,1,50,5\nb.ppm,2,2,10,9\nb.ppm,30,1,40,5\n";
  const BoxAudit dropped = audit_of(rows, BadBoxes::drop);
  REQUIRE(dropped.bad.size() == 2);
  CHECK(dropped.bad[0].row == RowIndex(1));
  CHECK(dropped.bad[0].sample == SampleIndex(0));
  CHECK(dropped.bad[0].reason == "right 50 is outside the image of 20x10 pixels");
  CHECK_FALSE(dropped.bad[0].is_kept);
  CHECK(dropped.skipped[RowIndex(1)]);
  CHECK_FALSE(dropped.skipped[RowIndex(2)]);
  CHECK(dropped.boxes[SampleIndex(0)] == 1);
  const BoxAudit clipped = audit_of(rows, BadBoxes::clip);
  CHECK(clipped.bad[0].is_kept);
  CHECK_FALSE(clipped.skipped[RowIndex(1)]);
  CHECK(clipped.skipped[RowIndex(3)]);  // nothing of it is in the image
  CHECK(clipped.boxes[SampleIndex(0)] == 2);
  CHECK(clipped.boxes[SampleIndex(1)] == 1);
}

TEST_CASE("A box that a crop leaves out is counted, and its row is known") {
  ImageOptions options;
  options.resize.width = options.resize.height = 10;
  options.resize.fit = Fit::crop;  // the middle of the width
  const BoxAudit audit = audit_of("a.ppm,0,0,4,9\na.ppm,8,1,12,9\nb.ppm,6,0,9,9\n", BadBoxes::error, options);
  CHECK(audit.bad.empty());
  CHECK(audit.out_of_view[RowIndex(0)]);
  CHECK_FALSE(audit.out_of_view[RowIndex(1)]);
  CHECK(audit.left_out_by_crop == std::vector<std::uint64_t>{1});
  CHECK(audit.boxes[SampleIndex(0)] == 1);
}
