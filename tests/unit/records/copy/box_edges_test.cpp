// SPDX-License-Identifier: Apache-2.0
#include "records/copy/box_edges.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

BoxFeatures features_of(const std::vector<std::pair<std::string, std::string>>& named) {
  BoxFeatures features;
  for (const auto& [name, form] : named) features.emplace(name, box_form_named(form).value());
  return features;
}

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(const std::vector<NamedValues>& values, const BoxFeatures& features, const SourceFrame& frame) {
  const std::string payload = payload_of(values);
  ExampleView example;
  REQUIRE(example.parse(payload));
  auto edges = BoxEdges::of(features);
  REQUIRE(edges);
  CHECK(edges->count(example) == edges->rows(example, frame).size());
  return edges->rows(example, frame);
}

}  // namespace

TEST_CASE("Edges are pixels, with the digits that the stored float needs") {
  const BoxFeatures features = features_of({{"a", "xmin"}, {"b", "ymin"}, {"c", "xmax"}, {"d", "ymax"}});
  CHECK(rows_of({{"a", Floats{0.25F, 1.0F / 3}},
                 {"b", Floats{0, 0.1F}},
                 {"c", Floats{0.5F, 1}},
                 {"d", Floats{1, 0.7F}}},
                features, {300, 70, 1}) == Rows{{"75", "0", "150", "70"}, {"100", "7", "300", "49"}});
  CHECK(rows_of({{"a", Floats{}}}, features, {300, 70, 1}).empty());
}

TEST_CASE("Edges follow from a corner or the centre and the size") {
  const SourceFrame frame{100, 200, 1};
  for (const auto& [form, numbers] : {std::pair<std::string, Floats>{"xyxy", {0.25F, 0.5F, 0.5F, 0.75F}},
                                      {"yxyx", {0.5F, 0.25F, 0.75F, 0.5F}},
                                      {"xywh", {0.25F, 0.5F, 0.25F, 0.25F}},
                                      {"cxcywh", {0.375F, 0.625F, 0.25F, 0.25F}},
                                      {"xyxy-pixels", {25, 100, 50, 150}},
                                      {"cxcywh-pixels", {37.5F, 125, 25, 50}}}) {
    CAPTURE(form);
    CHECK(rows_of({{"b", numbers}}, features_of({{"b", form}}), frame) == Rows{{"25", "100", "50", "150"}});
  }
}

TEST_CASE("Edges are those of the upright image if EXIF turns the stored one") {
  // Orientation 6: the stored left is the upright top.
  const BoxFeatures features = features_of({{"b", "xyxy"}});
  CHECK(rows_of({{"b", Floats{0, 0.5F, 0.25F, 1}}}, features, {100, 200, 6}) ==
        Rows{{"0", "0", "100", "25"}});
}

TEST_CASE("Features that do not give both edges are none of a box") {
  CHECK_FALSE(BoxEdges::of({}));
  CHECK_FALSE(BoxEdges::of(features_of({{"a", "xmin"}, {"b", "ymin"}, {"c", "xmax"}})));
  CHECK_FALSE(BoxEdges::of(features_of({{"a", "cx"}, {"b", "cy"}})));
}

TEST_CASE("A feature that the edges do not need may differ in the last digit") {
  CHECK(BoxEdges::of(features_of({{"b", "xyxy"}}))->rounded_features().empty());
  CHECK(BoxEdges::of(features_of({{"b", "xyxy"}, {"c", "cxcywh"}}))->rounded_features() ==
        std::vector<std::string>{"c"});
}
