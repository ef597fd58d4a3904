// SPDX-License-Identifier: Apache-2.0
// libprotobuf is the judge of what is an example and what it holds.
#include "example/example_view.hpp"

#include "example.pb.h"
#include "support/catch.hpp"
#include "support/data/example_bytes.hpp"
#include "support/example_judge.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

using Floats = std::vector<float>;
using Ints = std::vector<std::int64_t>;

std::string whole() {
  tensorflow::Example example;
  auto& map = *example.mutable_features()->mutable_feature();
  map["image"].mutable_bytes_list()->add_value(std::string(200, '\xFF'));
  for (const std::int64_t value : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX})
    map["ids"].mutable_int64_list()->add_value(value);
  map["hot"].mutable_float_list()->add_value(1.5F);
  map["nothing"];
  return example.SerializeAsString();
}

/// The one problem of an example that libprotobuf takes.
std::string problem_of(const std::string& payload) {
  CHECK(difference(payload).empty());
  ExampleView view;
  REQUIRE(view.parse(payload));
  if (view.problems().empty()) return "none";
  for (const ExampleProblem& problem : view.problems())
    CHECK(problem.offset + problem.length <= payload.size());
  return view.problems()[0].message;
}

const std::string k_ab = int64_feature("\x01\x02");
const std::string k_cd = int64_feature("\x03\x04");
const std::string k_one = field(2, field(1, std::string_view("\0\0\x80\x3f", 4)));

}  // namespace

TEST_CASE("Features are views, sorted by name") {
  const std::string payload = whole();
  ExampleView view;
  REQUIRE(view.parse(payload));
  CHECK(view.problems().empty());
  REQUIRE(view.features().size() == 4);
  CHECK(view.features()[0].name == "hot");
  CHECK(view.features()[1].name == "ids");
  CHECK(view.features()[2].name == "image");
  CHECK(view.features()[3].name == "nothing");
  std::vector<std::string_view> bytes;
  view.read(*view.find("image"), bytes);
  REQUIRE(bytes.size() == 1);
  CHECK(bytes[0].data() > payload.data());
  CHECK(bytes[0].data() + bytes[0].size() <= payload.data() + payload.size());
  Ints ids;
  view.read(*view.find("ids"), ids);
  CHECK(ids == Ints{INT64_MIN, -1, 0, INT64_MAX});
  Floats hot;
  view.read(*view.find("hot"), hot);
  CHECK(hot == Floats{1.5F});
  CHECK(view.find("absent") == nullptr);
  CHECK(difference(payload).empty());
}

TEST_CASE("Every truncation is judged as libprotobuf judges it") {
  const std::string payload = whole();
  for (std::size_t length = 0; length <= payload.size(); ++length) {
    INFO(length);
    CHECK(difference(payload.substr(0, length)).empty());
  }
}

TEST_CASE("Every flipped bit is judged as libprotobuf judges it") {
  const std::string payload = whole();
  for (std::size_t bit = 0; bit < payload.size() * 8; ++bit) {
    std::string flipped = payload;
    flipped[bit / 8] = static_cast<char>(static_cast<unsigned char>(flipped[bit / 8]) ^ (1U << (bit % 8)));
    INFO(bit);
    CHECK(difference(flipped).empty());
  }
}

