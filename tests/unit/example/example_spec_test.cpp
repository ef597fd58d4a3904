// SPDX-License-Identifier: Apache-2.0
#include "example/example_spec.hpp"

#include <limits>
#include <map>

#include "support/catch.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

constexpr std::uint64_t k_any = std::numeric_limits<std::uint64_t>::max();

ExampleSpec spec_of(const std::vector<std::pair<std::string, std::string>>& features) {
  std::vector<FeatureRule> rules;
  for (const auto& [name, text] : features) rules.push_back(parse_rule(name, text).value());
  return ExampleSpec(std::move(rules));
}

/// "a is missing; b …" of what a record breaks.
std::string broken(const ExampleSpec& spec, const std::string& payload) {
  ExampleView view;
  REQUIRE(view.parse(payload));
  std::vector<Breach> breaches;
  spec.check(view, breaches);
  std::string text;
  for (const Breach& breach : breaches)
    text += (text.empty() ? "" : "; ") + std::string(breach.name()) + " " + describe(breach);
  return text;
}

}  // namespace

TEST_CASE("A rule in short: kind, number of values, whether it may be missing") {
  struct Case {
    const char* text;
    ListKind kind;
    std::uint64_t min;
    std::uint64_t max;
    bool optional;
  };
  for (const Case& wanted :
       {Case{"bytes", ListKind::bytes, 1, 1, false}, Case{"float[5]", ListKind::float_list, 5, 5, false},
        Case{"int64[1-3]", ListKind::int64_list, 1, 3, false},
        Case{"int64[2-2]", ListKind::int64_list, 2, 2, false},
        Case{"int64[2-]", ListKind::int64_list, 2, k_any, false},
        Case{"float[]", ListKind::float_list, 0, k_any, false},
        Case{"bytes[0]?", ListKind::bytes, 0, 0, true}, Case{"bytes?", ListKind::bytes, 1, 1, true}}) {
    INFO(wanted.text);
    const auto rule = parse_rule("x", wanted.text);
    REQUIRE(rule);
    CHECK(rule->name == "x");
    CHECK(rule->kind == wanted.kind);
    CHECK(rule->min_length == wanted.min);
    CHECK(rule->max_length == wanted.max);
    CHECK(rule->optional == wanted.optional);
  }
  for (const char* text :
       {"", "byte", "Bytes", "float32", "float[", "float]", "float[-1]", "float[3-1]", "float[1-2-3]",
        "float[x]", "[3]", "float[3]??", "float [3]", "float[+3]", "float[18446744073709551616]", "?"}) {
    INFO(text);
    CHECK(!parse_rule("x", text));
  }
}

TEST_CASE("A record that holds just what the spec lists breaks nothing") {
  const ExampleSpec spec = spec_of({{"weight", "float[2]"}, {"class", "int64"}, {"name", "bytes"}});
  CHECK(broken(spec, flower(3)).empty());
}

TEST_CASE("Missing, extra, wrong kind, wrong length: all are reported, by name") {
  const ExampleSpec spec = spec_of({{"box", "float[4]"}, {"class", "float"}, {"weight", "float[3-4]"}});
  CHECK(
      broken(spec, flower(3)) ==
      "box is missing; class is int64, not float; name is not in the spec; weight has 2 values, not 3 to 4");
  CHECK(broken(spec_of({{"a", "bytes"}}), "") == "a is missing");
  CHECK(broken(spec_of({{"b", "bytes"}}), payload_of({{"a", Texts{"x"}}})) ==
        "a is not in the spec; b is missing");
  CHECK(broken(spec_of({{"a", "bytes[2-]"}}), payload_of({{"a", Texts{"x"}}})) ==
        "a has 1 value, not 2 or more");
}

TEST_CASE("An optional feature may be missing, but not be another one") {
  const ExampleSpec spec = spec_of({{"a", "int64?"}, {"b", "int64"}});
  CHECK(broken(spec, payload_of({{"b", Integers{1}}})).empty());
  CHECK(broken(spec, payload_of({{"a", Floats{1}}, {"b", Integers{1}}})) == "a is float, not int64");
}

TEST_CASE("A feature without a list has no values") {
  const std::string payload = example_of(entry("a", ""));
  CHECK(broken(spec_of({{"a", "int64[]"}}), payload).empty());
  CHECK(broken(spec_of({{"a", "int64[0-3]"}}), payload).empty());
  CHECK(broken(spec_of({{"a", "int64"}}), payload) == "a contains no list, not int64");
}
