// SPDX-License-Identifier: Apache-2.0
// The records of a set by its records.csv (build --record-list).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "base/files/file.hpp"

namespace tfrec {

/// A line of the list. Views are valid during the visit.
struct ListedImage {
  std::string_view split;
  std::string_view shard;    // path in the set
  std::uint64_t record = 0;  // its place in the shard
  std::string_view image;    // path in IMAGES
};

/// Visits the lines of a list, none if it has other columns. Lines without a record number are skipped.
/// Throws Error as read_csv_table() does.
void for_each_listed_image(const std::filesystem::path& list,
                           const std::function<void(const ListedImage&)>& visit);

/// CRC-32C of a list without its carriage returns, which other systems may add or remove; `part` follows what
/// `previous` covers.
std::uint32_t checksum_of_list(std::string_view part, std::uint32_t previous = 0);
std::uint32_t checksum_of_list(const InputFile& list);

}  // namespace tfrec