TEST_CASE("Groups nest as deep as libprotobuf lets them") {
  for (const int depth : {1, 95, 96, 97, 98, 99, 100, 101, 10'000}) {
    const auto count = static_cast<std::size_t>(depth);
    const std::string groups = std::string(count, '\x13') + std::string(count, '\x14');
    INFO(depth);
    CHECK(difference(groups).empty());
    CHECK(difference(std::string(count, '\x13')).empty());
    CHECK(difference(example_of(groups)).empty());
    CHECK(difference(example_of(field(1, field(1, "a") + groups))).empty());
    CHECK(difference(example_of(entry("a", groups))).empty());
    CHECK(difference(example_of(entry("a", field(3, groups)))).empty());
  }
  CHECK(difference("\x13\x1C").empty());
  CHECK(difference("\x13").empty());
  CHECK(difference("\x14").empty());
}

TEST_CASE("Tags, lengths and numbers in long forms are judged as libprotobuf judges them") {
  const std::string body = entry("a", k_ab);
  const std::string length(1, static_cast<char>(body.size() | 0x80U));
  CHECK(difference("\x0A" + length + std::string(1, '\0') + body).empty());
  CHECK(difference("\x0A" + length + std::string("\x80\x80\x80\0", 4) + body).empty());
  CHECK(difference("\x0A" + length + std::string("\x80\x80\x80\x08", 4) + body).empty());
  CHECK(difference("\x0A" + length + std::string("\x80\x80\x80\x80\0", 5) + body).empty());
  CHECK(difference(std::string("\x8A\x80\x80\x80\x10\0", 6)).empty());
  CHECK(difference(std::string("\x8A\x80\x80\x80\x80\0\0", 7)).empty());
  CHECK(difference(example_of(entry("a", int64_feature(std::string(9, '\xFF') + '\x7F')))).empty());
  CHECK(difference(example_of(entry("a", int64_feature(std::string(10, '\xFF') + '\x01')))).empty());
  CHECK(difference(example_of(entry("a", int64_feature(std::string(10, '\x80'))))).empty());
  CHECK(difference("\x0A\xFF\xFF\xFF\xFF\x07").empty());
  CHECK(difference("\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01").empty());
}

TEST_CASE("No bytes are an example without features") {
  ExampleView view;
  CHECK(view.parse(""));
  CHECK_FALSE(view.has_features());
  CHECK(view.features().empty());
  CHECK(problem_of(example_of("")) == "none");
}

TEST_CASE("A sequence example is known by its feature lists") {
  ExampleView view;
  REQUIRE(view.parse(field(1, entry("a", k_ab)) + field(2, field(1, "x"))));
  CHECK(view.has_feature_lists());
  CHECK(view.problems().empty());
}

TEST_CASE("The names of feature lists are read only from what has their form") {
  const auto names_in = [](const std::string& payload) {
    ExampleView view;
    REQUIRE(view.parse(payload));
    return view.feature_list_names();
  };
  using Names = std::vector<std::string_view>;
  const std::string lists = field(1, field(1, "b") + field(2, "")) + field(1, field(1, "a"));
  CHECK(names_in(field(2, lists)) == Names{"b", "a"});
  CHECK(names_in(field(2, lists + field(3, ""))).empty());
  CHECK(names_in(field(2, lists + "\x0A")).empty());
  CHECK(names_in(field(2, "text")).empty());
  CHECK(names_in(field(2, "")).empty());
  CHECK(names_in(field(1, entry("a", k_ab))).empty());
}

TEST_CASE("Plain forms have no problem") {
  CHECK(problem_of(example_of(entry("a", k_ab))) == "none");
  CHECK(problem_of(example_of(entry("a", ""))) == "none");
  CHECK(problem_of(example_of(entry("a", field(3, "\x08\x01\x08\x02")))) == "none");
  CHECK(problem_of(example_of(entry("a", k_ab)) + example_of(entry("b", k_ab))) == "none");
  CHECK(problem_of(example_of(field(1, field(2, k_ab) + field(1, "a")))) == "none");
  CHECK(problem_of(example_of(entry("a", k_ab)) + "\x10\x05") == "none");
}

TEST_CASE("key twice") {
  const std::string twice = "feature 'a' is listed twice; readers keep the last";
  CHECK(problem_of(example_of(entry("a", k_ab) + entry("a", k_cd))) == twice);
  CHECK(problem_of(example_of(entry("a", k_ab)) + example_of(entry("a", k_cd))) == twice);
  ExampleView view;
  const std::string payload = example_of(entry("a", k_ab) + entry("b", k_ab) + entry("a", k_cd));
  REQUIRE(view.parse(payload));
  Ints values;
  view.read(*view.find("a"), values);
  CHECK(values == Ints{3, 4});
}

TEST_CASE("key twice, the last without a list") {
  const std::string bare = "feature 'a' is listed twice, here without a list";
  CHECK(problem_of(example_of(entry("a", k_ab) + entry("a", ""))).starts_with(bare));
  CHECK(problem_of(example_of(entry("a", "") + entry("a", k_ab))) ==
        "feature 'a' is listed twice; readers keep the last");
}

TEST_CASE("map entries without a byte are reported with a place") {
  const std::string payload = example_of(field(1, "") + field(1, ""));
  ExampleView view;
  REQUIRE(view.parse(payload));
  REQUIRE(view.problems().size() == 5);
  CHECK(view.problems()[0].message.starts_with("a feature without a name"));
  CHECK((view.problems()[0].offset == 3 && view.problems()[0].length == 1));
  CHECK(view.problems()[4].message.starts_with("feature '' is listed twice"));
  CHECK((view.problems()[4].offset == 5 && view.problems()[4].length == 1));
}

TEST_CASE("two kinds in a feature") {
  CHECK(problem_of(example_of(entry("a", k_one + k_ab))) ==
        "feature 'a': two kinds of lists; TensorFlow's fast parser reads the first, protobuf the last");
  CHECK(problem_of(example_of(entry("a", k_ab + k_one))).starts_with("feature 'a': two kinds of lists"));
}

TEST_CASE("a list in pieces") {
  CHECK(problem_of(example_of(entry("a", k_ab + k_cd))) ==
        "feature 'a': its list is in several pieces, of which TensorFlow's fast parser reads only the first");
  CHECK(problem_of(example_of(entry("a", field(3, field(1, "\x01\x02") + field(1, "\x03"))))) ==
        "feature 'a': its list is in several packed pieces, of which TensorFlow's fast parser reads only the "
        "first");
  const std::string mixed =
      "feature 'a': its list mixes packed and single values, which TensorFlow's fast parser refuses or stops "
      "at";
  CHECK(problem_of(example_of(entry("a", field(3, field(1, "\x01\x02") + "\x08\x03")))) == mixed);
  CHECK(problem_of(example_of(entry("a", field(3, "\x08\x03" + field(1, "\x01\x02"))))) == mixed);
}

TEST_CASE("Values of lists in pieces and of such that are not packed are read one behind the other") {
  ExampleView view;
  const std::string one("\0\0\x80\x3f", 4);
  const std::string two("\0\0\0\x40", 4);
  const std::string payload =
      example_of(entry("f", field(2, field(1, one + two) + "\x0D" + one + field(1, two))) +
                 entry("i", field(3, field(1, "\x01\x02") + "\x08\x03" + field(1, "\x04"))) +
                 entry("p", k_ab + k_cd) + entry("t", field(1, field(1, "a") + field(1, ""))));
  REQUIRE(view.parse(payload));
  Floats floats;
  view.read(*view.find("f"), floats);
  CHECK(floats == Floats{1, 2, 1, 2});
  Ints ints;
  view.read(*view.find("i"), ints);
  CHECK(ints == Ints{1, 2, 3, 4});
  view.read(*view.find("p"), ints);
  CHECK(ints == Ints{1, 2, 3, 4});
  std::vector<std::string_view> texts;
  view.read(*view.find("t"), texts);
  CHECK(texts == std::vector<std::string_view>{"a", ""});
  CHECK((view.find("f")->length == 4 && view.find("i")->length == 4 && view.find("t")->length == 2));
}

TEST_CASE("unknown fields and groups") {
  const std::string refuses = ", which TensorFlow's fast parser refuses";
  CHECK(problem_of(field(1, entry("a", k_ab) + field(2, "x"))) ==
        "unknown field 2 among the features" + refuses);
  CHECK(problem_of(example_of(entry("a", k_ab)) + "\x13\x14") == "contains a group" + refuses);
  CHECK(problem_of(example_of(field(1, field(1, "a") + field(2, k_ab) + field(3, "x")))) ==
        "feature 'a': unknown field in its map entry" + refuses);
  CHECK(problem_of(example_of(entry("a", field(4, "x") + k_ab))) == "feature 'a': unknown field 4" + refuses);
  CHECK(problem_of(example_of(entry("a", k_ab + field(4, "x")))) ==
        "feature 'a': unknown field 4 behind its list");
  CHECK(problem_of(example_of(entry("a", field(1, field(1, "x") + field(2, "y"))))) ==
        "feature 'a': unknown field in its list, which TensorFlow's fast parser refuses or stops at");
}

TEST_CASE("odd map entries") {
  const std::string refuses = ", which TensorFlow's fast parser refuses";
  CHECK(problem_of(example_of(field(1, field(1, "a")))) ==
        "feature 'a': map entry without a value" + refuses);
  CHECK(problem_of(example_of(field(1, field(2, k_ab)))) == "a feature without a name" + refuses);
  CHECK(problem_of(example_of(field(1, field(1, "b") + field(1, "a") + field(2, k_ab)))) ==
        "feature 'a': two names in one map entry" + refuses);
  CHECK(problem_of(example_of(field(1, field(1, "a") + field(2, k_ab) + field(2, k_cd)))) ==
        "feature 'a': two values in one map entry" + refuses);
}

TEST_CASE("bad UTF-8 in a key") {
  ExampleView view;
  REQUIRE(view.parse(example_of(entry("\xFF\x1b[2J", k_ab))));
  CHECK_FALSE(view.keys_are_utf8());
  CHECK(view.problems()[0].message ==
        "feature '\\xFF\\x1B[2J': its name is not UTF-8, which protobuf refuses");
}

TEST_CASE("a tag of several bytes") {
  const std::string body = entry("a", k_ab);
  CHECK(problem_of(std::string("\x8A\0", 2) + varint(body.size()) + body) ==
        "field 1 has a tag of several bytes, which TensorFlow's fast parser does not know");
}

TEST_CASE("A tag of several bytes is found in every message") {
  const auto long_tagged = [](const std::string& piece) {
    return std::string(1, static_cast<char>(piece[0] | '\x80')) + '\0' + piece.substr(1);
  };
  const std::string list = field(1, "\x01\x02");
  const auto in_entry = [](const std::string& feature) {
    return example_of(field(1, field(1, "a") + feature));
  };
  const std::string tells = " has a tag of several bytes, which TensorFlow's fast parser does not know";
  CHECK(problem_of(example_of(long_tagged(entry("a", k_ab)))) == "field 1" + tells);
  CHECK(problem_of(example_of(field(1, long_tagged(field(1, "a")) + field(2, k_ab)))) == "field 1" + tells);
  CHECK(problem_of(in_entry(long_tagged(field(2, k_ab)))) == "field 2" + tells);
  CHECK(problem_of(in_entry(field(2, long_tagged(k_ab)))) == "field 3" + tells);
  CHECK(problem_of(in_entry(field(2, field(3, long_tagged(list))))) ==
        "feature 'a': a tag of several bytes in its list, which TensorFlow's fast parser does not know");
  // Numbers from 16 need two bytes.
  CHECK(problem_of(example_of(entry("a", k_ab)) + field(16, "x")) == "none");
  CHECK(problem_of(example_of(entry("a", k_ab)) + long_tagged(field(15, "x"))) == "field 15" + tells);
}

TEST_CASE("A view shows nothing of the record that it read before") {
  ExampleView view;
  const std::string odd =
      example_of(field(4, "x") + entry("\xFF", k_ab + k_cd)) + field(2, field(1, field(1, "b")));
  const std::string plain = example_of(entry("c", k_cd));
  REQUIRE(view.parse(odd));
  CHECK(
      (view.has_features() && view.has_feature_lists() && !view.keys_are_utf8() && !view.problems().empty()));
  REQUIRE(view.parse(plain));
  CHECK(view.problems().empty());
  CHECK(view.keys_are_utf8());
  CHECK_FALSE(view.has_feature_lists());
  CHECK(view.feature_list_names().empty());
  REQUIRE(view.features().size() == 1);
  Ints values{7};
  view.read(view.features()[0], values);
  CHECK(values == Ints{3, 4});
  REQUIRE(view.parse(""));
  CHECK_FALSE(view.has_features());
  CHECK(view.features().empty());
}

TEST_CASE("A payload that is no message is refused where it stops to be one") {
  const auto failure = [](const std::string& payload) {
    ExampleView view;
    CHECK_FALSE(view.parse(payload));
    return view.failure_offset();
  };
  const std::string cut_list = field(1, "\x01\x82");
  CHECK(failure("\x10") == 1);
  CHECK(failure(example_of("\x0A")) == 3);
  CHECK(failure(example_of(field(1, "\x0A"))) == 5);
  CHECK(failure(example_of(field(1, field(1, "a") + field(2, "\x1A")))) == 10);
  CHECK(failure(example_of(entry("a", field(3, "\x0A")))) == 12);
  CHECK(failure(example_of(entry("a", field(3, cut_list)))) == 11);
}

TEST_CASE("Places of problems are those of the bytes that they are about") {
  ExampleView view;
  const auto place = [&](const std::string& payload) {
    REQUIRE(view.parse(payload));
    REQUIRE_FALSE(view.problems().empty());
    return payload.substr(view.problems()[0].offset, view.problems()[0].length);
  };
  CHECK(place(example_of(entry("a", k_ab)) + "\x13\x14") == "\x13\x14");
  CHECK(place(example_of(entry("a", k_ab) + field(2, "xy"))) == field(2, "xy"));
  CHECK(place(example_of(entry("a", k_ab) + entry("b", k_ab) + entry("a", k_cd))) ==
        field(1, "a") + field(2, k_cd));
  CHECK(place(example_of(entry("a", k_ab + k_cd))) == k_ab + k_cd);
}

TEST_CASE("Features from a name on") {
  ExampleView view;
  const std::string payload = example_of(entry("b", k_ab) + entry("d", k_ab) + entry("a", k_ab));
  REQUIRE(view.parse(payload));
  CHECK(view.features_from("").size() == 3);
  CHECK(view.features_from("b").size() == 2);
  CHECK(view.features_from("c").front().name == "d");
  CHECK(view.features_from("e").empty());
  CHECK(view.find("c") == nullptr);
  CHECK(view.find("d") == &view.features()[2]);
}

TEST_CASE("A hostile example has bounded problems") {
  std::string entries;
  for (int i = 0; i < 1000; ++i) entries += entry("a", k_ab);
  ExampleView view;
  REQUIRE(view.parse(example_of(entries)));
  CHECK(view.problems().size() == ExampleView::k_max_problems);
}
