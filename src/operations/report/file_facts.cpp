// SPDX-License-Identifier: Apache-2.0
#include "operations/report/file_facts.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "image/jpeg/jpeg_segments.hpp"
#include "records/image/image_headers.hpp"

namespace tfrec {

void add_file_facts(const InputFile& file, ImageRow& row) {
  constexpr std::size_t k_headers = std::size_t{96} << 10U;
  constexpr std::uint32_t k_longest_side = 65'535;
  std::string head(std::min<std::uint64_t>(k_headers, file.size()), '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  ImageFacts facts = image_facts(head);
  if (facts.width == 0) facts = header_facts(file, {});
  if (!is_image_value(facts)) return;
  row.format = facts.format;
  row.width = static_cast<std::uint16_t>(std::min(facts.width, k_longest_side));
  row.height = static_cast<std::uint16_t>(std::min(facts.height, k_longest_side));
  row.channels = static_cast<std::uint8_t>(std::clamp(facts.channels, 0, 255));
  row.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(file.size(), UINT32_MAX));
  row.is_progressive = facts.progressive;
  row.is_turned = facts.exif_orientation != 1;
  if (facts.format == ImageFormat::jpeg)
    row.quality = static_cast<std::uint8_t>(jpeg_quality(head).value_or(0));
}

}  // namespace tfrec
