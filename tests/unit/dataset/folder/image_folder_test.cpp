// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/image_folder.hpp"

#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "dataset/folder/folder_table.hpp"
#include "dataset/splits/split_column.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace fs = std::filesystem;

namespace {

using Paths = std::vector<std::string>;

void write_all(const ScratchFolder& folder, const Paths& names) {
  for (const std::string& name : names) folder.write(name, "x");
}

Error error_of(const fs::path& root, Inputs inputs = Inputs::images) {
  try {
    walk_images(root, {}, inputs);
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error for " << root);
  throw std::logic_error("unreachable");
}

const Paths k_hostile_names{"-rf.jpg",  "a b.jpg",         "a,b.jpg",     "a\"b.jpg",
                            "a\nb.jpg", "caf\xC3\xA9.jpg", "caf\xE9.jpg", "\x1B[31mred.jpg",
                            "{}%s.jpg", "a\\b.jpg",        "...jpg.jpg",  std::string(251, 'n') + ".jpg",
                            "薔薇.JPG", " .jpg",           "a.tar.jpeg"};

}  // namespace

TEST_CASE("images are found in all sub-folders, sorted by their bytes", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"b.jpg", "a/z.PNG", "a.jpg", "a/b/c.webp", "a-b/x.JPEG", "B.bmp", "a0.tif", "é.ppm",
                     "z/1.jpg", "z/10.jpg", "z/2.jpg"});
  const ImageFolder images = walk_images(folder.path(), {});
  CHECK(images.paths == Paths{"B.bmp", "a-b/x.JPEG", "a.jpg", "a/b/c.webp", "a/z.PNG", "a0.tif", "b.jpg",
                              "z/1.jpg", "z/10.jpg", "z/2.jpg", "é.ppm"});
  CHECK(std::is_sorted(images.paths.begin(), images.paths.end()));
  CHECK(describe(images.skipped).empty());
}

TEST_CASE("known extensions count in any case, others are counted by kind", "[folder]") {
  for (const std::string name :
       {"a.jpg", "a.JPG", "a.jpeg", "a.jpe", "a.jfif", "a.png", "a.webp", "a.bmp", "a.dib", "a.tif", "a.TIFF",
        "a.pnm", "a.pbm", "a.pgm", "a.ppm", "a.npy", "a.b.jPg"}) {
    CAPTURE(name);
    CHECK(has_image_extension(name));
  }
  for (const std::string name :
       {"jpg", ".jpg", "a.jpg2", "a.jp", "a.heic", "a.gif", "ajpg", "a.", "", "a/.png", "a.jpg/"}) {
    CAPTURE(name);
    CHECK_FALSE(has_image_extension(name));
  }
  CHECK_FALSE(has_image_extension("a.npy", Inputs::images));
  CHECK(without_image_extension("x/a.b.JPEG") == "x/a.b");
  CHECK(without_image_extension("x/a.b") == "x/a.b");

  const ScratchFolder folder;
  write_all(folder, {"a.jpg", "b.heic", "c.HEIC", "d.txt", "noext", "e.npy"});
  const ImageFolder images = walk_images(folder.path(), {});
  CHECK(images.paths == Paths{"a.jpg"});
  CHECK(images.others.empty());
  CHECK(images.skipped.other_extensions ==
        std::map<std::string, std::uint64_t>{{"", 1}, {".heic", 2}, {".npy", 1}, {".txt", 1}});
  CHECK(describe(images.skipped) ==
        "skipped 5 files with other extensions (.heic 2, none 1, .npy 1, .txt 1)");
  CHECK(walk_images(folder.path(), {}, Inputs::images_and_arrays).paths == Paths{"a.jpg", "e.npy"});
}

