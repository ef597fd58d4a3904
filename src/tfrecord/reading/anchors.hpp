// SPDX-License-Identifier: Apache-2.0
// Which records of a damaged file are its own.
//
// Two checksums prove that a record is intact, not that it is one of the file: where bytes were inserted into
// a record or lost from it, the frames of a TFRecord file in its payload look like records. But before and
// behind these frames are bytes of the record around them, its header and its checksum. So a chain of frames
// without a gap that begins with the file, or ends with it, is not inside a record, unless the file itself
// begins or ends there; and damage that left all lengths as they were lets them lead over a damaged payload.
//
//  - From the first byte to the first damage: the file's own.
//  - From the last damage to the end: the file's own. Not in a compressed stream that is cut short. Not
//  behind
//    a sound header that announces more than the file contains: the file may end inside that record.
//  - Between them: only where headers lead from record to record over each damage, from the first byte to the
//    end of the file. One coincidence alone, such as a frame that inserted bytes push to where a record
//    should begin, does not do that.
//
// A header of which the length or its checksum is right, before a payload that agrees, counts as intact here.
//
// Limits: a file that is cut exactly behind a frame inside a record whose header is damaged; bytes lost from
// the beginning of a frame inside a record, or up to eight bytes behind it, to that of the next record, or
// from the beginning of a record to that of a frame inside it (its header, for instance); a record that is
// itself a TFRecord file and lost exactly its checksum; whole records that were put there.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// Why a record is believed to be one of the file.
enum class Proof {
  start,    // records without a gap from the start of the file to it
  headers,  // headers lead to it over damaged payloads
  end,      // records without a gap from it to the end of the file
};

/// The stable name, as it is in JSON: "start", "headers", "end".
std::string_view to_string(Proof proof);

/// How far records are linked to the start and to the end of a file.
class Anchors {
 public:
  /// Nothing if the record at this offset may be inside another one.
  std::optional<Proof> proof_of(std::uint64_t offset) const;

 private:
  friend Anchors find_anchors(Reader& reader);

  static constexpr std::uint64_t k_never = std::numeric_limits<std::uint64_t>::max();

  void add(const Damage& damage);
  void finish();

  std::uint64_t m_gap = k_never;       // records before it are without a gap from the start
  std::uint64_t m_behind_gaps = 0;     // records from it on are without a gap to the end
  bool m_is_linked_throughout = true;  // headers lead from the start to the end
  bool m_is_end_open = false;          // the file may end inside a record
};

/// Reads to the end; the reader must trust half of a header at least.
Anchors find_anchors(Reader& reader);

}  // namespace tfrec
