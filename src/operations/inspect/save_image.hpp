// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "example/example_view.hpp"
#include "image/facts/image_format.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

/// A record's image that was written to a file.
struct SavedImage {
  std::filesystem::path path;
  std::string feature;  // empty: the record is the image itself
  ImageFormat format = ImageFormat::unknown;
  std::uint64_t bytes = 0;

  /// Whether the file's extension is one of its format.
  bool has_right_extension() const;
};

/// Writes the image of a record of `shard`, byte for byte. `target` is a new file, or a folder in which the
/// file is named after shard and record. `feature` chooses among several; empty: there must be one. `example`
/// is null if the record is not an example. Throws Error: bad_data if the record holds no image; usage if it
/// holds several, if `feature` holds none, and if the file can't be made or is there already.
SavedImage save_image(const std::filesystem::path& shard, const Record& record, const ExampleView* example,
                      const std::filesystem::path& target, const std::string& feature);

}  // namespace tfrec