TEST_CASE("hidden entries, __MACOSX and the output folder are skipped and counted", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"a.jpg", ".hidden.jpg", "._a.jpg", ".git/b.jpg", ".git/c.jpg", "__MACOSX/a.jpg",
                     "sub/__MACOSX/b.jpg", "sub/out/c.jpg", "sub/d.jpg"});
  const ImageFolder images = walk_images(folder.path(), folder / "sub/../sub/out");
  CHECK(images.paths == Paths{"a.jpg", "sub/d.jpg"});
  CHECK(images.skipped.hidden == 3);
  CHECK(images.skipped.macosx == 2);
  CHECK(images.skipped.output == 1);
  CHECK(describe(images.skipped) == "skipped 3 hidden entries, 2 __MACOSX folders, the output folder");
}

TEST_CASE("an output folder that is IMAGES itself, or not there yet, hides nothing", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"a.jpg"});
  CHECK(walk_images(folder.path(), folder.path()).paths == Paths{"a.jpg"});
  CHECK(walk_images(folder.path(), folder / "none").paths == Paths{"a.jpg"});
  CHECK(walk_images(folder.path(), folder.path().parent_path()).paths == Paths{"a.jpg"});
}

TEST_CASE("links are followed unless they loop or lead nowhere", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"in/a.jpg", "in/sub/b.jpg", "out/c.jpg"});
  fs::create_symlink(".", folder / "in/loop");
  fs::create_symlink("..", folder / "in/sub/up");
  fs::create_symlink("nothing.jpg", folder / "in/broken.jpg");
  fs::create_symlink("self.jpg", folder / "in/self.jpg");
  fs::create_symlink(folder / "out", folder / "in/away");
  fs::create_symlink("../out/c.jpg", folder / "in/file.jpg");
  fs::create_symlink("a.jpg", folder / "in/inside.jpg");
  fs::create_symlink("sub", folder / "in/again");
  REQUIRE(::mkfifo((folder / "in/pipe.jpg").c_str(), 0600) == 0);
  const ImageFolder images = walk_images(folder / "in", {});
  CHECK(images.paths == Paths{"a.jpg", "again/b.jpg", "away/c.jpg", "file.jpg", "inside.jpg", "sub/b.jpg"});
  CHECK(images.leaving.empty());
  CHECK(images.skipped.loops == 3);  // in/loop, in/sub/up, in/again/up
  CHECK(images.skipped.broken_links == 2);
  CHECK(images.skipped.special == 1);
  CHECK(describe(images.skipped) == "skipped 3 links that loop, 2 links to nothing, 1 device or pipe");

  const ImageFolder files = walk_files(folder / "in", {});
  CHECK(files.paths == images.paths);
  CHECK(files.leaving == std::vector<std::uint32_t>{2, 3});
  CHECK(files.leaves_root(3));
  CHECK_FALSE(files.leaves_root(4));
}

TEST_CASE("links that multiply paths without a loop are cut off", "[folder]") {
  const ScratchFolder folder;
  for (int i = 0; i < 20; ++i) {
    const std::string here = "d" + std::to_string(i);
    folder.write(here + "/a.jpg", "x");
    if (i == 0) continue;
    for (const std::string link : {"/l", "/m"}) {
      fs::create_symlink("../d" + std::to_string(i - 1), folder / (here + link));
    }
  }
  const ImageFolder images = walk_images(folder.path(), {});  // 2^20 paths without the limit
  CHECK(images.paths.size() < 20 * 70);
  CHECK(images.skipped.loops > 0);
}

TEST_CASE("IMAGES may be a link itself", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"in/a.jpg"});
  fs::create_directory_symlink("in", folder / "link");
  const ImageFolder files = walk_files(folder / "link", {});
  CHECK(files.paths == Paths{"a.jpg"});
  CHECK(files.leaving.empty());
}

TEST_CASE("files of other extensions are kept where rows may name them", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"b.jpg", "a.dat", "z/scan", "labels.csv", ".hidden"});
  const ImageFolder files = walk_files(folder.path(), {});
  CHECK(files.paths == Paths{"b.jpg"});
  CHECK(files.others == Paths{"a.dat", "labels.csv", "z/scan"});
  CHECK(files.path(0) == "b.jpg");
  CHECK(files.path(3) == "z/scan");
}

