// SPDX-License-Identifier: Apache-2.0
// What a set counts in: images with the rows that describe them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
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

/// Files that belong to samples beside their images, of one source: masks, or the files that a column names.
struct Companions {
  std::filesystem::path root;
  std::shared_ptr<const ImageOpener> opener{};  // null where none is read
  PerSample<std::string> paths{};               // relative to root
  PerSample<std::uint64_t> bytes{};             // file sizes
  PerSample<std::int64_t> modified_ns{};        // times of the files; empty if only a plan lists them
};

/// Samples of a table and a folder. A sample is an image and the rows that describe it: one, or with
/// --record-per image any number.
struct Samples {
  const Table& table;
  const ImageFolder& folder;
  const ImageOpener* opener;             // null where no image is read
  std::vector<RowIndex> rows;            // of the table; those of a sample side by side, ascending
  PerSample<std::uint32_t> images;       // numbers of the ImageFolder
  PerSample<std::uint64_t> image_bytes;  // file sizes
  /// Where the rows of each sample begin in `rows`, and their end; empty if each sample has one row.
  std::vector<std::uint32_t> row_begins{};
  std::int64_t newest_ns = INT64_MIN;     // when a file last changed, in nanoseconds since 1970
  PerSample<std::int64_t> modified_ns{};  // times of the files; empty if only a plan lists them
  PerSample<std::uint32_t> ids{};         // see number_samples(); empty if no record has them
  std::vector<Companions> companions{};

  std::size_t size() const { return images.size(); }
  /// What messages count: "row", or "image" of samples with any number of rows.
  std::string_view noun() const { return row_begins.empty() ? "row" : "image"; }
  IndexRange<SampleIndex> all() const { return IndexRange<SampleIndex>(size()); }

  /// Rows of a sample, ascending; none if the table does not list the image.
  std::span<const RowIndex> rows_of(SampleIndex sample) const {
    const std::size_t i = sample.value();
    if (row_begins.empty()) return std::span(rows).subspan(i, 1);
    return std::span(rows).subspan(row_begins[i], row_begins[i + 1] - row_begins[i]);
  }
  /// The first of them for messages: "labels.csv:17"; the image's path if there is none.
  std::string place(SampleIndex sample) const;
  /// Line 0 if there is none.
  FileLine line(SampleIndex sample) const;

  /// 0 if samples have no numbers.
  std::uint64_t id(SampleIndex sample) const { return ids.empty() ? 0 : ids[sample]; }

  const std::string& image_path(SampleIndex sample) const { return folder.path(images[sample]); }
  /// Throws Error as ImageOpener::open() does, bad_data if an image of a plan is gone.
  InputFile open(SampleIndex sample) const;
  /// The same for a companion.
  InputFile open_companion(std::size_t list, SampleIndex sample) const;
  /// Whether a path is that of a companion of the sample.
  bool is_companion(SampleIndex sample, const std::string& path) const;
  /// Of the image and its companions.
  std::uint64_t source_bytes(SampleIndex sample) const;
  /// Whether an open image has the size and time of the file that was found, and has not changed since it was
  /// opened.
  bool is_as_found(SampleIndex sample, const InputFile& image) const;
  bool is_companion_as_found(std::size_t list, SampleIndex sample, const InputFile& file) const;

  /// Visits all rows of all samples in the order of the table.
  using Visit =
      std::function<void(SampleIndex sample, RowIndex row, std::span<const std::string_view> cells)>;
  void for_each_row(const Visit& visit) const;
};

/// What becomes one record.
enum class RecordPer {
  row,
  image,  // with all its rows, in the order of the table
};

/// The images that rows of a join name, in the order of their first rows, with the sizes of their files; with
/// RecordPer::image and `keep_unlisted` then those that no row names, in the order of the folder. Throws
/// Error (machine) if a file has vanished.
Samples samples_of(const Table& table, const ImageFolder& folder, const ImageOpener& opener, const Join& join,
                   RecordPer record_per = RecordPer::row, bool keep_unlisted = false);

/// Finds sizes and times of companions whose paths are known, and adds them to the samples. Throws Error
/// (machine) if a file has vanished.
void add_companions(Samples& samples, Companions companions);

/// Numbers samples from `first`, in the bytewise order of their images' paths; those of one image in their
/// own order.
void number_samples(Samples& samples, std::uint64_t first);

/// The samples that `dropped`, ascending, does not list.
Samples without_samples(const Samples& samples, std::span<const SampleIndex> dropped);

}  // namespace tfrec
