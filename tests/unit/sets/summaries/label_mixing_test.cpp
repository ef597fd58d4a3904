// SPDX-License-Identifier: Apache-2.0
#include "sets/summaries/label_mixing.hpp"

#include "sets/summaries/label_features.hpp"
#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// A shard of one record per label, in `folder`.
ShardLabels shard_with(const std::vector<std::int64_t>& labels, const std::string& folder = "") {
  ShardLabels shard{folder, {}};
  for (const std::int64_t label : labels) {
    const std::string payload = payload_of({{"class", Integers{label}}, {"size", Integers{label, label}}});
    ExampleView view;
    REQUIRE(view.parse(payload));
    shard.schema.add_with_values(view);
  }
  return shard;
}

std::vector<LabelMixing> mixing_of(const std::vector<ShardLabels>& shards) {
  Schema whole;
  for (const ShardLabels& shard : shards) whole.add(shard.schema);
  return label_mixing(shards, label_features({}, whole));
}

}  // namespace

TEST_CASE("Shards of one label each are sorted, and that is noted") {
  const std::vector<std::int64_t> zeros(200, 0);
  const std::vector<std::int64_t> ones(200, 1);
  const auto mixing = mixing_of({shard_with(zeros), shard_with(ones)});
  REQUIRE(mixing.size() == 1);
  CHECK(mixing[0].feature == "class");
  CHECK(mixing[0].score.sorted_over_shards);
  const auto notes = mixing_notes(mixing);
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::StartsWith("label 'class' is sorted over the shards (mixing score 0.00 of 1)"));
}

TEST_CASE("Shards with the same labels in turn are mixed") {
  std::vector<std::int64_t> labels;
  for (int i = 0; i < 200; ++i) labels.push_back(i * 7 % 5 % 2);
  const auto mixing = mixing_of({shard_with(labels), shard_with(labels)});
  REQUIRE(mixing.size() == 1);
  CHECK_FALSE(mixing[0].score.sorted_over_shards);
  CHECK(mixing_notes(mixing).empty());
}

TEST_CASE("Folders are splits: each is scored alone, and a note names it") {
  const std::vector<std::int64_t> zeros(200, 0);
  const std::vector<std::int64_t> ones(200, 1);
  const auto mixing =
      mixing_of({shard_with(zeros, "train"), shard_with(ones, "train"), shard_with(ones, "val")});
  REQUIRE(mixing.size() == 2);
  CHECK(mixing[0].folder == "train");
  CHECK(mixing[1].folder == "val");
  CHECK_FALSE(mixing[1].score.sorted_over_shards);
  const auto notes = mixing_notes(mixing);
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::StartsWith("train: label 'class' is sorted"));
}

TEST_CASE("The mixing of test was listed before that of train") {
  const std::vector<std::int64_t> labels{0, 1, 0, 1, 1, 0};
  std::vector<ShardLabels> shards;
  for (const char* folder : {"b/val", "a/test", "a/train", "b/train", "a/val", "a"})
    shards.push_back(shard_with(labels, folder));
  std::vector<std::string> folders;
  for (const LabelMixing& mixing : mixing_of(shards)) folders.push_back(mixing.folder);
  CHECK(folders == std::vector<std::string>{"a", "a/train", "a/val", "a/test", "b/train", "b/val"});
}
