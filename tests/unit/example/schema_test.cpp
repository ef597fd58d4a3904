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
