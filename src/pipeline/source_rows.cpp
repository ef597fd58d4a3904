// SPDX-License-Identifier: Apache-2.0
#include "pipeline/source_rows.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sys/stat.h>

#include "base/error.hpp"

namespace tfrec {

namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

SourceRows source_rows(const Table& table, const ImageFolder& folder, const ImageOpener& opener,
                       const Join& join) {
  SourceRows source{table, folder, &opener, {}, {}, {}, INT64_MIN};
  for (std::uint32_t row = 0; row < join.image_of_row.size(); ++row) {
    const std::uint32_t image = join.image_of_row[row];
    if (image == k_no_image) continue;
    const std::filesystem::path file = folder.root / folder.path(image);
    struct stat facts {};
    if (::stat(file.c_str(), &facts) != 0)
      throw system_error(errno, file.string(), "cannot look at it (" + table.place(row) + ")");
    source.rows.push_back(row);
    source.images.push_back(image);
    source.image_bytes.push_back(static_cast<std::uint64_t>(facts.st_size));
    // A file that was moved here keeps its time of modification.
    source.newest_ns = std::max({source.newest_ns, nanoseconds(facts.st_mtim), nanoseconds(facts.st_ctim)});
  }
  return source;
}

}  // namespace tfrec
