// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operations/verify/listing/listing.hpp"
#include "operations/verify/listing/nameless_objects.hpp"
#include "operations/verify/listing/place_shards.hpp"
#include "operations/verify/verify.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// Compares sets with one listing, set by set, and adds what is found to the result.
class ListingComparison {
 public:
  ListingComparison(const Listing& listing, VerifyResult& result);

  /// The set's manifest is there. The set is used until finish().
  void add(const ShardSet& set);
  /// After the last set: the result.
  void finish();

 private:
  struct Verdict {
    std::string problem;
    bool is_composite = false;
    bool is_unchecked = false;
    bool is_missing = false;
  };

  struct Comparison {
    const ShardSet* set;
    PlacedShards placed;
    std::vector<Verdict> verdicts;       // of each shard
    std::vector<std::size_t> unchecked;  // shards that no checksum was compared of
  };

  Verdict compare_named(const ManifestShard& shard, const std::vector<std::size_t>& objects);
  void compare_checksum(const ManifestShard& shard, const ListedObject& object, Verdict& verdict);
  void compare_nameless(const ManifestShard& shard, Verdict& verdict);
  void take_verdict(const ShardSet& set, const ManifestShard& shard, const Verdict& verdict);
  void finish_set(Comparison& comparison);
  void warn_of_missing(const ShardSet& set);
  void warn_of_prefixes();
  void warn_of_listing();
  void note_unchecked();

  const Listing& m_listing;
  VerifyResult& m_result;
  NamelessObjects m_nameless;
  std::vector<Comparison> m_sets;
  std::uint64_t m_missing = 0;  // shards
  bool m_has_names;
  std::vector<bool> m_is_taken;  // of the listing's objects with names
};

}  // namespace tfrec
