// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/audit.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace {

ImageFolder folder_with(std::vector<std::string> paths) {
  ImageFolder folder;
  folder.root = "images";
  folder.paths = std::move(paths);
  return folder;
}

/// A CSV, the images it is held against, and the audit of both.
struct Case {
  Case(const std::string& csv, std::vector<std::string> paths, const AuditOptions& options = {})
      : table(read_csv_table(scratch.write("labels.csv", csv))),
        images(folder_with(std::move(paths))),
        audit(audit_join(*table, 0, images, join_images(*table, 0, images), options)) {}

  std::string place(int line) const { return (scratch / "labels.csv").string() + ":" + std::to_string(line); }

  const Finding& finding(FindingKind kind) const {
    for (const Finding& found : audit.findings) {
      if (found.kind == kind) return found;
    }
    FAIL("no finding of kind " << static_cast<int>(kind));
    throw std::logic_error("unreachable");
  }

  ScratchFolder scratch;
  std::unique_ptr<Table> table;
  ImageFolder images;
  Audit audit;
};

}  // namespace

TEST_CASE("rows and images that go together give no finding", "[audit]") {
  const Case good("image,n\na,1\nb,2\n", {"a.jpg", "b.jpg"});
  CHECK(good.audit.passed());
  CHECK(good.audit.findings.empty());
  CHECK(good.audit.rows == 2);
  CHECK(good.audit.images == 2);
  CHECK(good.audit.images_used == 2);
}

TEST_CASE("rows without an image are an error that names the nearest", "[audit]") {
  const Case bad("image,n\na,1\nbb.jpg,2\n,3\n.hidden.jpg,4\nzzzzzz,5\n", {"a.jpg", "b.jpg"});
  CHECK_FALSE(bad.audit.passed());
  const Finding& missing = bad.finding(FindingKind::rows_without_image);
  CHECK(missing.is_error);
  CHECK(missing.count == 4);
  CHECK(missing.summary == "4 of 5 rows have no image");
  REQUIRE(missing.examples.size() == 4);
  CHECK(missing.examples[0].place == bad.place(3));
  CHECK(missing.examples[0].message == "no image for 'bb.jpg' (nearest: 'b.jpg')");
  CHECK(missing.examples[0].brief == "line 3 'bb.jpg'");
  CHECK(missing.examples[1].message == "no image: column 'image' is empty");
  CHECK(missing.examples[2].message == "no image for '.hidden.jpg' (hidden files are skipped)");
  CHECK(missing.examples[3].message == "no image for 'zzzzzz'");
  const Error error = audit_error(bad.audit);
  CHECK(error.kind() == ErrorKind::bad_data);
  CHECK(error.path() == bad.place(3));
  CHECK(error.message() ==
        "no image for 'bb.jpg' (nearest: 'b.jpg'); 4 of 5 rows have no image, also line 4 '', line 5 "
        "'.hidden.jpg', "
        "line 6 'zzzzzz'");
  CHECK(error.hint() == "fix the rows; to skip rows without an image: --allow-missing-images");
}

TEST_CASE("one row without an image is reported in one breath", "[audit]") {
  const Case bad("image,n\na,1\nnone,2\n", {"a.jpg"});
  CHECK(audit_error(bad.audit).message() == "no image for 'none'");
}

TEST_CASE("missing images can be allowed", "[audit]") {
  const Case allowed("image,n\na,1\nnone,2\n", {"a.jpg"}, {true, false, false, 5});
  CHECK(allowed.audit.passed());
  const Finding& missing = allowed.finding(FindingKind::rows_without_image);
  CHECK_FALSE(missing.is_error);
  CHECK(missing.summary == "1 of 2 rows has no image and is left out");
  CHECK(missing.hint.empty());
}

TEST_CASE("examples stay few, counts stay true", "[audit]") {
  std::string csv = "image\n";
  for (int i = 0; i < 100; ++i) csv += "missing" + std::to_string(i) + "\n";
  const Case bad(csv, {"a.jpg"}, {false, false, false, 3});
  const Finding& missing = bad.finding(FindingKind::rows_without_image);
  CHECK(missing.count == 100);
  CHECK(missing.examples.size() == 3);
  CHECK(
      audit_error(bad.audit).message() ==
      "no image for 'missing0'; 100 of 100 rows have no image, also line 3 'missing1', line 4 'missing2', …");
  CHECK_THAT(missing.hint, Catch::ContainsSubstring("--image-column NAME"));
  CHECK_THAT(missing.hint, Catch::ContainsSubstring("'images'"));
}

