// SPDX-License-Identifier: Apache-2.0
#include "records/copy/box_edges.hpp"

#include <cmath>
#include <string>

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

Rows rows_of(const std::vector<NamedValues>& values, const BoxFeatures& features, const Extent& size) {
  const std::string payload = payload_of(values);
  ExampleView example;
  REQUIRE(example.parse(payload));
  auto edges = BoxEdges::of(features);
  REQUIRE(edges);
  CHECK(edges->count(example) == edges->rows(example, size).size());
  return edges->rows(example, size);
}

/// Of a record that has lists of floats under these names, and ids under "image/object/bbox/label".
BoxFeatures usual_of(const std::vector<std::string>& names) {
  std::vector<NamedValues> values{{"image/object/bbox/label", Integers{1}}};
  for (const std::string& name : names) values.push_back({name, Floats{0.5F}});
  const std::string payload = payload_of(values);
  ExampleView example;
  REQUIRE(example.parse(payload));
  Schema schema;
  schema.add(example);
  return usual_box_features(schema);
}

}  // namespace

TEST_CASE("Edges are pixels, with the digits that the stored float needs") {
  const BoxFeatures features = features_of({{"a", "xmin"}, {"b", "ymin"}, {"c", "xmax"}, {"d", "ymax"}});
  CHECK(rows_of({{"a", Floats{0.25F, 1.0F / 3}},
                 {"b", Floats{0, 0.1F}},
                 {"c", Floats{0.5F, 1}},
                 {"d", Floats{1, 0.7F}}},
                features, {300, 70}) == Rows{{"75", "0", "150", "70"}, {"100", "7", "300", "49"}});
  CHECK(rows_of({{"a", Floats{}}}, features, {300, 70}).empty());
}

TEST_CASE("Edges follow from a corner or the centre and the size") {
  const Extent size{100, 200};
  for (const auto& [form, numbers] : {std::pair<std::string, Floats>{"xyxy", {0.25F, 0.5F, 0.5F, 0.75F}},
                                      {"yxyx", {0.5F, 0.25F, 0.75F, 0.5F}},
                                      {"xywh", {0.25F, 0.5F, 0.25F, 0.25F}},
                                      {"cxcywh", {0.375F, 0.625F, 0.25F, 0.25F}},
                                      {"xyxy-pixels", {25, 100, 50, 150}},
                                      {"cxcywh-pixels", {37.5F, 125, 25, 50}}}) {
    CAPTURE(form);
    CHECK(rows_of({{"b", numbers}}, features_of({{"b", form}}), size) == Rows{{"25", "100", "50", "150"}});
  }
}

TEST_CASE("Edges within the image follow from a centre and a size that were rounded beyond it") {
  const BoxFeatures features = features_of({{"b", "cxcywh"}});
  for (const double left : {0.1, 1.0 / 3, 0.7123, 0.95}) {
    const auto centre = static_cast<float>((left + 1) / 2);
    const auto width = static_cast<float>(1 - left);
    const Rows rows = rows_of({{"b", Floats{centre, 0.5F, width, 1}}}, features, {37, 91});
    REQUIRE(rows.size() == 1);
    const double low = std::stod(rows[0][0]) / 37;
    CHECK(rows[0][2] == "37");
    CHECK(static_cast<float>((low + 1) / 2) == centre);
    CHECK(static_cast<float>(1 - low) == width);
  }
}

TEST_CASE("Edges fit all features of a box, not only those that give them") {
  const BoxFeatures features = features_of({{"a", "cxcywh"}, {"b", "xyxy"}, {"c", "xywh-pixels"}});
  const float left = 0.123F;
  const float right = 0.987F;
  const auto as_float = [](double value) { return static_cast<float>(value); };
  // The values of a box from 12.3 to 98.7 of 100 pixels.
  CHECK(rows_of({{"a", Floats{as_float(0.555), 0.5F, as_float(0.864), 1}},
                 {"b", Floats{left, 0, right, 1}},
                 {"c", Floats{12.3F, 0, 86.4F, 50}}},
                features, {100, 50}) == Rows{{"12.3", "0", "98.7", "50"}});
}

TEST_CASE("An edge that is no number leaves the other one as it is") {
  const BoxFeatures features = features_of({{"b", "xyxy"}});
  const float nan = std::nanf("");
  CHECK(rows_of({{"b", Floats{nan, -0.5F, 0.25F, 1.5F}}}, features, {40, 20}) ==
        Rows{{"nan", "-10", "10", "30"}});
}

TEST_CASE("Features that do not give both edges are none of a box") {
  CHECK_FALSE(BoxEdges::of({}));
  CHECK_FALSE(BoxEdges::of(features_of({{"a", "xmin"}, {"b", "ymin"}, {"c", "xmax"}})));
  CHECK_FALSE(BoxEdges::of(features_of({{"a", "cx"}, {"b", "cy"}})));
}

TEST_CASE("Boxes are found by the four usual names of their edges, whatever else is beside them") {
  const std::string bbox = "image/object/bbox/";
  const std::vector<std::string> edges{bbox + "xmin", bbox + "ymin", bbox + "xmax", bbox + "ymax"};
  const BoxFeatures found = usual_of(edges);
  REQUIRE(found.size() == 4);
  CHECK(found.at(bbox + "ymax").value == BoxValue::ymax);
  std::vector<std::string> more = edges;
  more.insert(more.end(), {bbox + "cx", bbox + "xyxy", bbox + "xmin-pixels", bbox + "score", "xmin"});
  CHECK(usual_of(more).size() == 4);
  CHECK(usual_of({edges[0], edges[1], edges[2]}).empty());
  CHECK(usual_of({edges[0], edges[1], edges[2], bbox + "height"}).empty());
}

TEST_CASE("Edges follow from any two values of each side") {
  const Extent size{100, 200};
  // A box from 25 to 50 and from 100 to 150.
  const std::vector<std::pair<std::string, float>> columns{
      {"xmin", 0.25F}, {"xmax", 0.5F}, {"width", 0.25F}, {"cx", 0.375F}};
  const std::vector<std::pair<std::string, float>> rows{
      {"ymin", 0.5F}, {"ymax", 0.75F}, {"height", 0.25F}, {"cy", 0.625F}};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = i + 1; k < 4; ++k) {
      CAPTURE(columns[i].first, columns[k].first);
      CHECK(rows_of({{"a", Floats{columns[i].second}},
                     {"b", Floats{columns[k].second}},
                     {"c", Floats{rows[i].second}},
                     {"d", Floats{rows[k].second}}},
                    features_of({{"a", columns[i].first},
                                 {"b", columns[k].first},
                                 {"c", rows[i].first},
                                 {"d", rows[k].first}}),
                    size) == Rows{{"25", "100", "50", "150"}});
    }
  }
}
