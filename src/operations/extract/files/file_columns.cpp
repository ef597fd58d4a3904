// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/file_columns.hpp"

namespace tfrec {

FileColumns::FileColumns(const std::vector<CompanionFeature>& features) {
  for (const CompanionFeature& feature : features) {
    if (!feature.is_mask) m_columns.push_back({feature});
  }
}

void FileColumns::name_by_text(std::vector<StoredFile>& files) {
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    m_names.name_by_text(files[i]);
    if (!files[i].is_there) ++m_columns[i].missing;
    if (files[i].path.empty() || files[i].path != files[i].text) ++m_columns[i].other;
  }
}

void FileColumns::name_by_image(std::vector<StoredFile>& files, const std::string& image) {
  for (StoredFile& file : files) {
    if (file.is_there && file.path.empty()) m_names.name_by_image(file, image);
  }
}

}  // namespace tfrec
