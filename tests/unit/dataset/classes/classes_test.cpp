// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/classes.hpp"

#include <string>
#include <vector>

#include "dataset/table/csv_table.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace {

using Names = std::vector<std::string>;
using Groups = std::vector<Names>;

Names sorted(Names names) {
  sort_class_names(names);
  return names;
}

template <typename Act>
Error error_of(const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error");
  throw std::logic_error("unreachable");
}

}  // namespace

TEST_CASE("class names sort by their bytes, or as numbers where all are", "[classes]") {
  CHECK(sorted({"tulip", "Rose", "daisy", "élan"}) == Names{"Rose", "daisy", "tulip", "élan"});
  CHECK(sorted({"10", "9", "-1", "100"}) == Names{"-1", "9", "10", "100"});
  CHECK(sorted({"10", "9", "x"}) == Names{"10", "9", "x"});
  CHECK(sorted({"1.5", "10", "0.25", "1e1"}) == Names{"0.25", "1.5", "10", "1e1"});
  CHECK(sorted({"1", "01", "1.0"}) == Names{"01", "1", "1.0"});
  CHECK(sorted({"9223372036854775807", "9223372036854775806"}) ==
        Names{"9223372036854775806", "9223372036854775807"});
  CHECK(sorted({"10", "9", "nan"}) == Names{"10", "9", "nan"});
}

TEST_CASE("a class list gives places from 0 in its order", "[classes]") {
  const ClassList classes(Names{"b", "a", "c"});
  CHECK(classes.place_of("b") == 0);
  CHECK(classes.place_of("c") == 2);
  CHECK_FALSE(classes.place_of("B"));
  CHECK_FALSE(classes.place_of(""));
  CHECK(classes_file_content(classes, false) == "b\na\nc\n");
  CHECK(classes_file_content(classes, true) == "id,name\n0,b\n1,a\n2,c\n");
  CHECK(error_of([] { ClassList(Names{"a", "a"}); }).message() == "class 'a' comes twice");
  CHECK(error_of([] { ClassList(Names{"a", ""}); }).message() == "class 1 has no name");
  CHECK(error_of([] { ClassList(Names{"a\nb"}); }).message() == "class 'a\\nb' contains a line break");
}

TEST_CASE("a column's classes are its distinct values", "[classes]") {
  const ScratchFolder folder;
  const auto table =
      read_csv_table(folder.write("labels.csv", "i,c\n1,rose\n2,daisy\n3,\n4,rose\n5,\"rose \"\n"));
  CHECK(classes_of_column(*table, 1).names() == Names{"daisy", "rose", "rose "});
  const auto broken = read_csv_table(folder.write("broken.csv", "i,c\n1,a\n2,\"b\nc\"\n"));
  const Error error = error_of([&] { classes_of_column(*broken, 1); });
  CHECK(error.kind() == ErrorKind::bad_data);
  CHECK(error.path() == (folder / "broken.csv").string() + ":3");
  CHECK(error.message() ==
        "column 'c': class 'b\\nc' contains a line break, and classes.txt has one class per line");
}

TEST_CASE("several labels in a cell are several classes", "[classes]") {
  const auto split = [](std::string_view cell, std::string_view separator) {
    const std::vector<std::string_view> labels = split_labels(cell, separator);
    return Names(labels.begin(), labels.end());
  };
  CHECK(split("cat|dog", "|") == Names{"cat", "dog"});
  CHECK(split("|cat||dog|", "|") == Names{"cat", "dog"});
  CHECK(split("cat, dog", ", ") == Names{"cat", "dog"});
  CHECK(split("cat|dog", "") == Names{"cat|dog"});
  CHECK(split("", "|").empty());
  CHECK(split("", "").empty());
  const ScratchFolder folder;
  const auto table = read_csv_table(folder.write("labels.csv", "i,c\n1,dog cat\n2,cat\n3,\n4,bird\n"));
  CHECK(classes_of_column(*table, 1, " ").names() == Names{"bird", "cat", "dog"});
}

TEST_CASE("a classes file keeps its order", "[classes]") {
  const ScratchFolder folder;
  for (const std::string content :
       {"tulip\nrose\n7\n", "tulip\r\nrose\r\n7", "\xEF\xBB\xBFtulip\nrose\n7\n\n\r\n"}) {
    CAPTURE(content);
    CHECK(read_classes_file(folder.write("classes.txt", content)).classes.names() ==
          Names{"tulip", "rose", "7"});
  }
}

