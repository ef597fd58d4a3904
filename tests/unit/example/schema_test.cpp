// SPDX-License-Identifier: Apache-2.0
#include "example/schema.hpp"

#include <cmath>

#include "example/example_writer.hpp"
#include "support/catch.hpp"
#include "support/data/example_bytes.hpp"

using namespace tfrec;

namespace {

using Ints = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Texts = std::vector<std::string_view>;

void add(Schema& schema, const std::vector<NamedValues>& features) {
  std::string payload;
  write_example(payload, payload.size(), features);
  ExampleView view;
  REQUIRE(view.parse(payload));
  schema.add_with_values(view);
}

template <class Number>
std::pair<Number, Number> ends(const Range<Number>& range) {
  return {range.min, range.max};
}

void check_same(const FeatureSummary& a, const FeatureSummary& b) {
  INFO(b.name);
  CHECK((a.name == b.name && a.kind == b.kind && a.in_records == b.in_records));
  CHECK(ends(a.lengths) == ends(b.lengths));
  CHECK(ends(a.integers) == ends(b.integers));
  CHECK(ends(a.floats) == ends(b.floats));
  CHECK(ends(a.sizes) == ends(b.sizes));
  CHECK(a.not_finite == b.not_finite);
  CHECK((a.has_histogram == b.has_histogram && a.histogram == b.histogram));
  CHECK((a.has_texts == b.has_texts && a.texts == b.texts));
  CHECK((a.has_marks == b.has_marks && a.marks == b.marks && a.unmarked == b.unmarked));
  CHECK(a.equal_neighbours == b.equal_neighbours);
  CHECK((a.first == b.first && a.last == b.last));
}

}  // namespace

TEST_CASE("A schema of two records") {
  Schema schema;
  add(schema, {{"image", Texts{"abc"}}, {"label", Ints{3}}, {"box", Floats{0.5F, -2.0F}}});
  add(schema,
      {{"image", Texts{""}}, {"label", Ints{-1}}, {"box", Floats{NAN, 7.0F, INFINITY}}, {"extra", Ints{}}});
  CHECK(schema.records() == 2);
  const auto features = schema.features();
  REQUIRE(features.size() == 4);
  CHECK(features[0].name == "box");
  CHECK(kind_name(features[0].kind) == "float");
  CHECK(features[0].lengths.min == 2);
  CHECK(features[0].lengths.max == 3);
  CHECK(features[0].floats.min == -2.0F);
  CHECK(features[0].floats.max == 7.0F);
  CHECK(features[0].not_finite == 2);
  CHECK(features[1].name == "extra");
  CHECK(features[1].in_records == 1);
  CHECK(features[1].lengths.max == 0);
  CHECK_FALSE(features[1].integers.seen());
  CHECK(features[2].name == "image");
  CHECK(features[2].sizes.min == 0);
  CHECK(features[2].sizes.max == 3);
  CHECK(features[3].integers.min == -1);
  CHECK(features[3].integers.max == 3);
  CHECK(features[3].histogram == std::map<std::int64_t, std::uint64_t>{{-1, 1}, {3, 1}});
}

TEST_CASE("A name with two kinds has two rows") {
  Schema schema;
  add(schema, {{"a", Ints{1}}});
  add(schema, {{"a", Floats{1}}});
  const auto features = schema.features();
  REQUIRE(features.size() == 2);
  CHECK(kind_name(features[0].kind) == "float");
  CHECK(kind_name(features[1].kind) == "int64");
}

TEST_CASE("A feature without a list has kind none") {
  const std::string payload = test::example_of(test::entry("a", ""));
  ExampleView view;
  REQUIRE(view.parse(payload));
  Schema schema;
  schema.add(view);
  REQUIRE(schema.features().size() == 1);
  CHECK(kind_name(schema.features()[0].kind) == "none");
}

TEST_CASE("Histograms are for single values of few kinds") {
  Schema many;
  for (std::int64_t i = 0; i < 1001; ++i) add(many, {{"a", Ints{i}}});
  CHECK(many.features()[0].histogram.empty());
  Schema lists;
  add(lists, {{"a", Ints{1}}});
  add(lists, {{"a", Ints{1, 2}}});
  add(lists, {{"a", Ints{1}}});
  CHECK_FALSE(lists.features()[0].has_histogram);
  CHECK(lists.features()[0].histogram.empty());
}

TEST_CASE("Texts are counted where they are short, UTF-8 and few") {
  const auto summary_of = [](const std::vector<Texts>& values) {
    Schema schema;
    for (const Texts& value : values) add(schema, {{"a", value}});
    return schema.features()[0];
  };
  const std::string long_text(65, 'c');
  const FeatureSummary labels = summary_of({{"cat"}, {"dog"}, {"cat"}});
  CHECK(labels.texts == std::map<std::string, std::uint64_t>{{"cat", 2}, {"dog", 1}});
  CHECK(labels.is_text_label());
  CHECK(summary_of({{"cat"}, {"cat"}}).is_constant_text());
  CHECK_FALSE(summary_of({{"cat"}, {"dog"}}).is_text_label());
  CHECK(summary_of({{"cat"}, {"\xFF"}}).texts.empty());
  CHECK(summary_of({{"cat"}, {long_text}}).texts.empty());
  CHECK(summary_of({{"cat"}, {"cat", "dog"}}).texts.empty());
}

