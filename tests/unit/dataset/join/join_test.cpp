// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/join.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/join/image_index.hpp"
#include "dataset/join/nearest_image.hpp"
#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace fs = std::filesystem;

namespace {

/// The path of the image that `value` matches, or the reason in brackets.
std::string joined(const ImageFolder& images, const std::string& value) {
  std::string cell = "\"";
  for (const char c : value) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", "n,image\n1," + cell + "\"\n"));
  const Join join = join_images(*table, 1, images);
  REQUIRE(join.image_of_row.size() == 1);
  if (join.image_of_row[RowIndex(0)] != k_no_image) {
    CHECK(join.unmatched.empty());
    CHECK(join.by_path + join.by_name + join.by_stem == 1);
    return images.path(join.image_of_row[RowIndex(0)]);
  }
  REQUIRE(join.unmatched.size() == 1);
  switch (join.unmatched[0].reason) {
    case NoImage::empty:
      return "(empty)";
    case NoImage::not_found:
      return "(not found)";
    case NoImage::ambiguous:
      return "(ambiguous)";
    case NoImage::leaves:
      return "(leaves)";
  }
  return {};
}

ImageFolder folder_of(std::vector<std::string> paths, std::vector<std::string> others = {}) {
  ImageFolder folder;
  folder.root = "images";
  folder.paths = std::move(paths);
  folder.others = std::move(others);
  return folder;
}

}  // namespace

TEST_CASE("a value matches a relative path, a name, or a name without its extension", "[join]") {
  const ImageFolder images = folder_of({"a.jpg", "b.v2.JPEG", "dup.jpg", "s/dup.jpg", "s/one.png",
                                        "s/twin.jpg", "t/both.jpg", "t/both.png", "t/twin.jpg", "t/x.y.jpg"},
                                       {"data.bin", "s/one", "s/scan.dcm", "t/scan.dcm", "t/z.dcm"});
  const std::vector<std::pair<std::string, std::string>> cases{
      {"a.jpg", "a.jpg"},
      {"a", "a.jpg"},
      {"./a.jpg", "a.jpg"},
      {".//a.jpg", "a.jpg"},
      {"s/one.png", "s/one.png"},
      {"one.png", "s/one.png"},
      {"s\\one.png", "s/one.png"},
      {".\\s\\one.png", "s/one.png"},
      {"s/./one.png", "s/one.png"},
      {"b.v2", "b.v2.JPEG"},
      {"b.v2.JPEG", "b.v2.JPEG"},
      {"t/x.y", "t/x.y.jpg"},
      {"x.y", "t/x.y.jpg"},
      {"dup.jpg", "dup.jpg"},  // the path; s/dup.jpg only has the name
      {"dup", "(ambiguous)"},  // but a stem is no path
      {"s/dup", "s/dup.jpg"},
      {"twin.jpg", "(ambiguous)"},
      {"twin", "(ambiguous)"},
      {"t/twin", "t/twin.jpg"},
      {"both", "(ambiguous)"},
      {"t/both", "(ambiguous)"},
      {"both.png", "t/both.png"},
      {"data.bin", "data.bin"},  // any extension, where a row names it
      {"data", "(not found)"},   // but whole
      {"s/scan.dcm", "s/scan.dcm"},
      {"scan.dcm", "(ambiguous)"},
      {"z.dcm", "t/z.dcm"},
      {"one", "s/one"},  // a whole name before one without its extension
      {"a.JPG", "(not found)"},
      {"a.jpeg", "(not found)"},
      {"A.jpg", "(not found)"},
      {" a.jpg", "(not found)"},
      {"a.jpg ", "(not found)"},
      {"s", "(not found)"},
      {"", "(empty)"},
      {".", "(not found)"},
      {"/", "(leaves)"},
      {"/a.jpg", "(leaves)"},
      {"../a.jpg", "(leaves)"},
      {"s/../a.jpg", "(leaves)"},
      {"..", "(leaves)"},
      {"..\\a.jpg", "(leaves)"},
      {"\\a.jpg", "(leaves)"},
      {"C:\\a.jpg", "(not found)"},
      {"..a.jpg", "(not found)"},
  };
  for (const auto& [value, expected] : cases) {
    CAPTURE(value);
    CHECK(joined(images, value) == expected);
  }
}

TEST_CASE("names are matched as bytes", "[join]") {
  const std::vector<std::string> names{
      "-rf.jpg",         "a b.jpg",     "a,b.jpg",  "a\"b.jpg", "a\nb.jpg",
      "caf\xC3\xA9.jpg", "caf\xE9.jpg", "a\\b.jpg", "{}%s.jpg", std::string(251, 'n') + ".jpg"};
  const ImageFolder images = folder_of(names);
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(joined(images, name) == name);
    CHECK(joined(images, name.substr(0, name.size() - 4)) == name);
  }
}

TEST_CASE("a value that a link leads out of the folder is refused", "[join]") {
  const ScratchFolder folder;
  folder.write("in/a.jpg", "x");
  folder.write("in/plain.bin", "x");
  folder.write("out/b.jpg", "x");
  folder.write("out/c.bin", "x");
  fs::create_symlink("../out", folder / "in/away");
  fs::create_symlink("a.jpg", folder / "in/inside.jpg");
  const ImageFolder images = walk_files(folder / "in", {});
  CHECK(joined(images, "a") == "a.jpg");
  CHECK(joined(images, "inside.jpg") == "inside.jpg");
  CHECK(joined(images, "plain.bin") == "plain.bin");
  CHECK(joined(images, "away/b.jpg") == "(leaves)");
  CHECK(joined(images, "b") == "(leaves)");
  CHECK(joined(images, "c.bin") == "(leaves)");
}

