// SPDX-License-Identifier: Apache-2.0
// `tfrec index`: index files for readers with random access. Prints nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "shards/names/index_file.hpp"

namespace tfrec {

struct IndexOptions {
  std::vector<std::string> paths;
  IndexFormat format = IndexFormat::dali;
  std::filesystem::path out;  // empty: each index beside its shard
  bool check = false;         // write nothing, compare what is there
  unsigned threads = 1;
};

enum class IndexState {
  written,
  fits,       // --check: it is the shard's
  stale,      // --check: it is of another state of the shard, or no index
  missing,    // --check: there is none
  unindexed,  // the shard is damaged or compressed: no index was written
};
std::string_view to_string(IndexState state);  // "written", "fits", "stale", "missing", "unindexed"

struct IndexedShard {
  std::string path;
  std::string index;          // its path, also if there is none
  std::uint64_t records = 0;  // of the shard; 0 if it is unindexed
  std::uint64_t bytes = 0;    // of the shard
  IndexState state = IndexState::written;
  std::string problem;  // printable; empty if all is well
};

struct IndexResult {
  std::vector<IndexedShard> files;
  std::uint64_t records = 0;
  bool ok = true;
};

/// Writes or checks indexes. Every record is read and its checksums checked; a shard that is damaged gets no
/// index, and an existing one stays as it is. Throws Error, before anything is written: usage if two
/// shards would have the same index, or where a file of that name is not an index; machine if a file can't be
/// read or written.
IndexResult make_indexes(const IndexOptions& options, Observer& observer);

}  // namespace tfrec
