// SPDX-License-Identifier: Apache-2.0
#include "example/feature_spec.hpp"

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

TEST_CASE("The table of kinds holds each kind once") {
  for (const FeatureKindInfo& known : feature_kinds()) {
    CHECK(info(known.kind).name == known.name);
    CHECK(known.min_columns <= known.max_columns);
  }
}
