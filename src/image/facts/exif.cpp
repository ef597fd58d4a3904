// SPDX-License-Identifier: Apache-2.0
#include "image/facts/exif.hpp"

#include <algorithm>
#include <iterator>

#include "image/facts/byte_view.hpp"
#include "image/facts/image_facts.hpp"

namespace tfrec {

namespace {

constexpr std::uint16_t k_orientation = 0x0112;
constexpr std::size_t k_entry_bytes = 12;  // tag and type of two bytes, count, value or offset of the values

enum class ValueForm {
  unread,
  number,     // two bytes in the entry
  text,       // `count` bytes, behind the entry's offset if there are more than four
  rationals,  // eight bytes each, behind the entry's offset
};

/// A tag of EXIF 2.32, table 4, whose value cv::imread reads.
struct ReadTag {
  std::uint16_t tag;
  ValueForm form;
  std::size_t rationals = 0;
};

constexpr ReadTag k_read_tags[] = {
    {0x010E, ValueForm::text},                                              // ImageDescription
    {0x010F, ValueForm::text},                                              // Make
    {0x0110, ValueForm::text},                                              // Model
    {k_orientation, ValueForm::number}, {0x011A, ValueForm::rationals, 1},  // XResolution
    {0x011B, ValueForm::rationals, 1},                                      // YResolution
    {0x0128, ValueForm::number},                                            // ResolutionUnit
    {0x0131, ValueForm::text},                                              // Software
    {0x0132, ValueForm::text},                                              // DateTime
    {0x013E, ValueForm::rationals, 2},                                      // WhitePoint
    {0x013F, ValueForm::rationals, 6},                                      // PrimaryChromaticities
    {0x0211, ValueForm::rationals, 3},                                      // YCbCrCoefficients
    {0x0213, ValueForm::number},                                            // YCbCrPositioning
    {0x0214, ValueForm::rationals, 6},                                      // ReferenceBlackWhite
    {0x8298, ValueForm::text},                                              // Copyright
};

ReadTag described(std::uint16_t tag) {
  const auto* const known = std::ranges::find(k_read_tags, tag, &ReadTag::tag);
  return known == std::end(k_read_tags) ? ReadTag{tag, ValueForm::unread} : *known;
}

bool holds_text(const ByteView& block, std::size_t entry) {
  constexpr std::size_t k_short_text = 8;  // where cv::imread looks for a text of up to four bytes
  if (!block.holds(entry + 4, 4)) return false;
  const std::uint32_t count = block.u32(entry + 4);
  if (count <= 4) return block.holds(k_short_text, count);
  return block.holds(entry + 8, 4) && block.holds(block.u32(entry + 8), count);
}

/// Whether all that cv::imread reads of an entry lies in the block.
bool is_readable(const ByteView& block, std::size_t entry) {
  if (!block.holds(entry, 2)) return false;
  const ReadTag tag = described(block.u16(entry));
  switch (tag.form) {
    case ValueForm::number:
      return block.holds(entry + 8, 2);
    case ValueForm::text:
      return holds_text(block, entry);
    case ValueForm::rationals:
      return block.holds(entry + 8, 4) && block.holds(block.u32(entry + 8), 8 * tag.rationals);
    case ValueForm::unread:
      break;
  }
  return true;
}

/// One SHORT from 1 to 8.
bool is_valid_orientation(const ByteView& block, std::size_t entry) {
  constexpr std::uint16_t k_short = 3;
  const std::uint16_t value = block.u16(entry + 8);
  return block.u16(entry + 2) == k_short && block.u32(entry + 4) == 1 && value >= 1 && value <= 8;
}

/// Takes a readable orientation entry; one after the first decides nothing.
void take_orientation(const ByteView& block, std::size_t entry, ExifBlock& found) {
  if (found.orientation || !is_valid_orientation(block, entry)) found.oddity = k_invalid_orientation;
  if (!found.orientation) found.orientation = block.u16(entry + 8);
}

}  // namespace

ExifBlock read_exif(std::string_view block) {
  constexpr std::uint16_t k_version = 42;
  ExifBlock found;
  const std::string_view mark = block.substr(0, 2);
  const ByteView bytes(block, mark == "II" ? ByteOrder::little : ByteOrder::big);
  const std::size_t directory = bytes.u32(4);
  if (bytes.u16(2) != k_version || !bytes.holds(4, 4) || !bytes.holds(directory, 2)) {
    found.oddity = k_damaged_exif;
    return found;
  }
  bool is_damaged = mark != "II" && mark != "MM";
  const std::size_t first = directory + 2;
  const std::size_t end = first + k_entry_bytes * bytes.u16(directory);
  for (std::size_t entry = first; entry < end; entry += k_entry_bytes) {
    const bool is_usable = is_readable(bytes, entry);
    is_damaged = is_damaged || !is_usable || !bytes.holds(entry, k_entry_bytes);
    if (!is_usable) break;
    if (bytes.u16(entry) == k_orientation) take_orientation(bytes, entry, found);
  }
  if (is_damaged) found.oddity = k_damaged_exif;
  return found;
}

std::string describe_exif_oddity(const ImageFacts& facts) {
  return std::string(facts.exif_oddity) +
         (facts.exif_oddity == k_damaged_exif ? " read as orientation " : " read as ") +
         (facts.exif_orientation == 1 ? "1 (upright)" : std::to_string(facts.exif_orientation));
}

void take_exif(const ExifBlock& block, ImageFacts& facts) {
  const int value = block.orientation.value_or(1);
  facts.exif_orientation = value >= 1 && value <= 8 ? value : 1;
  facts.exif_oddity = block.oddity;
}

}  // namespace tfrec
