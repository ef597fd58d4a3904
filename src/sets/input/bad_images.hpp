// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "base/error.hpp"
#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Too many images are bad: what() names the first, `images` all of them.
class TooManyBadImages : public Error {
 public:
  TooManyBadImages(std::string path, std::string message, std::string hint, std::vector<BadImage> found,
                   bool of_table);
  std::vector<BadImage> images;
  bool is_of_table;  // rows are lines of a CSV
};

inline constexpr const char* k_bad_images_header = "row,image,reason\r\n";

/// bad.csv: row,image,reason, RFC 4180. Reasons are printable(), and no cell begins with a character that a
/// spreadsheet takes for a formula.
std::string bad_images_csv(const std::vector<BadImage>& images);

/// Throws TooManyBadImages where more of `samples` images are bad than the options allow, which name no
/// IMAGES where the parts of a plan are put together. `staging` keeps the finished shards.
void require_few_bad_images(const BuildOptions& options, const Manifest& set,
                            const std::filesystem::path& staging, std::uint64_t samples);

/// A warning if the set leaves out bad images.
void report_bad_images(const Manifest& set, Observer& observer);

}  // namespace tfrec
