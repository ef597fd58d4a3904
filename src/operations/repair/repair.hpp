// SPDX-License-Identifier: Apache-2.0
// `tfrec repair`: what is intact in damaged shards, written to new ones. Prints nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "tfrecord/reading/salvage.hpp"

namespace tfrec {

struct RepairOptions {
  std::vector<std::string> paths;
  std::filesystem::path out;
  bool damaged_only = false;     // leave out shards that need no repair
  bool strict = false;           // keep only records that can't be inside others
  std::filesystem::path images;  // make lost shards again from these; empty: salvage alone
  std::filesystem::path labels;  // with them, as in build
  std::filesystem::path test;    // with them, as in build
  std::filesystem::path masks;   // with them, as in build
  std::filesystem::path files;   // with them, as in build
  bool keep_names = false;       // leave the counts in the names as they are
  bool overwrite = false;
  unsigned threads = 1;
};

enum class ShardState {
  intact,    // every byte is accounted for
  repaired,  // only headers were damaged and are repaired: no record is lost
  damaged,   // bytes are lost
  rebuilt,   // made again from the images, as in the manifest
};
std::string_view to_string(ShardState state);  // "intact", "mended", "damaged", "rebuilt"

struct RepairedShard {
  std::string path;
  std::string output;                     // its path; empty if none was written
  Salvaged salvaged;                      // what was kept, what is lost, in the (uncompressed) file
  std::optional<std::uint64_t> expected;  // records by the manifest, else by the name
  std::uint64_t bytes = 0;                // of the file, as it is stored
  bool is_rebuilt = false;                // then nothing is lost, whatever the file was

  ShardState state() const;
  /// Whether the expected count, or else the damage, gives the number of lost records. Else lost_records()
  /// is the least number.
  bool is_loss_known() const { return expected ? *expected >= salvaged.kept : salvaged.is_loss_counted; }
  std::uint64_t lost_records() const;
  /// Whether a record is lost, or may be.
  bool has_loss() const;
};

/// What is wrong beside the damage in the files.
struct RepairProblem {
  std::string path;
  std::string message;             // printable
  std::uint64_t lost_records = 0;  // beside those of RepairResult::files
  bool is_loss_known = true;       // else these are the least
  bool is_file_lost = false;       // a file beside the shards

  bool has_loss() const { return lost_records > 0 || !is_loss_known || is_file_lost; }
};

struct RepairResult {
  std::vector<RepairedShard> files;
  std::vector<RepairProblem> problems;
  std::string manifest;                  // path of the manifest that was copied; empty if none was
  bool can_rebuild = false;              // --from would make lost shards again
  bool had_manifest = false;             // the shards are those of one set
  bool is_record_list_outdated = false;  // records.csv is not copied: its shards and records are others
  bool has_loss() const;
};

/// Salvages into options.out, where shards appear under final names when all are complete and synced. Throws
/// Error: usage, before anything is written, where two shards would get one name, where OUT holds the shards
/// themselves or files that would be overwritten; machine if reading or writing fails. Damage is in the
/// result.
RepairResult repair(const RepairOptions& options, Observer& observer);

}  // namespace tfrec
