// SPDX-License-Identifier: Apache-2.0
// What the audit of a build tells without failing.
#include <string>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using tfrec::test::jpeg_image;
using tfrec::test::run_tfrec;
using tfrec::test::RunResult;
using tfrec::test::ScratchFolder;

TEST_CASE("Examples of what the audit tells name the line of the table") {
  const ScratchFolder scratch;
  scratch.write("images/a.jpg", jpeg_image(8, 8));
  scratch.write("images/b.jpg", jpeg_image(8, 8, 1));
  scratch.write("labels.csv", "image,tag\na,1\na,2\na,2\nc,1\n");
  const RunResult result = run_tfrec({"build", "images", "--labels", "labels.csv", "--name", "f", "-o", "out",
                                      "--allow-repeats", "--allow-missing-images"},
                                     in(scratch));
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("1 shard, 3 records"));
  for (const char* told :
       {"2 of 4 rows name an image that an earlier row has, for instance labels.csv:3: "
        "'a.jpg' is the image of line "
        "2 already",
        "1 of 4 rows equals an earlier one in every cell, for instance labels.csv:4: the "
        "row equals an earlier one",
        "1 of 4 rows has no image and is left out, for instance labels.csv:5: no image for 'c'",
        "1 of 2 images has no row and is left out, for instance no row for 'b.jpg'"}) {
    CHECK_THAT(result.err, Catch::ContainsSubstring(told));
  }
}
