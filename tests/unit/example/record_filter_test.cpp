// SPDX-License-Identifier: Apache-2.0
#include "example/record_filter.hpp"

#include <limits>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/error_of.hpp"

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

TEST_CASE("RecordFilter: class names mean numbers") {
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

TEST_CASE("RecordFilter: class names mean places in a feature with a value for each class") {
  ExampleView view;
  const std::string payload = payload_of({{"labels", Floats{0.0F, 1.0F, 0.5F}}});
  REQUIRE(view.parse(payload));
  const auto passes_with = [&](const std::string& text, const std::vector<std::string>& names) {
    RecordFilter filter(text);
    filter.set_class_places(names);
    filter.require_classes(names);
    return filter.passes(view);
  };
  CHECK_FALSE(passes_with("labels=daisy", {"daisy", "rose", "tulip"}));
  CHECK(passes_with("labels=rose", {"daisy", "rose", "tulip"}));
  CHECK(passes_with("labels=tulip", {"daisy", "rose", "tulip"}));
  CHECK_FALSE(passes_with("labels=more", {"daisy", "rose", "tulip", "more"}));  // the record has no value
  CHECK_FALSE(passes_with("labels=0", {"0", "1", "2"}));                        // a name, not the value 0
  RecordFilter number("labels=1");                                              // not a value here
  number.set_class_places({"daisy", "rose"});
  CHECK_THROWS_AS(number.require_classes({"daisy", "rose"}), Error);
}

TEST_CASE("RecordFilter: a value that is not the name of a class is refused with the nearest one") {
  const auto refusal = [](const std::vector<std::string>& names) {
    RecordFilter filter("class=3,tulp");
    filter.set_class_names(names, std::vector<std::int64_t>(names.size(), 1));
    return error_of([&] { filter.require_classes(names); });
  };
  const std::string refused = ": --filter 'class=3,tulp': 'tulp' is not a class of feature 'class' ";
  CHECK(refusal({"rose", "tulip"}) == refused + "(did you mean 'tulip'?)");
  CHECK(refusal({"daisy", "oak"}) == refused + "(write the name of a class, for instance 'daisy')");
  CHECK(refusal({}) == refused + "()");
  CHECK(refusal({"tulp"}).empty());
}

TEST_CASE("RecordFilter: the name of a class that no record here has is removed, other values stay") {
  ExampleView view;
  REQUIRE(view.parse(k_payload));
  RecordFilter filter("class=tulip,3,2");
  filter.remove_name("rose");
  CHECK_THROWS_AS(filter.passes(view), Error);
  filter.remove_name("tulip");
  filter.remove_name("3");  // it means a number
  CHECK(filter.passes(view));
  RecordFilter placed("weight=rose");
  placed.set_class_places({"rose"});
  placed.remove_name("rose");
  CHECK(placed.passes(view));
}

TEST_CASE("RecordFilter: whether a value is a whole number") {
  CHECK(RecordFilter("class=rose,3").has_number());
  CHECK_FALSE(RecordFilter("class=rose,3.5").has_number());
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

TEST_CASE("RecordFilter: columns mean places in an int64 feature, where numbers are values") {
  const std::string payload = payload_of({{"target", Integers{0, 1, 5}}});
  ExampleView view;
  REQUIRE(view.parse(payload));
  const auto passes = [&](const char* text) {
    RecordFilter filter(text);
    filter.set_columns({"bird", "water", "7"});
    filter.require_classes({"bird", "water", "7"});
    return filter.passes(view);
  };
  CHECK(passes("target=water"));
  CHECK_FALSE(passes("target=bird"));
  CHECK(passes("target!=bird"));
  CHECK(passes("target=bird,water"));
  CHECK(passes("target=bird,5"));
  CHECK_FALSE(passes("target=7"));
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
