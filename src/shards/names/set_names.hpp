// SPDX-License-Identifier: Apache-2.0
// How shards of a set are called: flowers00-230.tfrec.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tfrec {

/// Why `name` can't start shard names, empty if it can: it must be one path component that starts with
/// neither '.' nor '-', holds no control character, and in which readers that search `-([0-9]*)\.` find no
/// count.
std::string problem_of_set_name(std::string_view name);

/// Throws Error (usage) if there is a problem.
void check_set_name(std::string_view name);

/// The folder's own name where it can start shard names, else "data".
std::string set_name_of_folder(const std::filesystem::path& folder);

/// The name of the set a shard belongs to by its file name, without number, count and extension:
/// flowers00-230.tfrec -> flowers, x-train.tfrecord-00000-of-00005 -> x-train. Empty if none is left.
std::string set_name_of_shard(std::string_view file_name);

/// Throws Error (usage) if `extension` can't end shard names: it must be '.' and a word, or several such,
/// as
/// ".tfrecords".
void check_extension(std::string_view extension);

/// NAME, the shard's number with at least two digits, '-', its record count, EXTENSION. A name that ends in a
/// digit gets a '-' so that the number is separate.
std::string counted_shard_name(std::string_view name, std::uint64_t shard, std::uint64_t shards,
                               std::uint64_t records, std::string_view extension = ".tfrec");

/// How shards of a set are called.
enum class NameStyle {
  count,  // flowers00-230.tfrec, each split in a folder of its own
  tfds,  // flowers-train.tfrecord-00000-of-00005, all splits in one folder, as TensorFlow Datasets reads them
};

inline constexpr std::string_view k_tfds_split = "train";

/// The name in the style of TensorFlow Datasets; a set without splits is one called train.
std::string tfds_shard_name(std::string_view name, std::string_view split, std::uint64_t shard,
                            std::uint64_t shards);

}  // namespace tfrec