TEST_CASE("matches are counted by how they matched", "[join]") {
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", "image\ns/a.jpg\na.jpg\na\ns/a\n\nnone\n"));
  const Join join = join_images(*table, 0, folder_of({"s/a.jpg"}));
  CHECK(join.image_of_row == std::vector<std::uint32_t>{0, 0, 0, 0, k_no_image, k_no_image});
  CHECK(join.by_path == 1);
  CHECK(join.by_name == 1);
  CHECK(join.by_stem == 2);
  REQUIRE(join.unmatched.size() == 2);
  CHECK(join.unmatched[0].row == RowIndex(4));
  CHECK(join.unmatched[0].reason == NoImage::empty);
  CHECK(join.unmatched[1].row == RowIndex(5));
  CHECK(join.unmatched[1].reason == NoImage::not_found);
}

TEST_CASE("a folder without any image is an error by itself", "[join]") {
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", "image\na\nb.bin\n"));
  CHECK(join_images(*table, 0, folder_of({}, {"b.bin"})).image_of_row ==
        std::vector<std::uint32_t>{k_no_image, 0});
  try {
    join_images(*table, 0, folder_of({}, {"c.bin"}));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_data);
    CHECK(error.path() == "images");
    CHECK(error.message() == "no image in this folder");
  }
}

TEST_CASE("a million equal names cost no more than others", "[join]") {
  std::vector<std::string> paths;
  for (int i = 0; i < 300'000; ++i) paths.push_back(std::to_string(i) + "/img.jpg");
  const ImageFolder images = folder_of(std::move(paths));
  const ImageIndex index(images);
  CHECK(index.find("img.jpg").outcome == ImageIndex::Outcome::several);
  CHECK(index.find("img").outcome == ImageIndex::Outcome::several);
  CHECK(index.find("299999/img").outcome == ImageIndex::Outcome::one);
  CHECK(images_called(images, "img", 4) == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("the nearest image is the one people mean", "[join]") {
  const ImageFolder images =
      folder_of({"IMG_0001.jpg", "IMG_0002.jpg", "IMG_0002.png", "rose.jpg", "sub/tulip.JPG"});
  const auto near = [&](std::string_view value) {
    const auto image = nearest_image(value, images);
    return image ? images.path(*image) : "(none)";
  };
  CHECK(near("IMG_0001.png") == "IMG_0001.jpg");  // the stem counts first
  CHECK(near("img_0001.JPG") == "IMG_0001.jpg");  // then case
  CHECK(near("rosse.jpg") == "rose.jpg");
  CHECK(near("rosé.jpg") == "rose.jpg");
  CHECK(near("tulipe") == "sub/tulip.JPG");
  CHECK(near("TULIP") == "sub/tulip.JPG");
  CHECK(near("other/tulip.JPG") == "sub/tulip.JPG");
  CHECK(near("other/deep/folders/tulip.JPG") == "sub/tulip.JPG");
  CHECK(near("images/rose") == "rose.jpg");
  CHECK(near("sub/tulp.jpg") == "sub/tulip.JPG");
  CHECK(near("xyz") == "(none)");
  CHECK(near("") == "(none)");
  CHECK(near(std::string(64, 'a')) == "(none)");
  CHECK(near(std::string(65, 'a')) == "(none)");
}

TEST_CASE("accents stored in another way do not hide the image meant", "[join]") {
  const ImageFolder images = folder_of({"axe.jpg", "e\xCC\x81te\xCC\x81.jpg", "zoo.jpg"});
  CHECK(nearest_image("\xC3\xA9t\xC3\xA9", images) == 1U);
  CHECK(nearest_image("\xC3\xA9t\xC3\xA9.jpg", images) == 1U);
}

TEST_CASE("edit distances hold up to 64 bytes", "[join]") {
  const std::string name = std::string(60, 'n') + ".jpg";
  const ImageFolder images = folder_of({std::string(40, 'n') + std::string(20, 'm') + ".jpg", name});
  CHECK(nearest_image(std::string(59, 'n') + "x.jpg", images) == 1U);
  CHECK(nearest_image(std::string(41, 'n') + std::string(19, 'm') + ".jpg", images) == 0U);
  CHECK(nearest_image("x" + std::string(59, 'n') + ".jpg", images) == 1U);
}

TEST_CASE("an absolute path below the folder names its image, also through a link to the folder", "[join]") {
  const ScratchFolder scratch;
  fs::create_directories(scratch / "real/sub");
  fs::create_directory_symlink(scratch / "real", scratch / "linked");
  ImageFolder images = folder_of({"sub/a.jpg"});
  images.root = scratch / "linked";
  CHECK(joined(images, (scratch / "linked/sub/a.jpg").string()) == "sub/a.jpg");
  CHECK(joined(images, fs::canonical(scratch / "real/sub").string() + "/a.jpg") == "sub/a.jpg");
  CHECK(joined(images, (scratch / "linked/sub/../sub/a.jpg").string()) == joined(images, "../a.jpg"));
  CHECK(joined(images, (scratch / "linkedsub/a.jpg").string()) == joined(images, "../a.jpg"));
}
