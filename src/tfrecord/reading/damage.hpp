// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

enum class DamageKind {
  not_a_tfrecord,  // the file is something else; the message states what
  header,          // length and its checksum disagree
  length,          // a sound header announces more than the file holds
  payload,         // payload and its checksum disagree
  truncated,       // the file ends inside a record
  garbage,         // bytes between records that are not a record
  compressed,      // the GZIP or ZLIB stream is cut short or damaged
  unproven,        // intact records that salvage leaves out
};

/// The stable name of a kind, as it is in JSON: "not_a_tfrecord", "header", …
std::string_view to_string(DamageKind kind);

/// One damaged byte range of the (uncompressed) file. A value: reading goes on behind it.
struct Damage {
  DamageKind kind = DamageKind::header;
  std::uint64_t record = 0;  // zero-based index of the record, or of the place where the next should start
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string message;
  bool is_one_record = false;  // whose length is proven; else at least one, none of `garbage`
  bool claims_rest = false;    // a sound header announces more than the file contains
};

/// What to do about damage, as a hint.
inline constexpr std::string_view k_damage_hint =
    "`tfrec verify` lists all damage, `tfrec repair` recovers the intact records";

/// "record 3 at byte 1234 (220 bytes): payload and its checksum disagree", printable.
std::string text_of(const Damage& damage);
/// The same for people who asked for the record's image: "record 3 at byte 166 (83 bytes) is damaged, so its
/// image is not saved: …".
std::string text_of_unsaved(const Damage& damage);
/// Whether the end of the file, or of what can be inflated, cuts a record whose header is intact.
bool is_cut_record(const Damage& damage);
/// Whether a file has bytes of a damaged record where the damage is: it is cut, or its length is proven and
/// the file is not compressed.
bool has_bytes_of_record(const Damage& damage, Compression compression);
/// How to save the image of a damaged record if the file has its bytes, else k_damage_hint.
std::string hint_for_unsaved(const std::string& file, const Damage& damage, Compression compression);

/// Whether records were where the damage is: at least one, and just one if is_one_record.
bool contains_records(const Damage& damage);

/// What was read of a file so far.
struct ReadSoFar {
  std::uint64_t places = 0;  // of records, damaged ones too
  std::uint64_t intact = 0;
  bool is_damaged_last = false;

  void add_record(std::uint64_t index);
  void add_damage(const Damage& damage);
};

/// For a record behind the last one of a file: a usage error, or bad data if the file ends in damage.
Error no_such_record(const std::string& file, std::uint64_t record, const ReadSoFar& read);

}  // namespace tfrec