TEST_CASE("the ids of a labels.txt of TF-Slim were read as parts of the names", "[classes]") {
  const ScratchFolder folder;
  const ClassesFile slim = read_classes_file(folder.write("labels.txt", "1:daisy\n2: a:b\r\n4:c\n"));
  CHECK(slim.has_ids);
  CHECK(slim.classes.names() == Names{"daisy", "a:b", "c"});
  CHECK(slim.classes.ids().all(3) == std::vector<std::int64_t>{1, 2, 4});
  CHECK(read_classes_file(folder.write("labels.txt", "1:dog\n0:cat\n")).classes.names() ==
        Names{"cat", "dog"});
  CHECK(read_classes_file(folder.write("labels.txt", "0:cat\n2:dog\n")).classes.ids().all(2) ==
        std::vector<std::int64_t>{0, 2});
  // Names of other lists may be so.
  CHECK(read_classes_file(folder.write("classes.txt", "0:daisy\n")).classes.names() == Names{"0:daisy"});
  CHECK(read_classes_file(folder.write("labels.txt", "0:daisy\nrose\n")).classes.names() ==
        Names{"0:daisy", "rose"});
  CHECK(read_classes_file(folder.write("labels.txt", "1:1\n4:3\n16:9\n")).classes.names() ==
        Names{"1:1", "4:3", "16:9"});
  CHECK(error_of([&] { read_classes_file(folder.write("labels.txt", "0:a\n1:a\n")); }).kind() ==
        ErrorKind::bad_data);
  CHECK_THAT(error_of([&] { read_classes_file(folder.write("labels.txt", "0:a\n1:b\n2 c\n")); }).what(),
             Catch::Contains("labels.txt:3: expected an id and a class, such as '2:daisy'"));
  CHECK(error_of([&] { read_classes_file(folder.write("labels.txt", "0:\n")); }).kind() ==
        ErrorKind::bad_data);
}

TEST_CASE("a classes file that can't be used is reported by its line", "[classes]") {
  const ScratchFolder folder;
  const auto of = [&](const std::string& content) {
    return error_of([&] { read_classes_file(folder.write("classes.txt", content)); });
  };
  const std::string file = (folder / "classes.txt").string();
  CHECK(of("a\nb\na\n").path() == file + ":3");
  CHECK(of("a\nb\na\n").message() == "class 'a' is on line 1 already");
  CHECK(of("a\n\nb\n").path() == file + ":2");
  CHECK(of("a\n\nb\n").message() == "a blank line between classes");
  CHECK(of("a\rb\r").message() == "a carriage return without a line feed");
  CHECK(of(std::string("a\0b", 3)).message() == "a NUL byte, which text can't contain");
  CHECK(of("").message() == "has no classes");
  CHECK(of("\n\n").message() == "has no classes");
  CHECK(of("").kind() == ErrorKind::bad_data);
  CHECK(error_of([&] { read_classes_file(folder / "none.txt"); }).kind() == ErrorKind::usage);
}

TEST_CASE("an unknown class names the nearest", "[classes]") {
  const ClassList classes(Names{"daisy", "tulips"});
  const Error error = unknown_class(classes, "tulps", "labels.csv:17", "class", "with --classes FILE");
  CHECK(error.kind() == ErrorKind::bad_data);
  CHECK(error.path() == "labels.csv:17");
  CHECK(error.message() == "column 'class': unknown class 'tulps' (nearest: 'tulips')");
  CHECK_THAT(error.hint(), Catch::ContainsSubstring("--classes FILE"));
  CHECK(unknown_class(classes, "xyzzy", "p", "c", "").message() ==
        "column 'c': unknown class 'xyzzy', none of the 2 known classes");
}

TEST_CASE("names that look the same are twins", "[classes]") {
  CHECK(near_twins({"Rose", "tulip", "rose ", "ros\xC3\xA9", "TULIP", "daisy"}) ==
        Groups{{"Rose", "rose ", "ros\xC3\xA9"}, {"tulip", "TULIP"}});
  CHECK(near_twins({"ros\xC3\xA9", "rose\xCC\x81"}) ==
        Groups{{"ros\xC3\xA9", "rose\xCC\x81"}});  // composed or not
  CHECK(near_twins({"sea lion", "sea_lion", "Sea-Lion", "sealion"}) ==
        Groups{{"sea lion", "sea_lion", "Sea-Lion", "sealion"}});
  CHECK(near_twins({"Жук", "жук"}) == Groups{{"Жук", "жук"}});
  CHECK(near_twins({"ΡΟΔΟ", "ροδο"}) == Groups{{"ΡΟΔΟ", "ροδο"}});
  CHECK(near_twins({"ａｂ", "AB"}) == Groups{{"ａｂ", "AB"}});
  CHECK(near_twins({"rose", "rose\xE2\x80\x8B"}) == Groups{{"rose", "rose\xE2\x80\x8B"}});  // zero width
  CHECK(near_twins({"1", "01", "1.0", "+1"}) == Groups{{"1", "01", "1.0", "+1"}});
}

TEST_CASE("names that only resemble each other are none", "[classes]") {
  CHECK(near_twins({"rose", "roses", "1", "-1", "10", "1.5", "15", "薔薇", "\xE9", "\xE8", "e"}).empty());
  CHECK(near_twins({"9223372036854775807", "9223372036854775806"}).empty());
  CHECK(near_twins({}).empty());
}

TEST_CASE("A folder or a pipe given for a list of classes is a usage error", "[classes]") {
  const tfrec::test::ScratchFolder scratch;
  for (const std::filesystem::path& given : {scratch.path(), std::filesystem::path("/dev/null")}) {
    try {
      read_classes_file(given);
      FAIL("was read");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      CHECK_THAT(error.hint(), Catch::ContainsSubstring("one class per line"));
    }
  }
}
