// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "tfrecord/reading/anchors.hpp"
#include "tfrecord/reading/damage.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// Damage in file order. Of a hostile file only the first ranges are kept one by one, so that memory is
/// bounded.
struct DamageList {
  static constexpr std::size_t k_most_listed = 10'000;

  std::vector<Damage> listed;
  std::uint64_t count = 0;  // listed or not
  std::uint64_t bytes = 0;

  void add(Damage&& damage);
};

/// Records that are kept for the same reason, from the first to the end of the last.
struct ProvenRange {
  Proof proof{};
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  // with the damage between them
  std::uint64_t records = 0;
};

/// What salvage() made of a file. The frames that were kept, with their damaged headers where they had one,
/// and the lost ranges tile it.
struct Salvaged {
  std::uint64_t bytes = 0;       // of the (uncompressed) file
  std::uint64_t kept = 0;        // records
  std::uint64_t kept_bytes = 0;  // of their frames as they were given out
  DamageList lost;
  DamageList repaired;              // headers of records that were kept: nothing is lost there
  std::uint64_t lost_places = 0;    // ranges of `lost` that held at least one record
  bool is_loss_counted = true;      // each of them held just one, as far as the file shows
  std::vector<ProvenRange> proven;  // with anchors: why records were kept

  bool is_intact() const { return lost.count == 0 && repaired.count == 0; }
};

/// Takes each salvaged record and its sound frame, both valid during the call.
using KeepRecord = std::function<void(const Record& record, std::string_view frame)>;

/// Reads to the end and gives out each record that is proven, in order (see reader.hpp), nothing else; one
/// whose header was damaged gets a new one. Time is linear in the file's size, memory bounded by the largest
/// record. With `anchors`, which the same kind of reader found, records that they don't prove are lost.
Salvaged salvage(Reader& reader, const KeepRecord& keep, const Anchors* anchors = nullptr);

}  // namespace tfrec