TEST_CASE("names are bytes", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, k_hostile_names);
  Paths sorted = k_hostile_names;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::find(sorted.begin(), sorted.end(), "...jpg.jpg"));  // hidden
  CHECK(walk_images(folder.path(), {}).paths == sorted);
}

TEST_CASE("a folder that can't be used is reported with the reason", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"file", "text/a.txt", "phone/a.HEIC", "phone/.b.jpg", "zipped/a.zip", "arrays/a.npy",
                     "shards/a.tfrec"});
  fs::create_directory(folder / "empty");
  CHECK(error_of(folder / "none").kind() == ErrorKind::usage);
  CHECK(error_of(folder / "none").path() == (folder / "none").string());
  CHECK(error_of(folder / "none").message() == "no such folder");
  CHECK(error_of(folder / "file").kind() == ErrorKind::usage);
  CHECK(error_of(folder / "file").message() == "is not a folder of images");
  CHECK(error_of(folder / "empty").kind() == ErrorKind::bad_data);
  CHECK(error_of(folder / "empty").path() == (folder / "empty").string());
  CHECK(error_of(folder / "empty").message() == "no image in this folder");
  CHECK_THAT(error_of(folder / "empty").hint(), Catch::ContainsSubstring(".jpg .jpeg .png"));
  CHECK(error_of(folder / "text").message() ==
        "no image in this folder (skipped 1 file with another extension (.txt 1))");
  CHECK(error_of(folder / "phone").message() ==
        "no image in this folder (skipped 1 hidden entry, 1 file with another extension (.heic 1))");
  CHECK(error_of(folder / "phone").hint() == "convert them to JPEG or PNG first");
  CHECK_THAT(error_of(folder / "zipped").hint(), Catch::ContainsSubstring("unpack"));
  CHECK_THAT(error_of(folder / "arrays").hint(), Catch::ContainsSubstring("--layout xy"));
  CHECK_THAT(error_of(folder / "shards").hint(),
             Catch::ContainsSubstring("`tfrec extract` saves their images"));
}

TEST_CASE("a sub-folder that can't be read is an error, not a gap", "[folder]") {
  if (::geteuid() == 0) return;  // root reads everything
  const ScratchFolder folder;
  write_all(folder, {"a.jpg", "shut/b.jpg"});
  fs::permissions(folder / "shut", fs::perms::none);
  const Error error = error_of(folder.path());
  fs::permissions(folder / "shut", fs::perms::owner_all);
  CHECK(error.kind() == ErrorKind::machine);
  CHECK_THAT(error.path(), Catch::ContainsSubstring("shut"));
}

TEST_CASE("without a CSV, sub-folders are the classes", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"rose/a.jpg", "rose/deep/b.jpg", "daisy/c.jpg"});
  const ImageFolder images = walk_images(folder.path(), {});
  const auto table = folder_table(images);
  CHECK(table->columns() == Paths{"image", "class"});
  REQUIRE(table->rows() == 3);
  CHECK(table->cells(RowIndex(0)) == Paths{"daisy/c.jpg", "daisy"});
  CHECK(table->cells(RowIndex(2)) == Paths{"rose/deep/b.jpg", "rose"});
  CHECK(table->line(RowIndex(2)) == FileLine(3));
  CHECK(table->place(RowIndex(0)) == (folder / "daisy/c.jpg").string());
  std::string all;
  table->for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    all += std::to_string(row.value()) + ":" + std::string(cells[0]) + "=" + std::string(cells[1]) + " ";
  });
  CHECK(all == "0:daisy/c.jpg=daisy 1:rose/a.jpg=rose 2:rose/deep/b.jpg=rose ");
  CHECK_FALSE(doubt_about_folder_classes(images));
}

TEST_CASE("without a CSV, a flat folder has no classes", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"a.jpg", "b.jpg"});
  const ImageFolder images = walk_images(folder.path(), {});
  const auto table = folder_table(images);
  CHECK(table->columns() == Paths{"image"});
  CHECK(table->cells(RowIndex(1)) == Paths{"b.jpg"});
  CHECK_FALSE(doubt_about_folder_classes(images));
}