TEST_CASE("the hint knows the usual reasons", "[audit]") {
  const Case extension("image\na.png\nb.jpg\n", {"a.jpg", "b.jpg"});
  CHECK_THAT(audit_error(extension.audit).hint(),
             Catch::ContainsSubstring("its image has another extension: write that extension, or none"));
  const Case front("image\ndata/a.jpg\n", {"a.jpg"});
  CHECK_THAT(audit_error(front.audit).hint(), Catch::ContainsSubstring("take 'data/' off the front"));

  const Case latin("image\ncaf\xE9\n", {"caf\xC3\xA9.jpg"});
  CHECK_THAT(audit_error(latin.audit).hint(), Catch::ContainsSubstring("the CSV is not UTF-8"));
  const Case mac("image\nother\ncaf\xC3\xA9\n", {"cafe\xCC\x81.jpg", "other.jpg"});
  CHECK_THAT(audit_error(mac.audit).message(), Catch::ContainsSubstring("nearest: 'cafe\xCC\x81.jpg'"));
  CHECK_THAT(audit_error(mac.audit).hint(), Catch::ContainsSubstring("accents are stored in two ways"));

  const Case windows("image\nsub\\a.jpg\n", {"a.jpg"});
  CHECK_THAT(audit_error(windows.audit).hint(), Catch::ContainsSubstring("take 'sub/' off the front"));
  const Case blanks("image\na.jpg \n", {"a.jpg"});
  CHECK_THAT(audit_error(blanks.audit).hint(),
             Catch::ContainsSubstring("remove the blanks around the values"));
  for (const char* value : {"A.JPG", "A", "SUB/a.jpg", "Sub/A"}) {
    const Case upper("image\n" + std::string(value) + "\n", {"sub/a.jpg"});
    CHECK_THAT(audit_error(upper.audit).hint(),
               Catch::ContainsSubstring("upper and lower case count: the image is called 'sub/a.jpg'"));
  }

  const ScratchFolder scratch;
  scratch.write("pictures/a.jpg", "x");
  const auto table = read_csv_table(scratch.write("labels.csv", "image\npictures/a\n"));
  const ImageFolder images = walk_files(scratch / "pictures", {});
  const Audit audit = audit_join(*table, 0, images, join_images(*table, 0, images), {});
  CHECK_THAT(audit_error(audit).hint(),
             Catch::ContainsSubstring("give " + scratch.path().string() + " as the folder of images"));
}

TEST_CASE("an ambiguous value names its candidates, allowed or not", "[audit]") {
  const Case bad("image\nx\n", {"1/x.jpg", "2/x.jpg", "3/x.png", "4/x.jpg"}, {true, true, false, 5});
  const Finding& ambiguous = bad.finding(FindingKind::rows_ambiguous);
  CHECK(ambiguous.is_error);
  CHECK(ambiguous.summary == "1 of 1 row means several images");
  CHECK(ambiguous.examples[0].message == "'x' means several images: '1/x.jpg', '2/x.jpg', '3/x.png', …");
  CHECK(ambiguous.hint == "write the path relative to the folder of images, such as '1/x.jpg'");
}

TEST_CASE("a value that leaves the folder is refused, allowed or not", "[audit]") {
  const Case bad("image\n../x.jpg\n/etc/x.jpg\n", {"a.jpg"}, {true, true, false, 5});
  const Finding& leaving = bad.finding(FindingKind::rows_leaving_folder);
  CHECK(leaving.is_error);
  CHECK(leaving.count == 2);
  CHECK(leaving.summary == "2 of 2 rows name files outside the folder of images");
  CHECK(leaving.examples[0].message == "'../x.jpg' is outside the folder of images");
  CHECK_THAT(leaving.hint, Catch::ContainsSubstring("use the parent folder as IMAGES"));
}

