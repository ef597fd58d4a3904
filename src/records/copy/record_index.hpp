// SPDX-License-Identifier: Apache-2.0
// The places of records in existing shards, so that they can be copied in any order: twelve bytes a record.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "example/record_filter.hpp"
#include "example/schema.hpp"
#include "records/copy/renumber_classes.hpp"
#include "tfrecord/reading/damage.hpp"

namespace tfrec {

/// Which records are taken, and what of them.
struct RecordChoice {
  std::vector<RecordFilter> filters;  // all must hold
  std::vector<std::string> drop;      // features left out
  Renumbering renumbering;            // of the classes of the others

  /// Whether records are written otherwise than they are.
  bool rewrites() const { return !drop.empty() || !renumbering.empty(); }
  /// Whether it must be known what the records hold.
  bool looks_inside() const { return !filters.empty() || rewrites(); }
};

/// A record to leave out, as a list describes it.
struct ListedRecord {
  std::string place;  // in the list: "drop.csv:3"
  std::string name;   // one of the record's values; empty: not known
};

/// Those of one shard, by their indexes.
using ListedRecords = std::map<std::uint64_t, ListedRecord>;

class FramePlace {
 public:
  FramePlace(std::uint64_t offset, std::uint32_t payload_bytes)
      : m_low(static_cast<std::uint32_t>(offset)),
        m_high(static_cast<std::uint32_t>(offset >> 32U)),
        m_payload_bytes(payload_bytes) {}

  std::uint64_t offset() const { return std::uint64_t{m_high} << 32U | m_low; }
  std::uint32_t payload_bytes() const { return m_payload_bytes; }
  std::uint64_t frame_bytes() const;

 private:
  std::uint32_t m_low;
  std::uint32_t m_high;
  std::uint32_t m_payload_bytes;
};

struct SourceShard {
  std::filesystem::path path;   // as it was found
  std::filesystem::path plain;  // where the frames are: the same, or an inflated copy
  std::uint64_t stored_bytes = 0;
  std::uint64_t plain_bytes = 0;  // of `plain`, and its time: the file must not change
  std::int64_t plain_changed_ns = 0;
  std::uint64_t records = 0;       // before the choice
  std::uint64_t listed = 0;        // of these: left out by a list
  std::vector<FramePlace> frames;  // of the records taken
  std::uint64_t bytes = 0;         // these frames', as they are to be written
  Schema schema;                   // of all records, where the choice looks inside
};

/// Finds the records of a shard. A plain one is walked from header to header, unless the choice looks inside;
/// then, and in a compressed one, each record is read and its checksums checked. What is inflated is written
/// to `copy`, where that is not empty. Throws Error: bad_data for damage (damage_error), and where the choice
/// looks inside, for a record that is not a tf.train.Example or has a class that its set does not list; usage
/// for a listed record that the shard does not have, or that has another name.
SourceShard index_source(const std::filesystem::path& path, const RecordChoice& choice,
                         const std::filesystem::path& copy, const ListedRecords& left_out = {});

/// "a.tfrec: record 3 at byte 1234 (+220): payload and its checksum disagree", with the hint to repair.
Error damage_error(const std::string& path, const Damage& damage);

}  // namespace tfrec
