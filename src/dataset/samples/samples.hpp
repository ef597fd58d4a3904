// SPDX-License-Identifier: Apache-2.0
// What a set counts in: images with the rows that describe them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/folder/image_folder.hpp"
#include "dataset/folder/image_opener.hpp"
#include "dataset/indexes.hpp"
#include "dataset/join/join.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

/// Samples of a table and a folder. A sample is an image and the row that describes it.
struct Samples {
  const Table& table;
  const ImageFolder& folder;
  const ImageOpener* opener;              // null where no image is read
  PerSample<RowIndex> rows;               // of the table, ascending
  PerSample<std::uint32_t> images;        // numbers of the ImageFolder
  PerSample<std::uint64_t> image_bytes;   // file sizes
  std::int64_t newest_ns = INT64_MIN;     // when a file last changed, in nanoseconds since 1970
  PerSample<std::int64_t> modified_ns{};  // times of the files; empty if only a plan lists them

  std::size_t size() const { return rows.size(); }
  IndexRange<SampleIndex> all() const { return IndexRange<SampleIndex>(size()); }

  /// Rows of a sample, at least one, ascending.
  std::span<const RowIndex> rows_of(SampleIndex sample) const {
    return std::span(rows).subspan(sample.value(), 1);
  }
  /// The first of them for messages: "labels.csv:17".
  std::string place(SampleIndex sample) const { return table.place(rows[sample]); }
  FileLine line(SampleIndex sample) const { return table.line(rows[sample]); }

  const std::string& image_path(SampleIndex sample) const { return folder.path(images[sample]); }
  /// Throws Error as ImageOpener::open() does, bad_data if an image of a plan is gone.
  InputFile open(SampleIndex sample) const;
  /// Whether an open image has the size and time of the file that was found, and has not changed since it was
  /// opened.
  bool is_as_found(SampleIndex sample, const InputFile& image) const;

  /// Visits all rows of all samples in the order of the table.
  using Visit = std::function<void(SampleIndex sample, std::span<const std::string_view> cells)>;
  void for_each_row(const Visit& visit) const;
};

/// The rows of a join that have an image, with the sizes of their files. Throws Error (machine) if a file has
/// vanished.
Samples samples_of(const Table& table, const ImageFolder& folder, const ImageOpener& opener,
                   const Join& join);

/// The samples that `dropped`, ascending, does not list.
Samples without_samples(const Samples& samples, std::span<const SampleIndex> dropped);

}  // namespace tfrec
