// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/label_map.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using tfrec::test::ScratchFolder;

namespace {

using Names = std::vector<std::string>;
using Ids = std::vector<std::int64_t>;

Ids ids_of(const ClassList& classes) {
  return classes.ids().all(classes.size());
}

/// "FILE:LINE: message"
std::string problem_of(const std::string& text) {
  try {
    parse_label_map(text, "map.pbtxt");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_data);
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("A label map gives names and ids, by ascending id, and skips other fields", "[classes]") {
  const ClassList classes = parse_label_map(
      "# animals\n"
      "item {\n  id: 17 # far\n  name: 'cat'\n  display_name: \"the cat\"\n}\n"
      "item:{name:\"dog\",id:3;}\n"
      "item < id: 0x5 display_name: 'a' \"\\x62\" 'c' frequency: RARE ancestor_ids: [1, 2] >\n"
      "other: 1.5\n"
      "item { keypoints { id: 1 label: 'nose }' color: '#fff' } keypoints <id: 2> [pkg.ext]: -3 id: 010 "
      "name: '' "
      "display_name: 'eight' }\n",
      "map.pbtxt");
  CHECK(classes.names() == Names{"dog", "abc", "eight", "cat"});
  CHECK(ids_of(classes) == Ids{3, 5, 8, 17});
  CHECK(ids_of(parse_label_map("item: [{id: 1 name: 'a'}, {id: 0 name: 'b'}]", "")) == Ids{0, 1});
  CHECK(parse_label_map("item{id:4 name:'a'}item{id:5 name:'b'}", "").ids() == ClassIds{4});
}

TEST_CASE("Display names of a label map are those beside a name", "[classes]") {
  std::map<std::int64_t, std::string> display_names;
  parse_label_map("item { id: 1 name: '/m/01yrx' display_name: 'cat' }\nitem { id: 2 display_name: 'dog' }",
                  "", &display_names);
  CHECK(display_names == std::map<std::int64_t, std::string>{{1, "cat"}});
}

TEST_CASE("A label map that can't be used is reported by its line", "[classes]") {
  CHECK(problem_of("item { id: 1 name: 'a' }\nitem { id: 1 name: 'b' }") ==
        "map.pbtxt:2: id 1 is on line 1 already");
  CHECK(problem_of("item { id: 1 name: 'a' }\nitem { id: 2 name: 'a' }") ==
        "map.pbtxt:2: class 'a' is on line 1 already");
  CHECK(problem_of("item { id: -1 name: 'a' }") == "map.pbtxt:1: class 'a' has the negative id -1");
  CHECK(problem_of("\nitem { id: 1 }") == "map.pbtxt:2: item 1 has no name");
  CHECK(problem_of("item { name: 'a' }") == "map.pbtxt:1: an item has no id");
  CHECK(problem_of("item { id: 1 id: 2 name: 'a' }") == "map.pbtxt:1: an item has two fields 'id'");
  CHECK(problem_of("item { id: 1.5 name: 'a' }") == "map.pbtxt:1: id '1.5' is not a whole number of 64 bits");
  CHECK(problem_of("item { id: 9223372036854775808 name: 'a' }") ==
        "map.pbtxt:1: id '9223372036854775808' is not a whole number of 64 bits");
  CHECK(problem_of("item { id: 1 name: '\xFF' }") == "map.pbtxt:1: class '\\xFF' is not UTF-8");
  CHECK(problem_of("item { id: 1 name: 'a\\n' }") ==
        "map.pbtxt:1: class 'a\\n' contains a line break or a NUL byte");
  CHECK(problem_of("item { id: 1\nname: 'a }") == "map.pbtxt:2: a quote is not closed");
  CHECK(problem_of("item { id: 1 name: '\\q' }") == "map.pbtxt:1: a string has an unknown escape");
  CHECK(problem_of("item { id: 1 name: a }") == "map.pbtxt:1: expected a text in quotes, found 'a'");
  CHECK(problem_of("item { id: 1\n") ==
        "map.pbtxt:2: expected the name of a field, found the end of the file");
  CHECK(problem_of("cat\ndog\n") == "map.pbtxt:2: expected ':', found 'dog'");
  CHECK(problem_of("item { k: }") == "map.pbtxt:1: expected a value, found '}'");
  CHECK(problem_of("item { k { a: [ } ] }") == "map.pbtxt:1: expected ']', found '}'");
  CHECK(problem_of("item { k " + std::string(101, '{')) == "map.pbtxt:1: messages are nested too deeply");
  CHECK(problem_of("") == "map.pbtxt: has no classes");
}

TEST_CASE("A written label map is read back as it was", "[classes]") {
  const Names names{"cat", "\"quoted\" 'too' \\n", "Größe", std::string("tab\there\x01") + "1",
                    "item { id: 1 }"};
  const ClassList classes(names, ClassIds::of({0, 2, 3, 70, INT64_MAX}));
  const ClassList read = parse_label_map(label_map_content(classes), "");
  CHECK(read.names() == names);
  CHECK(read.ids() == classes.ids());
  CHECK(label_map_content(ClassList({"a\x01"
                                     "1"},
                                    {7})) == "item {\n  id: 7\n  name: \"a\\0011\"\n}\n");
}

TEST_CASE("A classes file is a label map, a CSV of ids and names, or a list, by its content", "[classes]") {
  const ScratchFolder folder;
  const auto read = [&](const std::string& content) {
    return read_classes_file(folder.write("any.txt", content));
  };
  const ClassesFile map = read("\xEF\xBB\xBF# map\r\nitem {\r\n id: 2\r\n name: 'b'\r\n}\r\n");
  CHECK(map.has_ids);
  CHECK(map.classes.names() == Names{"b"});
  for (const std::string content :
       {"id,name\n7,b\n3,\"a,c\"\n", "Name;ID\r\nb;7\r\na,c;3", "\"ID\"\t\"NAME\"\n7\tb\n3\ta,c\n\n"}) {
    CAPTURE(content);
    const ClassesFile csv = read(content);
    CHECK(csv.has_ids);
    CHECK(csv.classes.names() == Names{"a,c", "b"});
    CHECK(ids_of(csv.classes) == Ids{3, 7});
  }
  for (const std::string content : {"item\nother\n", "id,name,more\n1,a,b\n", "id\nname\n"}) {
    CAPTURE(content);
    CHECK_FALSE(read(content).has_ids);
  }
  CHECK_THROWS_WITH(read("id,name\n1,a\n1,b\n"), Catch::EndsWith(":3: id 1 is on line 2 already"));
  CHECK_THROWS_WITH(read("id,name\nx,a\n"), Catch::ContainsSubstring(":2: id: "));
  CHECK_THROWS_WITH(read("id,name\n1,\n"), Catch::EndsWith(":2: a class has no name"));
  CHECK_THROWS_WITH(read_classes_file(folder.write("map.pbtxt", "cat\n")),
                    Catch::ContainsSubstring("map.pbtxt:2: "));
}
