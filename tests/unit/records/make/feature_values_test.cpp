// SPDX-License-Identifier: Apache-2.0
#include "records/make/feature_values.hpp"

#include <cstring>
#include <string>
#include <vector>

#include "records/layout/bind_features.hpp"
#include "support/catch.hpp"
#include "support/layout_table.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using test::LayoutTable;
using Bytes = std::vector<std::string>;
using Floats = std::vector<float>;
using Whole = std::vector<std::int64_t>;

namespace {

/// A layout of features, and the values of rows that may hold other cells than those it was bound to.
class Values {
 public:
  Values(LayoutTable& rows, const std::vector<std::string>& features) {
    std::vector<FeatureSpec> specs;
    for (const std::string& feature : features) specs.push_back(parse_feature_spec(feature));
    m_layout = bind_features(rows.input, std::move(specs), rows.listener);
    m_packed.reserve(10);
  }

  FeatureValues of(std::size_t feature, const std::vector<std::string>& cells) {
    m_rows = {cells};
    return feature_values(m_layout.features[feature], m_layout,
                          {m_rows, "dir/a.jpg", 1, {}, image, {}, {}, m_packed});
  }
  Whole whole(std::size_t feature, const std::vector<std::string>& cells) {
    return std::get<Whole>(of(feature, cells));
  }
  Floats floats(std::size_t feature, const std::vector<std::string>& cells) {
    return std::get<Floats>(of(feature, cells));
  }
  Bytes bytes(std::size_t feature, const std::vector<std::string>& cells) {
    const FeatureValues values = of(feature, cells);
    const auto& views = std::get<std::vector<std::string_view>>(values);
    return {views.begin(), views.end()};
  }

  MadeImage image;

