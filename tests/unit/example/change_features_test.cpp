// SPDX-License-Identifier: Apache-2.0
#include "example/change_features.hpp"

#include <cstddef>
#include <vector>

#include "example/example_view.hpp"
#include "support/catch.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

std::string without(const std::string& payload, const std::vector<std::string>& names) {
  std::string out = "before";
  std::vector<FeatureChange> changes;
  for (const std::string& name : names) changes.push_back({name, {}});
  append_with_changes(out, payload, changes);
  REQUIRE(out.substr(0, 6) == "before");
  return out.substr(6);
}

}  // namespace

TEST_CASE("append_with_changes without new entries gives what the writer gives without them") {
  const std::string text(300, 'x');
  const NamedValues a{"a", Integers{1, 2, 300}};
  const NamedValues b{"b", Texts{text, ""}};
  const NamedValues c{"c", Floats{0.5F}};
  const std::string all = payload_of({a, b, c});
  CHECK(without(all, {"b"}) == payload_of({a, c}));
  CHECK(without(all, {"a", "c"}) == payload_of({b}));
  CHECK(without(all, {"absent"}) == all);
  CHECK(without(all, {}) == all);
  CHECK(without(all, {"a", "b", "c"}) == std::string("\x0a\x00", 2));
}

TEST_CASE("append_with_changes leaves odd bytes of other features as they are") {
  const std::string first = entry("x", int64_feature(std::string("\x05", 1)));
  const std::string unpacked = entry("keep", field(3, std::string("\x08\x01\x08\x02", 4)));
  const std::string unknown = field(99, "left alone");
  const std::string no_name = field(1, field(2, bytes_feature("v")));
  CHECK(without(example_of(first + unpacked + unknown + no_name + first), {"x"}) ==
        example_of(unpacked + unknown + no_name));
  CHECK(without(example_of(no_name + unpacked), {""}) == example_of(unpacked));
  CHECK(without(unknown + example_of(first) + example_of(unpacked), {"x"}) ==
        unknown + example_of("") + example_of(unpacked));
}

TEST_CASE("append_with_changes: the last key of an entry is its name") {
  const std::string twice = field(1, field(1, "x") + field(2, bytes_feature("v")) + field(1, "y"));
  CHECK(without(example_of(twice), {"x"}) == example_of(twice));
  CHECK(without(example_of(twice), {"y"}) == example_of(""));
}

TEST_CASE("append_with_changes puts other values where the feature is, and keeps all other bytes") {
  const NamedValues a{"a", Integers{1, 2, 300}};
  const NamedValues b{"b", Texts{"text"}};
  const NamedValues longer{"b", Floats(100, 0.5F)};
  const NamedValues c{"c", Floats{0.5F}};
  std::string entry_bytes;
  append_feature_entry(entry_bytes, longer);
  const std::vector<FeatureChange> changes{{"b", entry_bytes}, {"c", {}}, {"absent", entry_bytes}};
  std::string out;
  append_with_changes(out, payload_of({a, b, c}), changes);
  CHECK(out == payload_of({a, longer}));
}

TEST_CASE("readable_part of an example cut anywhere has its whole features, and texts up to the cut") {
  const std::string example =
      payload_of({{"a", Integers{1, 2, 300}}, {"b", Texts{"first", "second"}}, {"c", Floats{0.5F, 1.0F}}});
  std::size_t features = 0;
  for (std::size_t size = 0; size < example.size(); ++size) {
    const std::string part = readable_part(example.substr(0, size)).example;
    ExampleView view;
    REQUIRE(view.parse(part));
    REQUIRE(view.features().size() >= features);
    features = view.features().size();
    for (const FeatureView& feature : view.features()) {
      if (feature.name == "a" && feature.kind) CHECK(feature.length == 3);
    }
  }
  CHECK(features == 3);
  CHECK(readable_part(example).example == example);
  CHECK(readable_part(example).cut_bytes == 0);
  const std::size_t inside = example.find("second") + 3;
  const ReadablePart part = readable_part(example.substr(0, inside));
  CHECK(part.example == payload_of({{"a", Integers{1, 2, 300}}, {"b", Texts{"first", "sec"}}}));
  CHECK(part.cut_bytes == 3);
}
