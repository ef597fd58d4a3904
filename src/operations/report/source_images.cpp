// SPDX-License-Identifier: Apache-2.0
#include "operations/report/source_images.hpp"

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "operations/report/file_facts.hpp"

namespace tfrec {

SourceImages::SourceImages(const std::filesystem::path& folder)
    : m_folder(walk_files(folder, PassedOver{})), m_index(m_folder) {}

void SourceImages::add_facts(std::string_view name, ImageRow& row) const {
  if (name.empty()) return;
  const ImageIndex::Match match = m_index.find(m_index.below_root(name));
  if (match.outcome != ImageIndex::Outcome::one || m_folder.leaves_root(match.image)) return;
  try {
    const InputFile file(m_folder.root / m_folder.path(match.image));
    ImageRow source;
    add_file_facts(file, source);
    if (!source.has_image()) return;
    row.has_source = true;
    row.source_format = source.format;
    row.source_width = source.width;
    row.source_height = source.height;
    row.source_bytes = source.bytes;
    row.source_quality = source.quality;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::machine) throw;  // as if there were no such file
  }
}

}  // namespace tfrec
