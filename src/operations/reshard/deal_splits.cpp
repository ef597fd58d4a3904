// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard/deal_splits.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "sets/plan/warn_of_counts.hpp"

namespace tfrec {

namespace {

DealtSplit deal_split(const std::string& name, const PlaceRange& places, std::uint64_t bytes,
                      const ShardRequest& request) {
  const std::string where = name.empty() ? "" : "split " + printable(name) + ": ";
  DealtSplit split{name, places, bytes, {}, {}};
  try {
    split.count = choose_shard_count(places.size(), bytes, request);
  } catch (const Error& error) {
    throw Error(error.kind(), "", where + error.message(), error.hint());
  }
  split.shards = deal(places, split.count.shards);
  return split;
}

}  // namespace

std::vector<DealtSplit> deal_splits(const ReshardSources& sources, const RecordPlaces& places,
                                    const ShardRequest& request, Observer& observer) {
  std::vector<DealtSplit> dealt;
  std::vector<CountWarnings> warnings;
  for (const SourceSplit& split : sources.splits) {
    dealt.push_back(
        deal_split(split.name, places.of_shards(split.begin, split.end), sources.bytes(split), request));
    warnings.push_back({split.name, dealt.back().count.warnings});
  }
  warn_of_counts(std::move(warnings), observer);
  return dealt;
}

std::vector<PlaceRange> places_of(const std::vector<DealtSplit>& splits) {
  std::vector<PlaceRange> places;
  for (const DealtSplit& split : splits) places.push_back(split.places);
  return places;
}

std::vector<NewShard> shards_of(const std::vector<DealtSplit>& splits) {
  std::vector<NewShard> shards;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    for (const PlaceRange& places : splits[i].shards) shards.push_back({places, i});
  }
  return shards;
}

}  // namespace tfrec
