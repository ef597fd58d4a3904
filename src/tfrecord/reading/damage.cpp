// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/damage.hpp"

#include <array>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"

namespace tfrec {

std::string_view to_string(DamageKind kind) {
  constexpr std::array<std::string_view, 8> k_names{"not_a_tfrecord", "header",  "length",     "payload",
                                                    "truncated",      "garbage", "compressed", "unproven"};
  return k_names[static_cast<std::size_t>(kind)];
}

namespace {

/// "record 3 at byte 166 (83 bytes)".
std::string place_of(const Damage& damage) {
  return "record " + std::to_string(damage.record) + " at byte " + std::to_string(damage.offset) + " (" +
         std::to_string(damage.length) + (damage.length == 1 ? " byte)" : " bytes)");
}

}  // namespace

std::string text_of(const Damage& damage) {
  return place_of(damage) + ": " + printable(damage.message);
}

bool is_cut_record(const Damage& damage) {
  return (damage.kind == DamageKind::truncated || damage.kind == DamageKind::compressed) &&
         damage.claims_rest;
}

bool has_bytes_of_record(const Damage& damage, Compression compression) {
  return is_cut_record(damage) || (damage.is_one_record && compression == Compression::none);
}

std::string hint_for_unsaved(const std::string& file, const Damage& damage, Compression compression) {
  if (!has_bytes_of_record(damage, compression)) return std::string(k_damage_hint);
  return "the image may still be readable: tfrec inspect " + shell_word(file) + " --record " +
         std::to_string(damage.record) + " --save image.jpg";
}

std::string text_of_unsaved(const Damage& damage) {
  return place_of(damage) + " is damaged, so its image is not saved: " + printable(damage.message);
}

bool contains_records(const Damage& damage) {
  return damage.kind != DamageKind::garbage && damage.length > 0;
}

void ReadSoFar::add_record(std::uint64_t index) {
  places = index + 1;
  ++intact;
  is_damaged_last = false;
}

void ReadSoFar::add_damage(const Damage& damage) {
  places = damage.record + 1;
  is_damaged_last = true;
}

Error no_such_record(const std::string& file, std::uint64_t record, const ReadSoFar& read) {
  const std::string problem = "has no record " + std::to_string(record) + ": it contains ";
  if (!read.is_damaged_last) {
    return Error(
        ErrorKind::usage, file, problem + counted(read.places, "record", "records"),
        read.places == 0 ? "" : "the first record is 0, the last " + std::to_string(read.places - 1));
  }
  return Error(ErrorKind::bad_data, file,
               problem + counted(read.intact, "intact record", "intact records") + " and damage",
               std::string(k_damage_hint));
}

}  // namespace tfrec
