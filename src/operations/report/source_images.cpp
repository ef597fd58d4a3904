// SPDX-License-Identifier: Apache-2.0
#include "operations/report/source_images.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "image/jpeg/jpeg_segments.hpp"

namespace tfrec {

SourceImages::SourceImages(const std::filesystem::path& folder)
    : m_folder(walk_files(folder, PassedOver{})), m_index(m_folder) {}

void SourceImages::add_facts(std::string_view name, ImageRow& row) const {
  constexpr std::size_t k_headers = std::size_t{96} << 10U;
  if (name.empty()) return;
  const ImageIndex::Match match = m_index.find(m_index.below_root(name));
  if (match.outcome != ImageIndex::Outcome::one || m_folder.leaves_root(match.image)) return;
  try {
    const InputFile file(m_folder.root / m_folder.path(match.image));
    std::string head(std::min<std::uint64_t>(k_headers, file.size()), '\0');
    head.resize(file.read_at(0, std::span<char>(head)));
    const ImageFacts facts = image_facts(head);
    if (!is_image_value(facts)) return;
    row.has_source = true;
    row.source_format = facts.format;
    row.source_width = static_cast<std::uint16_t>(std::min<std::uint32_t>(facts.width, 65'535));
    row.source_height = static_cast<std::uint16_t>(std::min<std::uint32_t>(facts.height, 65'535));
    row.source_bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(file.size(), UINT32_MAX));
    if (facts.format == ImageFormat::jpeg)
      row.source_quality = static_cast<std::uint8_t>(jpeg_quality(head).value_or(0));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::machine) throw;  // as if there were no such file
  }
}

}  // namespace tfrec