TEST_CASE("Schemas of parts add up to the schema of the whole") {
  Schema whole;
  Schema parts[2];
  for (std::int64_t i = 0; i < 1200; ++i) {
    for (Schema* schema : {&whole, &parts[i / 600]}) {
      add(*schema, {{"id", Ints{i}}, {"label", Ints{i % 7}}, {"x", Floats{static_cast<float>(i) / 2}}});
    }
  }
  CHECK(parts[0].features()[0].histogram.size() == 600);
  parts[0].add(parts[1]);
  CHECK(parts[0].records() == whole.records());
  const auto a = parts[0].features();
  const auto b = whole.features();
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i].in_records == b[i].in_records);
    CHECK(a[i].histogram == b[i].histogram);
    CHECK(a[i].equal_neighbours == b[i].equal_neighbours);
    CHECK(a[i].integers.max == b[i].integers.max);
    CHECK(a[i].floats.max == b[i].floats.max);
  }
  CHECK(a[0].histogram.empty());
  CHECK(a[1].histogram.size() == 7);
}

TEST_CASE(
    "Parts of every kind of list, with and without summaries of their values, add up wherever the cut is") {
  const std::vector<std::vector<NamedValues>> records{
      {{"c", Texts{"x"}}, {"f", Floats{NAN, 1}}, {"hot", Floats{0, 1, 0}}, {"i", Ints{4}}, {"t", Texts{"x"}}},
      {{"c", Texts{"x"}}, {"f", Floats{}}, {"hot", Floats{0, 0, 0}}, {"i", Ints{4}}, {"t", Texts{"y", "z"}}},
      {{"c", Texts{"y"}}, {"f", Floats{-3}}, {"hot", Floats{1, 1, 0}}, {"n", Ints{1, 2}}, {"t", Texts{"x"}}},
      {{"c", Texts{"x"}}, {"f", Floats{INFINITY}}, {"hot", Floats{0, 1, 1}}, {"i", Ints{4}}, {"n", Ints{9}}},
      {{"f", Floats{2}}, {"i", Ints{-4}}, {"late", Texts{"once"}}, {"n", Ints{}}},
  };
  Schema whole;
  for (const auto& record : records) add(whole, record);
  for (std::size_t cut = 0; cut <= records.size(); ++cut) {
    INFO(cut);
    Schema parts[2];
    for (std::size_t i = 0; i < records.size(); ++i) add(parts[i < cut ? 0 : 1], records[i]);
    parts[0].add(parts[1]);
    CHECK(parts[0].records() == records.size());
    const auto a = parts[0].features();
    const auto b = whole.features();
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) check_same(a[i], b[i]);
  }
}

TEST_CASE("Marks are of lists of equal length with zeros and ones alone") {
  const auto marks_of = [](const std::vector<Floats>& values) {
    Schema schema;
    for (const Floats& value : values) add(schema, {{"a", value}});
    return schema.features()[0];
  };
  const FeatureSummary hot = marks_of({{0, 1, 1}, {0, 0, 0}, {0, 1, 0}});
  CHECK(hot.marks == std::vector<std::uint64_t>{0, 2, 1});
  CHECK(hot.unmarked == 1);
  CHECK(marks_of({{1, 0}, {1, 1}}).marks == std::vector<std::uint64_t>{2, 1});
  for (const std::vector<Floats>& other : std::vector<std::vector<Floats>>{
           {{1}}, {{0, 1}, {0, 1, 0}}, {{0, 0}, {0, 2}}, {{0, 0}, {0.5F, 1}}, {Floats(1001)}}) {
    CHECK_FALSE(marks_of(other).has_marks);
    CHECK(marks_of(other).marks.empty());
    CHECK(marks_of(other).unmarked == 0);
  }
  CHECK(marks_of({Floats(1000)}).marks.size() == 1000);
  Schema whole;
  add(whole, {{"a", Ints{0, 1}}, {"b", Ints{0, 2}}});
  CHECK(whole.features()[0].marks == std::vector<std::uint64_t>{0, 1});
  CHECK(whole.features()[1].marks.empty());
}

TEST_CASE("Neighbours with equal values are counted") {
  Schema schema;
  for (const std::int64_t value : {1, 1, 2, 2, 2, 1}) add(schema, {{"a", Ints{value}}});
  CHECK(schema.features()[0].equal_neighbours == 3);
  CHECK(schema.features()[0].first == 1);
}

TEST_CASE("A thousand different values are counted, one more are not") {
  Schema schema;
  const std::string longest(64, 'x');
  add(schema, {{"i", Ints{0}}, {"t", Texts{longest}}});
  for (std::int64_t i = 1; i < 1000; ++i) {
    const std::string text = std::to_string(i);
    add(schema, {{"i", Ints{i}}, {"t", Texts{text}}});
  }
  for (const FeatureSummary& full : schema.features())
    CHECK(full.histogram.size() + full.texts.size() == 1000);
  CHECK_FALSE(schema.features()[0].is_label());
  CHECK_FALSE(schema.features()[1].is_text_label());
  add(schema, {{"i", Ints{1}}, {"t", Texts{"1"}}});
  CHECK(schema.features()[0].is_label());
  CHECK(schema.features()[1].is_text_label());
  add(schema, {{"i", Ints{1000}}, {"t", Texts{"1000"}}});
  for (const FeatureSummary& over : schema.features()) {
    CHECK_FALSE((over.has_histogram && over.has_texts));
    CHECK((over.histogram.empty() && over.texts.empty()));
  }
}

TEST_CASE("Names beyond the limit are not kept") {
  std::string entries;
  for (std::size_t i = 0; i < Schema::k_max_names + 10; ++i)
    entries += test::entry("n" + std::to_string(i), "");
  const std::string payload = test::example_of(entries);
  ExampleView view;
  REQUIRE(view.parse(payload));
  Schema schema;
  schema.add(view);
  CHECK(schema.has_too_many_names());
  CHECK(schema.features().size() == Schema::k_max_names);
}
