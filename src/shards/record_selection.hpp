// SPDX-License-Identifier: Apache-2.0
// Which records `extract --records` takes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shards/shard_paths.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// Counts a record or damage; returns its index.
std::uint64_t add_place(ReadSoFar& read, const ReadItem& item);

/// Records of a shard by their indexes, which count from 0; by default all.
class RecordSelection {
 public:
  void add(std::uint64_t first, std::uint64_t last);
  bool contains(std::uint64_t index) const;
  bool has_all() const { return m_ranges.empty(); }
  /// Behind the last record; the largest number if all are taken.
  std::uint64_t end() const { return m_ranges.empty() ? UINT64_MAX : m_ranges.rbegin()->second + 1; }
  /// At the end of a shard. Throws Error, usage or for a damaged shard bad_data, if it has no such record.
  void require_in(const ReadSoFar& read, const std::string& shard) const;

 private:
  std::map<std::uint64_t, std::uint64_t> m_ranges;  // first and last; they do not overlap; empty: all
};

/// The records that `wanted` names as SHARD:N, SHARD:N-M or several of these ranges with commas between; all
/// if it is empty. The only shard needs no name. SHARD is a path as it was found, or its end. Keeps only the
/// shards that are named; the result has one selection for each. Throws Error (usage) if a text is malformed,
/// or names no shard or several.
std::vector<RecordSelection> select_records(FoundShards& found, const std::vector<std::string>& wanted);

/// The shard with this path, or the only one whose path ends with it. Throws Error (usage) at `place` if
/// there is none, or there are several.
std::size_t shard_called(const FoundShards& found, const std::string& name, const std::string& place);

}  // namespace tfrec