TEST_CASE("one image in several rows is an error unless allowed", "[audit]") {
  const std::string csv = "image,n\na,1\nb,2\na.jpg,3\na,4\n";
  const Case bad(csv, {"a.jpg", "b.jpg"});
  const Finding& repeats = bad.finding(FindingKind::repeated_images);
  CHECK(repeats.is_error);
  CHECK(repeats.count == 2);
  CHECK(repeats.summary == "2 of 4 rows name an image of an earlier row");
  CHECK(repeats.examples[0].place == bad.place(4));
  CHECK(repeats.examples[0].message == "'a.jpg' is already the image of line 2");
  CHECK(repeats.hint ==
        "for one record with all rows of an image: --record-per image; for one record per row: "
        "--allow-repeats");
  CHECK(bad.audit.images_used == 2);
  CHECK(bad.audit.findings.size() == 1);
  const Case allowed(csv, {"a.jpg", "b.jpg"}, {false, true, false, 5});
  CHECK(allowed.audit.passed());
  CHECK_FALSE(allowed.finding(FindingKind::repeated_images).is_error);
}

TEST_CASE("rows that are equal in every cell are reported apart from other repeats", "[audit]") {
  const Case bad("image,n,m\na,1,\na,1,\na,,1\na,1,\nb,1,1\n", {"a.jpg", "b.jpg"});
  const Finding& equal = bad.finding(FindingKind::repeated_rows);
  CHECK_FALSE(equal.is_error);
  CHECK(equal.count == 2);
  CHECK(equal.summary == "2 of 5 rows equal earlier ones");
  REQUIRE(equal.examples.size() == 2);
  CHECK(equal.examples[0].place == bad.place(3));
  CHECK(equal.examples[1].place == bad.place(5));
}

TEST_CASE("images without a row are left out, or an error under strict", "[audit]") {
  const Case unused_only("image\nb\n", {"a.jpg", "b.jpg", "c.jpg"});
  CHECK(unused_only.audit.passed());
  const Finding& unused = unused_only.finding(FindingKind::images_without_row);
  CHECK(unused.summary == "2 of 3 images have no row and are left out");
  CHECK(unused.examples[0].place == "images/a.jpg");
  CHECK(unused.examples[0].message == "no row for 'a.jpg'");

  const Case strict("image\nb\n", {"a.jpg", "b.jpg", "c.jpg"}, {false, false, true, 5});
  CHECK_FALSE(strict.audit.passed());
  const Error error = audit_error(strict.audit);
  CHECK(error.path() == "images/a.jpg");
  CHECK(error.message() == "no row for 'a.jpg'; 2 of 3 images have no row, also 'c.jpg'");
  CHECK_THAT(error.hint(), Catch::ContainsSubstring("--strict"));
}

TEST_CASE("several kinds of errors are reported at once", "[audit]") {
  const Case bad("image\na\na\nnone\n../b\n", {"a.jpg", "b.jpg"}, {false, false, true, 5});
  CHECK(audit_error(bad.audit).path() == bad.place(4));
  CHECK(audit_error(bad.audit).message() ==
        "no image for 'none'; 1 of 4 rows names a file outside the folder of images, line 5 '../b'; "
        "1 of 4 rows names an image of an earlier row, line 3 'a'; 1 of 2 images has no row, 'b.jpg'");
}

TEST_CASE("the hint covered only the first of several kinds of errors", "[audit]") {
  const Case bad("image\na\na\nnone\n", {"a.jpg"}, {false, false, false, 5});
  CHECK(
      audit_error(bad.audit).hint() ==
      "fix the rows; to skip rows without an image: --allow-missing-images; for one record with all rows of "
      "an image: --record-per image; for one record per row: --allow-repeats");
}

TEST_CASE("hostile names are made safe in every text", "[audit]") {
  const Case bad("image\n\x1B[31mred\n\"two\nlines\"\n", {"\x1B[31mred.png.jpg"});
  const Error error = audit_error(bad.audit);
  for (const std::string& text : {error.message(), error.hint()}) {
    CHECK(text.find('\x1B') == std::string::npos);
    CHECK(text.find('\n') == std::string::npos);
  }
  CHECK_THAT(error.message(), Catch::ContainsSubstring("'\\x1B[31mred'"));
  CHECK_THAT(error.message(), Catch::ContainsSubstring("line 3 'two\\nlines'"));
}
