// SPDX-License-Identifier: Apache-2.0
#include "pipeline/source_rows.hpp"

#include <filesystem>
#include <system_error>

#include "base/error.hpp"

namespace tfrec {

SourceRows source_rows(const Table& table, const ImageFolder& folder, const ImageOpener& opener,
                       const Join& join) {
  SourceRows source{table, folder, opener, {}, {}, {}};
  for (std::uint32_t row = 0; row < join.image_of_row.size(); ++row) {
    const std::uint32_t image = join.image_of_row[row];
    if (image == k_no_image) continue;
    const std::filesystem::path file = folder.root / folder.path(image);
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(file, failed);
    if (failed)
      throw system_error(failed.value(), file.string(), "cannot look at it (" + table.place(row) + ")");
    source.rows.push_back(row);
    source.images.push_back(image);
    source.image_bytes.push_back(bytes);
  }
  return source;
}

}  // namespace tfrec