TEST_CASE("without a CSV, images beside class folders are an error", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"rose/a.jpg", "daisy/c.jpg", "stray.jpg"});
  const ImageFolder images = walk_images(folder.path(), {});
  try {
    folder_table(images);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_data);
    CHECK(error.path() == folder.path().string());
    CHECK(
        error.message() ==
        "2 images lie in sub-folders, which would be the classes, but 1 lies beside them, first 'stray.jpg'");
    CHECK_THAT(error.hint(), Catch::ContainsSubstring("--labels FILE.csv"));
  }
}

TEST_CASE("without a CSV, a class folder that a link leads to again is an error", "[folder]") {
  const auto refusal = [](const ImageFolder& images) {
    try {
      const auto splits = recognise_split_folders(images.paths);
      splits ? split_folder_table(images, *splits) : folder_table(images);
      return std::string();
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::bad_data);
      CHECK_THAT(error.hint(), Catch::ContainsSubstring("--labels FILE.csv"));
      return fs::path(error.path()).lexically_relative(images.root).string() + " " + error.message();
    }
  };
  const ScratchFolder folder;
  write_all(folder,
            {"a/cat/deep/1.jpg", "a/dog/2.jpg", "a/dog/notes/text.txt", "b/train/3.jpg", "c/cat/4.jpg"});
  fs::create_symlink("../dog/notes", folder / "a/cat/notes");  // without images
  CHECK(refusal(walk_images(folder / "a", {})).empty());
  fs::create_symlink("cat", folder / "a/katze");
  const std::string both = ": its images would have the labels of both";
  CHECK(refusal(walk_images(folder / "a", {})) == "katze is the same folder as 'cat'" + both);
  fs::create_symlink("train", folder / "b/test");
  CHECK(refusal(walk_images(folder / "b", {})) == "train is the same folder as 'test'" + both);
  fs::create_symlink("../a/dog", folder / "c/dog");  // one path leads to each
  CHECK(refusal(walk_images(folder / "c", {})).empty());
  CHECK(walk_files(folder / "a", {}).paths.size() == 3);  // with a CSV, rows choose among the paths
}

TEST_CASE("sub-folders that hardly are classes raise a doubt", "[folder]") {
  const ScratchFolder folder;
  write_all(folder, {"wrapped/flowers/rose/a.jpg", "wrapped/flowers/daisy/b.jpg", "single/rose/a.jpg"});
  const auto doubt = [&](std::string_view name) {
    return doubt_about_folder_classes(walk_images(folder / name, {})).value_or("");
  };
  CHECK(doubt("wrapped") == "there is only one class, 'flowers'; if its sub-folders are the classes, give " +
                                (folder / "wrapped/flowers").string() + " instead");
  const std::string advice =
      ": the first folder is the class, and those below it are ignored; if the first folders are splits, "
      "rename "
      "them to train, val or test; else give the labels with --labels FILE.csv";
  write_all(folder,
            {"parts/one/cats/1.jpg", "parts/one/dogs/1.jpg", "parts/two/cats/2.jpg", "parts/two/dogs/2.jpg"});
  CHECK(doubt("parts") == "'one' and 'two' both contain folders 'cats', 'dogs'" + advice);
  write_all(folder, {"seg/seg_test/seg_test/sea/1.jpg", "seg/seg_test/seg_test/street/1.jpg",
                     "seg/seg_train/seg_train/sea/2.jpg", "seg/seg_train/seg_train/street/2.jpg"});
  CHECK(doubt("seg") == "'seg_test' and 'seg_train' both contain folders 'sea', 'street'" + advice);
  write_all(folder, {"fine/cat/images/1.jpg", "fine/dog/images/1.jpg"});
  CHECK(doubt("fine").empty());
  write_all(folder, {"mixed/cat/2021/1.jpg", "mixed/cat/2022/1.jpg", "mixed/cat/1.jpg",
                     "mixed/dog/2021/1.jpg", "mixed/dog/2022/1.jpg"});
  CHECK(doubt("mixed").empty());
  CHECK(doubt("single") == "there is only one class, 'rose'");
}
