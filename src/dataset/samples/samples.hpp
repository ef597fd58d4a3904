// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dataset/folder/image_folder.hpp"
#include "dataset/folder/image_opener.hpp"
#include "dataset/join/join.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

/// Rows joined to their images: what records are made from. A source row is numbered by its place here.
struct SourceRows {
  const Table& table;
  const ImageFolder& folder;
  const ImageOpener* opener;                // none where no image is to be read
  std::vector<std::uint32_t> rows;          // the table's rows that have an image, ascending
  std::vector<std::uint32_t> images;        // the image of each, a number of the ImageFolder
  std::vector<std::uint64_t> image_bytes;   // the file size of each
  std::int64_t newest_ns = INT64_MIN;       // when a file last changed, in nanoseconds since 1970
  std::vector<std::int64_t> modified_ns{};  // the time of each; empty if only a plan knows the files

  std::size_t size() const { return rows.size(); }
  const std::string& image_path(std::size_t i) const { return folder.path(images[i]); }
  /// Throws Error as ImageOpener::open() does.
  InputFile open(std::size_t i) const { return opener->open(image_path(i)); }
  /// Whether an open image is, by size and time, the one that was found, and has not changed since it was
  /// opened.
  bool is_as_found(std::size_t i, const InputFile& image) const;
};

/// Rows of the join that have an image, with the sizes of their files. Throws Error (machine) if one has
/// vanished.
SourceRows source_rows(const Table& table, const ImageFolder& folder, const ImageOpener& opener,
                       const Join& join);

}  // namespace tfrec