 private:
  RecordLayout m_layout;
  std::vector<std::vector<std::string>> m_rows;
  std::vector<std::string> m_packed;
};

template <class Number>
std::string as_bytes(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

}  // namespace

TEST_CASE("Columns: int64, float, bytes, packed, in the order of the feature") {
  LayoutTable rows("id,n,x\na,-7,2.5\n");
  Values values(rows, {"a=int64:n", "b=float:x,n", "c=bytes:id", "d=raw-float32:n,x", "e=raw-int64:n,n"});
  const std::vector<std::string> row{"a \"é\"\n", "-9223372036854775808", "1e-3"};
  CHECK(values.whole(0, row) == Whole{INT64_MIN});
  CHECK(values.floats(1, row) == Floats{1e-3F, -9223372036854775808.0F});
  CHECK(values.bytes(2, row) == Bytes{"a \"é\"\n"});
  CHECK(values.bytes(3, row) == Bytes{as_bytes(Floats{-9223372036854775808.0F, 1e-3F})});
  CHECK(values.bytes(4, row) == Bytes{as_bytes(Whole{INT64_MIN, INT64_MIN})});
}

TEST_CASE("Classes: ids count from the label base, hot lists do not; labels of a cell ascend, each once") {
  LayoutTable rows("id,kind,tags\na,rose,sun|wind\nb,daisy,rain\n");
  rows.input.label_base = 1;
  Values values(rows, {"a=index:kind", "b=onehot:kind", "c=multihot:tags", "d=indices:tags"});
  const std::vector<std::string> row{"a", "rose", "wind | rain|wind"};
  CHECK(values.whole(0, row) == Whole{2});
  CHECK(values.floats(1, row) == Floats{0, 1});
  CHECK(values.floats(2, row) == Floats{1, 0, 1});
  CHECK(values.whole(3, row) == Whole{1, 3});
  const std::vector<std::string> none{"a", "rose", ""};
  CHECK(values.floats(2, none) == Floats{0, 0, 0});
  CHECK(values.whole(3, none).empty());
}

TEST_CASE("--missing replaces empty and malformed cells") {
  LayoutTable rows("id,n,kind\na,1,x\nb,,\n");
  rows.input.missing.any = "7";
  Values values(rows, {"a=int64:n", "b=float:n", "c=index:kind", "d=bytes:kind"});
  for (const char* cell : {"", "x", "1.5", "99999999999999999999"})
    CHECK(values.whole(0, {"a", cell, ""}) == Whole{7});
  for (const char* cell : {"", "x", "nan", "1e39"}) CHECK(values.floats(1, {"a", cell, ""}) == Floats{7});
  CHECK(values.whole(2, {"a", "1", ""}) == Whole{0});  // of 7, x
  CHECK(values.bytes(3, {"a", "1", ""}) == Bytes{"7"});
}

TEST_CASE("A cell that changed since the layout was bound is an error that names the column") {
  LayoutTable rows("id,n,x,kind\na,1,1,k\n");
  Values values(rows, {"a=int64:n", "b=float:x", "c=index:kind"});
  const std::vector<std::string> row{"a", "1.5", "1e39", "other"};
  CHECK_THAT(test::error_of([&] { values.of(0, row); }),
             ContainsSubstring("column 'n': '1.5' is not a whole number"));
  CHECK_THAT(test::error_of([&] { values.of(1, row); }),
             ContainsSubstring("column 'x': '1e39' is too large for a float"));
  CHECK_THAT(test::error_of([&] { values.of(2, row); }),
             ContainsSubstring("column 'kind': unknown class 'other'"));
}

TEST_CASE(
    "A list has the cells of each row that adds values, or of each box; others those of the first row") {
  const std::vector<std::vector<std::string>> cells{
      {"a", "7", "1"}, {"a", "7", ""}, {"a", "7", "3"}, {"a", "7", "4"}};
  RecordLayout layout;
  layout.row_lists = RowLists{0, {true, true, false}, 0, 4, true};
  BoundFeature list{.spec = {"n", FeatureKind::int64, {"n"}}, .columns = {2}, .is_list = true};
  BoundFeature once{.spec = {"m", FeatureKind::int64, {"m"}}, .columns = {1}};
  BoundFeature name{.spec = {"id", FeatureKind::bytes, {"id"}}, .columns = {0}};
  BoundFeature boxes{.spec = {"b", FeatureKind::boxes, {"xmin"}}, .box_form = {BoxValue::xmin, true}};
  MadeImage image;
  image.size = {48, 32};
  const std::vector<RowBox> kept{{3, {0.25, 0, 0.5, 1}}, {0, {0.75, 0, 1, 1}}};
  std::vector<std::string> packed;
  const RecordSource source{cells, "a.jpg", 1, kept, image, {}, {}, packed};
  CHECK(std::get<Whole>(feature_values(list, layout, source)) == Whole{1, 3, 4});
  CHECK(std::get<Whole>(feature_values(once, layout, source)) == Whole{7});
  layout.boxes = std::make_shared<BoxRules>();
  CHECK(std::get<Whole>(feature_values(list, layout, source)) == Whole{4, 1});
  CHECK(std::get<Floats>(feature_values(boxes, layout, source)) == Floats{12, 36});
  const RecordSource unlisted{{}, "a.jpg", 1, {}, image, {}, {}, packed};
  CHECK(std::get<Whole>(feature_values(list, layout, unlisted)).empty());
  CHECK(std::get<Whole>(feature_values(once, layout, unlisted)).empty());
  CHECK(std::get<std::vector<std::string_view>>(feature_values(name, layout, unlisted)) ==
        std::vector<std::string_view>{"a.jpg"});
}

TEST_CASE("Images and their facts") {
  LayoutTable rows("id\na\n");
  Values values(rows, {"a=jpeg", "b=raw-uint8", "c=raw-float32", "d=path", "e=format", "f=height", "g=width",
                       "h=channels", "i=colorspace"});
  values.image.jpeg = "JPEG bytes";
  values.image.raw_uint8 = "pixels";
  values.image.raw_float32 = "floats";
  values.image.format = "JPEG";
  values.image.size = {48, 32};
  values.image.channels = 3;
  const std::vector<std::string> row{"a"};
  const Bytes bytes{"JPEG bytes", "pixels", "floats", "dir/a.jpg", "JPEG"};
  for (std::size_t i = 0; i < bytes.size(); ++i) CHECK(values.bytes(i, row) == Bytes{bytes[i]});
  CHECK(values.whole(5, row) == Whole{32});
  CHECK(values.whole(6, row) == Whole{48});
  CHECK(values.whole(7, row) == Whole{3});
  CHECK(values.bytes(8, row) == Bytes{"RGB"});
  values.image.channels = 1;
  CHECK(values.bytes(8, row) == Bytes{"Grayscale"});
}

TEST_CASE("The number of a sample is a number, or its text") {
  LayoutTable rows("id\na\n");
  Values values(rows, {"a=sample-id", "b=sample-id-text"});
  CHECK(values.whole(0, {"a"}) == Whole{1});
  CHECK(values.bytes(1, {"a"}) == Bytes{"1"});
}
