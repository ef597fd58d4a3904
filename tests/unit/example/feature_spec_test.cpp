// SPDX-License-Identifier: Apache-2.0
#include "example/feature_spec.hpp"

#include <cstdint>
#include <iterator>

#include "base/error.hpp"
#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("A spec names feature, kind and columns") {
  const FeatureSpec plain = parse_feature_spec("image=jpeg");
  CHECK(plain.name == "image");
  CHECK(plain.kind == FeatureKind::jpeg);
  CHECK(plain.columns.empty());
  const FeatureSpec columns = parse_feature_spec("image/target=int64:healthy,rust,scab");
  CHECK(columns.name == "image/target");
  CHECK(columns.columns == std::vector<std::string>{"healthy", "rust", "scab"});
  const FeatureSpec quoted = parse_feature_spec(R"(x=float:"a, b","say ""hi""",c:d)");
  CHECK(quoted.columns == std::vector<std::string>{"a, b", "say \"hi\"", "c:d"});
}

TEST_CASE("A spec is written as it is read") {
  for (const char* text :
       {"image=jpeg", "t=int64:a,b", R"(x=float:"a, b","say ""hi""",c:d)", "c=index:my class"}) {
    CHECK(to_string(parse_feature_spec(text)) == text);
  }
}

TEST_CASE("A spec of hostile names is read back otherwise than it was written") {
  const std::string pieces[] = {"=", ":",     ",",  "\"", "\n", "\r", " ",
                                "a", "int64", "\t", "!",  "'",  "\\", "\xc3\xbc"};
  const auto name_of = [&](std::uint64_t number) {
    std::string name;
    for (; number > 0; number /= std::size(pieces)) name += pieces[number % std::size(pieces)];
    return name;
  };
  std::uint64_t state = 7;
  for (int i = 0; i < 20'000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    FeatureSpec spec{
        name_of((state >> 33U) % 40'000), FeatureKind::int64, {"x" + name_of((state >> 40U) % 3'000)}};
    if (i % 3 == 0) spec.columns.push_back(name_of(1 + i % 3'000) + "y");
    CAPTURE(to_string(spec));
    CHECK(parse_feature_spec(to_string(spec)) == spec);
  }
  CHECK(to_string({"age>=65", FeatureKind::int64, {"age>=65"}}) == "\"age>=65\"=int64:age>=65");
  CHECK(to_string({"", FeatureKind::jpeg, {}}) == "\"\"=jpeg");
  CHECK(parse_feature_spec("\"age>=65\"=int64:\"age>=65\"").columns == std::vector<std::string>{"age>=65"});
}

TEST_CASE("A wrong spec says what is wrong") {
  const auto message_of = [](const char* text) {
    try {
      parse_feature_spec(text);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      return std::string(error.what()) + " | " + error.hint();
    }
    return std::string("accepted");
  };
  CHECK_THAT(message_of("image"), Catch::ContainsSubstring("expected NAME=KIND"));
  CHECK_THAT(message_of("=jpeg"), Catch::ContainsSubstring("expected NAME=KIND"));
  CHECK_THAT(message_of("\"a=jpeg"), Catch::ContainsSubstring("a quote is not closed"));
  CHECK_THAT(message_of("\"a\"b=jpeg"), Catch::ContainsSubstring("expected NAME=KIND"));
  CHECK_THAT(message_of("image=jpg"), Catch::ContainsSubstring("unknown kind 'jpg' | did you mean 'jpeg'?"));
  CHECK_THAT(message_of("a=int64"),
             Catch::ContainsSubstring("needs a column | for instance --feature a=int64:COLUMN"));
  CHECK_THAT(message_of("a=int64:"), Catch::ContainsSubstring("a column name is empty"));
  CHECK_THAT(message_of("a=int64:x,"), Catch::ContainsSubstring("an item of the list is empty"));
  CHECK_THAT(message_of("a=index:x,y"), Catch::ContainsSubstring("takes one column"));
  CHECK_THAT(message_of("a=jpeg:x"), Catch::ContainsSubstring("takes no column"));
  CHECK_THAT(message_of("a=int64:\"x"), Catch::ContainsSubstring("a quote is not closed"));
  CHECK_THAT(message_of("a=int64:\"x\"y"), Catch::ContainsSubstring("expected ','"));
}
