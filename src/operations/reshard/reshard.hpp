// SPDX-License-Identifier: Apache-2.0
// `tfrec reshard`: existing shards in, shards of a new set out, nothing decoded. Prints nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "dataset/order/dealing.hpp"
#include "shards/manifest/manifest.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

struct ReshardOptions {
  std::vector<std::string> paths;
  std::filesystem::path out;
  std::string name;  // empty: the sources'
  std::string extension = ".tfrec";
  ShardRequest shards;
  Compression compression = Compression::none;  // of the new shards
  bool shuffle = false;
  std::uint64_t seed = 42;
  std::vector<std::string> filters;  // as RecordFilter takes them; all must hold
  std::filesystem::path without;     // a list of records to leave out; empty: none
  std::vector<std::string> drop;     // features
  bool renumber = false;             // give classes one numbering
  bool allow_mixed = false;          // sources may differ in anything that a reader takes as fixed
  bool overwrite = false;
  bool dry_run = false;  // writes nothing; the set is described as far as it is known
  unsigned threads = 1;
};

struct ReshardResult {
  Manifest set;
  std::uint64_t source_shards = 0;
  std::uint64_t source_records = 0;
  std::uint64_t source_bytes = 0;  // as they are stored
  std::uint64_t records = 0;       // that were taken
  std::uint64_t listed = 0;        // left out by `without`
};

/// Reshards. Throws Error: bad_data if a source is damaged or not whole, or no record is left; usage if
/// the sources don't fit together, a feature is in none of them, or `out` holds something else or a source.
/// Then nothing has a final name.
ReshardResult reshard(const ReshardOptions& options, Observer& observer);

}  // namespace tfrec
