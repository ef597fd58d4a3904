// SPDX-License-Identifier: Apache-2.0
#include "example/record_filter.hpp"

#include <limits>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const std::string k_payload = payload_of({{"class", Integers{3}},
                                          {"ids", Integers{1, 5, -7}},
                                          {"weight", Floats{0.1F, 2.0F}},
                                          {"odd", Floats{std::numeric_limits<float>::quiet_NaN()}},
                                          {"name", Texts{"rose, red", "a=b"}}});

bool passes(const std::string& text) {
  ExampleView view;
  REQUIRE(view.parse(k_payload));
  return RecordFilter(text).passes(view);
}

std::string message_of(const std::string& text) {
  try {
    passes(text);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.message();
  }
  return "";
}

}  // namespace

TEST_CASE("RecordFilter: a name that holds '=' can't be typed") {
  const std::string payload = payload_of({{"", Integers{2}}, {"age>=65", Integers{1}}});
  ExampleView view;
  REQUIRE(view.parse(payload));
  CHECK(RecordFilter("\"age>=65\"=1").passes(view));
  CHECK_FALSE(RecordFilter("\"age>=65\"!=1").passes(view));
  CHECK(RecordFilter("\"\"=2").passes(view));
  CHECK(message_of("\"a=1") == "--filter '\"a=1': a quote is not closed");
  CHECK(message_of("\"a\"b=1") == "--filter '\"a\"b=1': expected NAME=VALUE or NAME!=VALUE");
}

TEST_CASE("RecordFilter: a value of each kind, and not") {
  CHECK(passes("class=3"));
  CHECK(passes("class=+3"));
  CHECK_FALSE(passes("class=4"));
  CHECK_FALSE(passes("class!=3"));
  CHECK(passes("class!=4"));
  CHECK(passes("weight=0.1"));
  CHECK(passes("weight=2"));
  CHECK_FALSE(passes("weight=0.10001"));
  CHECK(passes("name=a=b"));
  CHECK_FALSE(passes("name=a"));
  CHECK_FALSE(passes("odd=0"));
  CHECK(passes("odd!=0"));
}

TEST_CASE("RecordFilter: several values on either side") {
  CHECK(passes("class=1,2,3"));
  CHECK_FALSE(passes("class!=1,2,3"));
  CHECK(passes("ids=5"));
  CHECK(passes("ids=-7,100"));
  CHECK_FALSE(passes("ids!=100,5"));
  CHECK(passes(R"(name="rose, red")"));
}

TEST_CASE("RecordFilter: a record without the feature") {
  CHECK_FALSE(passes("absent=3"));
  CHECK(passes("absent!=3"));
}

TEST_CASE("RecordFilter: class names stand for numbers") {
  ExampleView view;
  REQUIRE(view.parse(k_payload));
  RecordFilter named("class=tulip");
  CHECK_THROWS_AS(named.passes(view), Error);
  named.set_class_names({"daisy", "rose", "tulip"}, {1, 2, 3});
  CHECK(named.passes(view));
  RecordFilter numbers("class=2");  // a number is itself, whatever the names are
  numbers.set_class_names({"2", "1"}, {3, 4});
  CHECK_FALSE(numbers.passes(view));
}

TEST_CASE("RecordFilter refused class names that the record itself has") {
  const std::string payload =
      payload_of({{"image/class/label", Integers{60}}, {"image/class/text", Texts{"hen"}}});
  ExampleView view;
  REQUIRE(view.parse(payload));
  CHECK(RecordFilter("image/class/label=hen").passes(view));
  CHECK(RecordFilter("image/class/label=cock,60").passes(view));
  CHECK_FALSE(RecordFilter("image/class/label=cock").passes(view));
  CHECK_FALSE(RecordFilter("image/class/label!=hen").passes(view));
}

TEST_CASE("RecordFilter: the hint has the feature's own name, quoted for a shell") {
  const std::string payload = payload_of({{"it's=1", Integers{1}}});
  ExampleView view;
  REQUIRE(view.parse(payload));
  try {
    RecordFilter("\"it's=1\"=x").passes(view);
    FAIL("x passes as a number");
  } catch (const Error& error) {
    CHECK(error.hint() == R"(for instance --filter '"it'\''s=1"=3' or --filter '"it'\''s=1"!=3,4')");
  }
}

TEST_CASE("RecordFilter: what is wrong with it") {
  CHECK_THAT(message_of("class"), Catch::ContainsSubstring("expected NAME=VALUE"));
  CHECK_THAT(message_of("=3"), Catch::ContainsSubstring("names no feature"));
  CHECK_THAT(message_of("!=3"), Catch::ContainsSubstring("names no feature"));
  CHECK_THAT(message_of("class=\"3"), Catch::ContainsSubstring("a quote is not closed"));
  CHECK_THAT(message_of("class=rose"),
             Catch::ContainsSubstring("feature 'class' contains whole numbers, 'rose' is not one"));
  CHECK_THAT(message_of("class=3,x"), Catch::ContainsSubstring("'x' is not one"));
  CHECK_THAT(message_of("weight=x"), Catch::ContainsSubstring("contains numbers, 'x' is not one"));
}
