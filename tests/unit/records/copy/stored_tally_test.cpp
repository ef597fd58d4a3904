// SPDX-License-Identifier: Apache-2.0
#include "records/copy/stored_tally.hpp"

#include "support/catch.hpp"
#include "support/data/example_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

using Bounds = std::pair<std::uint64_t, std::uint64_t>;

template <class Number>
Bounds bounds(const Range<Number>& range) {
  return {range.min, range.max};
}

ImageFacts facts_of(ImageFormat format, std::uint32_t width, std::uint32_t height, int channels) {
  ImageFacts facts;
  facts.format = format;
  facts.width = width;
  facts.height = height;
  facts.channels = channels;
  return facts;
}

StoredTallies tallies_of(const std::string& payload) {
  ExampleView view;
  REQUIRE(view.parse(payload));
  StoredTallies tallies;
  StoredReader().add(tallies, view);
  return tallies;
}

}  // namespace

TEST_CASE("Images are counted by format and channels, with their smallest and largest sides") {
  ImageSummary first;
  first.add(facts_of(ImageFormat::jpeg, 30, 1, 3));
  ImageFacts turned = facts_of(ImageFormat::jpeg, 1, 20, 1);
  turned.progressive = true;
  turned.exif_orientation = 2;
  first.add(turned);
  ImageSummary second;
  second.add(facts_of(ImageFormat::png, 500, 7, 3));
  second.add(facts_of(ImageFormat::jpeg, 0, 9, 0));  // as a header without sizes has
  second.add(facts_of(ImageFormat::jpeg, 9, 0, 1));
  second.add(turned);
  first.add(second);
  CHECK(first.count == 6);
  CHECK(first.formats == std::map<ImageFormat, std::uint64_t>{{ImageFormat::jpeg, 5}, {ImageFormat::png, 1}});
  CHECK(bounds(first.width) == Bounds{1, 500});
  CHECK(bounds(first.height) == Bounds{1, 20});
  CHECK(first.channels == std::map<int, std::uint64_t>{{1, 3}, {3, 2}});
  CHECK(first.progressive == 2);
  CHECK(first.exif_oriented == 2);
}

TEST_CASE("Values that are no images are counted with their sizes, and whether all are text") {
  StoredTally text;
  text.add("a cat");
  text.add("\xFF\xD8\xFF");
  CHECK((text.others == 1 && text.images.count == 1 && text.others_are_text));
  CHECK(bounds(text.sizes) == Bounds{5, 5});
  StoredTally bytes;
  bytes.add(std::string_view("a\0b", 3));
  CHECK_FALSE(bytes.others_are_text);
  StoredTally not_utf8;
  not_utf8.add("\xFF");
  CHECK_FALSE(not_utf8.others_are_text);
  StoredTally sum = text;
  sum.add(text);
  CHECK(sum.others_are_text);
  sum.add(bytes);
  sum.add(text);
  CHECK_FALSE(sum.others_are_text);
  CHECK((sum.others == 4 && sum.images.count == 3));
  CHECK(bounds(sum.sizes) == Bounds{3, 5});
  bytes.add(text);
  CHECK_FALSE(bytes.others_are_text);
}

TEST_CASE("Only bytes features are tallied, each value of a list by itself") {
  const StoredTallies tallies = tallies_of(
      example_of(entry("image", bytes_feature("\xFF\xD8\xFF")) + entry("label", int64_feature("\x01")) +
                 entry("words", field(1, field(1, "a") + field(1, "bcd")))));
  REQUIRE(tallies.size() == 2);
  CHECK(tallies.at("image").images.count == 1);
  CHECK(tallies.at("words").others == 2);
  CHECK(bounds(tallies.at("words").sizes) == Bounds{1, 3});
}

TEST_CASE("Tallies of more names than a schema keeps are bounded, and known names still count") {
  std::string entries;
  for (std::size_t i = 0; i < Schema::k_max_names + 5; ++i)
    entries += entry("n" + std::to_string(i), bytes_feature("x"));
  StoredTallies tallies = tallies_of(example_of(entries));
  CHECK(tallies.size() == Schema::k_max_names);
  const std::string known = tallies.begin()->first;
  add_tallies(tallies,
              tallies_of(example_of(entry("other", bytes_feature("x")) + entry(known, bytes_feature("x")))));
  CHECK(tallies.size() == Schema::k_max_names);
  CHECK(tallies.at(known).others == 2);
  StoredTallies few = tallies_of(example_of(entry("a", bytes_feature("x"))));
  add_tallies(few, tallies_of(example_of(entry("b", bytes_feature("x")))));
  CHECK(few.size() == 2);
}
