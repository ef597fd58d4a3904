// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/sample_record.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

SampleRecord sampled(const std::vector<NamedValues>& features, const SampleLimits& limits) {
  const std::string payload = payload_of(features);
  ExampleView view;
  REQUIRE(view.parse(payload));
  return sample_of_example({3, 120, payload}, view, limits);
}

}  // namespace

TEST_CASE("A sample keeps the first values, and how many there are") {
  const SampleRecord sample =
      sampled({{"class", Integers{7, 8, 9}}, {"name", Texts{"rose"}}, {"weight", Floats{0.5F}}}, {2, 80});
  CHECK(sample.record == 3);
  CHECK(sample.offset == 120);
  CHECK_FALSE(sample.payload);
  REQUIRE(sample.features.size() == 3);
  CHECK(sample.features[0].length == 3);
  CHECK(sample.features[0].integers == Integers{7, 8});
  CHECK(sample.features[1].bytes.at(0).head == "rose");
  CHECK(sample.features[1].bytes.at(0).is_text);
  CHECK(sample.features[2].floats == Floats{0.5F});
}

TEST_CASE("Text is cut between characters, and other bytes where the limit is") {
  const auto head = [](std::string_view value) {
    return sampled({{"name", Texts{value}}}, {8, 4}).features.at(0).bytes.at(0);
  };
  CHECK(head("abc\xC3\xA9t").head == "abc");
  CHECK(head("abc\xC3\xA9t").is_text);
  CHECK(head("abc\xC3\xA9t").size == 6);
  CHECK(head("ab\xC3\xA9t").head == "ab\xC3\xA9");
  CHECK(head("\xFF\xFE\x01\x02\x03").head == "\xFF\xFE\x01\x02");
  CHECK_FALSE(head("\xFF\xFE\x01\x02\x03").is_text);
  CHECK_FALSE(head("\x1B[1m").is_text);
}

TEST_CASE("A payload that is no example is sampled as bytes") {
  const SampleRecord sample = sample_of_payload({0, 0, "plain text"}, {8, 5});
  CHECK(sample.features.empty());
  REQUIRE(sample.payload);
  CHECK(sample.payload->head == "plain");
  CHECK(sample.payload->size == 10);
}
