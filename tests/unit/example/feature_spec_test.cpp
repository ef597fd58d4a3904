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
  for (std::uint64_t i = 0; i < 20'000; ++i) {
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

TEST_CASE("The error of a wrong spec names the mistake") {
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

TEST_CASE("Every kind takes no column, one, or any number of them") {
  const std::string none =
      "jpeg png raw-uint8 path format height width channels colorspace sample-id "
      "sample-id-text mask-format sha256 ";
  const std::string any = "int64 float raw-int64 ";
  std::string takes_none;
  std::string takes_any;
  for (const FeatureKindInfo& kind : feature_kinds()) {
    INFO(kind.name);
    const std::string name(kind.name);
    const std::string start = "kind '" + name + "' ";
    const bool is_optional = kind.kind == FeatureKind::mask;
    if (kind.max_columns == 0) {
      if (name != "raw-float32") takes_none += name + " ";
      CHECK(problem_of_columns(kind.kind, 0).empty());
      CHECK(problem_of_columns(kind.kind, 1) == start + "takes no column");
      continue;
    }
    CHECK(problem_of_columns(kind.kind, 0) == (is_optional ? "" : start + "needs a column"));
    CHECK(problem_of_columns(kind.kind, 1).empty());
    const std::string several = problem_of_columns(kind.kind, 2);
    if (several.empty() && name != "raw-float32") takes_any += name + " ";
    if (several.empty()) CHECK(problem_of_columns(kind.kind, 100).empty());
    if (!several.empty()) CHECK(several == start + "takes one column");
  }
  CHECK(takes_none == none);
  CHECK(takes_any == any);
}

TEST_CASE("Of two kinds of one name the columns decide") {
  CHECK(kind_named("raw-float32", false) == FeatureKind::raw_float32);
  CHECK(kind_named("raw-float32", true) == FeatureKind::packed_float32);
  CHECK(kind_named("jpeg", true) == FeatureKind::jpeg);
  CHECK_FALSE(kind_named("raw", false));
  CHECK_FALSE(kind_named("", true));
}

TEST_CASE("Numbers are whole or not, and images are bytes") {
  std::string numeric;
  std::string whole;
  std::string images;
  for (const FeatureKindInfo& kind : feature_kinds()) {
    CHECK(&info(kind.kind) == &kind);
    if (is_numeric(kind.kind)) numeric += std::string(kind.name) + " ";
    if (is_whole(kind.kind)) whole += std::string(kind.name) + " ";
    if (is_image(kind.kind)) images += std::string(kind.name) + " ";
    if (is_image(kind.kind)) CHECK(kind.list == ListKind::bytes);
  }
  CHECK(numeric == "int64 float raw-float32 raw-int64 ");
  CHECK(whole == "int64 raw-int64 ");
  CHECK(images == "jpeg png raw-uint8 raw-float32 ");
}

TEST_CASE("Lists have the names that protobuf gives them") {
  for (const char* name : {"bytes", "float", "int64"}) CHECK(to_string(*list_kind_named(name)) == name);
  CHECK_FALSE(list_kind_named("none"));
}

TEST_CASE("Boxes need a form that is known") {
  const auto hint_of = [](const char* text) {
    try {
      parse_feature_spec(text);
    } catch (const Error& error) {
      return error.message() + " | " + error.hint();
    }
    return std::string("accepted");
  };
  CHECK(hint_of("b=boxes:yxyx-pixels") == "accepted");
  CHECK(hint_of("b=boxes") ==
        "--feature 'b=boxes': kind 'boxes' needs a column | for instance --feature b=boxes:xyxy");
  CHECK_THAT(hint_of("b=boxes:xyxxy"),
             Catch::StartsWith(
                 "--feature 'b=boxes:xyxxy': kind 'boxes' has no form 'xyxxy' | did you mean 'xyxy'? "
                 "forms: xmin, ymin, xmax, ymax, width, height, cx, cy, xyxy, yxyx, xywh, cxcywh, each"));
  CHECK_THAT(hint_of("b=boxes:xmin,ymin"), Catch::ContainsSubstring("takes one column"));
  CHECK_THAT(hint_of("b=nothing-near"),
             Catch::StartsWith("--feature 'b=nothing-near': unknown kind "
                               "'nothing-near' | kinds: jpeg, png, raw-uint8, raw-float32, int64"));
}
