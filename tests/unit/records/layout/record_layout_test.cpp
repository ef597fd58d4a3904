// SPDX-License-Identifier: Apache-2.0
#include "records/layout/record_layout.hpp"

#include <utility>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

using Count = std::pair<std::uint64_t, std::uint64_t>;

Count count_of(const BoundFeature& feature, const RecordLayout& layout = {}) {
  const ValueCount count = value_count(feature, layout);
  return {count.least, count.most};
}

BoundFeature of_kind(FeatureKind kind, std::vector<std::size_t> columns = {}) {
  BoundFeature feature;
  feature.spec.kind = kind;
  feature.columns = std::move(columns);
  return feature;
}

/// Images with 2 to 5 rows each; the first column names the images.
RecordLayout with_rows(bool has_unlisted) {
  RecordLayout layout;
  layout.row_lists = RowLists{0, {}, 2, 5, has_unlisted};
  return layout;
}

}  // namespace

TEST_CASE("A record has as many values of a feature as its kind, columns and classes make") {
  using enum FeatureKind;
  CHECK(count_of(of_kind(jpeg)) == Count{1, 1});
  CHECK(count_of(of_kind(height)) == Count{1, 1});
  CHECK(count_of(of_kind(int64, {1, 2, 3})) == Count{3, 3});
  CHECK(count_of(of_kind(float32, {1})) == Count{1, 1});
  CHECK(count_of(of_kind(FeatureKind::bytes, {1})) == Count{1, 1});
  CHECK(count_of(of_kind(packed_float32, {1, 2})) == Count{1, 1});
  CHECK(count_of(of_kind(packed_int64, {1, 2})) == Count{1, 1});
  const auto of_three = [](FeatureKind kind) {
    BoundFeature feature = of_kind(kind, {1});
    const auto classes = std::make_shared<ColumnClasses>();
    classes->classes = ClassList({"a", "b", "c"});
    feature.classes = classes;
    return count_of(feature);
  };
  CHECK(of_three(index) == Count{1, 1});
  CHECK(of_three(indices) == Count{0, 3});
  CHECK(of_three(onehot) == Count{3, 3});
  CHECK(of_three(multihot) == Count{3, 3});
}

TEST_CASE("A list has the values of each row of an image, and one of boxes may lose all to a crop") {
  BoundFeature list = of_kind(FeatureKind::int64, {1, 2});
  list.is_list = true;
  RecordLayout layout = with_rows(false);
  CHECK(count_of(list, layout) == Count{4, 10});
  BoundFeature boxes = of_kind(FeatureKind::boxes);
  boxes.is_list = true;
  layout.boxes = std::make_shared<BoxRules>();
  CHECK(count_of(boxes, layout) == Count{0, 20});
  boxes.box_form.value = BoxValue::xmin;
  CHECK(count_of(boxes, layout) == Count{0, 5});
  CHECK(count_of(list, layout) == Count{0, 10});
}

TEST_CASE("An image without a row has no value of a column that is stored once, but for its name") {
  CHECK(count_of(of_kind(FeatureKind::int64, {1, 2}), with_rows(false)) == Count{2, 2});
  CHECK(count_of(of_kind(FeatureKind::int64, {1, 2}), with_rows(true)) == Count{0, 2});
  CHECK(count_of(of_kind(FeatureKind::bytes, {0}), with_rows(true)) == Count{1, 1});
}

TEST_CASE("What a layout stores of images follows from the kinds of its features") {
  using enum FeatureKind;
  const auto of = [](std::vector<FeatureKind> kinds) {
    RecordLayout layout;
    for (const FeatureKind kind : kinds) layout.features.push_back(of_kind(kind));
    return layout;
  };
  CHECK(of({int64, png}).stores_image());
  CHECK_FALSE(of({int64, height}).stores_image());
  CHECK(of({int64, height}).uses_pixels());
  CHECK_FALSE(of({int64, path}).uses_pixels());
  CHECK(of({raw_float32}).needs_equal_sizes());
  CHECK(of({path, raw_uint8}).needs_equal_sizes());
  CHECK_FALSE(of({jpeg, packed_float32}).needs_equal_sizes());
}
