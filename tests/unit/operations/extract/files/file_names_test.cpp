// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/file_names.hpp"

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// The path of a file with this text and content; "" if it has none yet.
std::string path_of(FileNames& names, const std::string& text, const std::string& content) {
  StoredFile file{.is_there = true, .text = text, .sha256 = content};
  names.name_by_text(file);
  return file.path;
}

}  // namespace

TEST_CASE("Files have the paths of their texts, equal ones the same") {
  FileNames names;
  CHECK(path_of(names, "d/a.npy", "1") == "d/a.npy");
  CHECK(path_of(names, "d/a.npy", "2") == "d/a-2.npy");
  CHECK(path_of(names, "d/a.npy", "1") == "d/a.npy");
  CHECK(path_of(names, "d", "1") == "d-2");
  CHECK(path_of(names, "D/A.npy", "1") == "D/A-3.npy");
  StoredFile again{.is_there = true, .text = "d/a.npy", .sha256 = "2"};
  names.name_by_text(again);
  CHECK(again.is_again);
}

TEST_CASE("Paths of files stay in their folder") {
  FileNames names;
  CHECK(path_of(names, "../../a", "1") == "a");
  CHECK(path_of(names, "/etc/passwd", "1") == "etc/passwd");
  CHECK(path_of(names, "etc/passwd/x", "1") == "etc_passwd_x");
  CHECK(path_of(names, "..", "1").empty());
  CHECK(path_of(names, "", "1").empty());
  CHECK(path_of(names, "=a", "1") == "_=a");
  CHECK(path_of(names, "a." + std::string(300, 'x'), "1") == std::string(180, 'x'));
}

TEST_CASE("A file without a text is named by its image and its content") {
  FileNames names;
  CHECK(path_of(names, "b/p.txt", "1") == "b/p.txt");
  StoredFile file{.is_there = true, .extension = ".txt"};
  names.name_by_image(file, "b/p.jpg");
  CHECK(file.path == "b/p-2.txt");
  CHECK(extension_of("\x93NUMPY") == ".npy");
  CHECK(extension_of("\xFF\xD8\xFF") == ".jpg");
  CHECK(extension_of("a line\n") == ".txt");
  CHECK(extension_of("") == ".bin");
}
