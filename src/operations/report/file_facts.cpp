// SPDX-License-Identifier: Apache-2.0
#include "operations/report/file_facts.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "image/jpeg/jpeg_segments.hpp"
#include "records/image/image_headers.hpp"
#include "tfrecord/record_key.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_head_bytes = std::size_t{96} << 10U;  // quantisation tables come within them

std::uint16_t stored_side(std::uint32_t side) {
  return static_cast<std::uint16_t>(std::min(side, ImageRow::k_longest_side));
}

void fill_row(const ImageFacts& facts, std::string_view head, std::uint64_t bytes, ImageRow& row) {
  row.format = facts.format;
  row.width = stored_side(facts.width);
  row.height = stored_side(facts.height);
  row.channels = static_cast<std::uint8_t>(std::clamp(facts.channels, 0, 255));
  row.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, UINT32_MAX));
  row.is_progressive = facts.progressive;
  row.is_turned = facts.exif_orientation != 1;
  if (facts.format == ImageFormat::jpeg)
    row.quality = static_cast<std::uint8_t>(jpeg_quality(head).value_or(0));
}

}  // namespace

void add_image_facts(std::string_view image, ImageRow& row) {
  const ImageFacts facts = image_facts(image);
  if (!is_image_value(facts)) return;
  fill_row(facts, image.substr(0, k_head_bytes), image.size(), row);
  row.key = record_key(image);
}

void add_file_facts(const InputFile& file, ImageRow& row) {
  std::string head(std::min<std::uint64_t>(k_head_bytes, file.size()), '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  ImageFacts facts = image_facts(head);
  if (facts.width == 0) facts = header_facts(file, {});
  if (is_image_value(facts)) fill_row(facts, head, file.size(), row);
}

}  // namespace tfrec
