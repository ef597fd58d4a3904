// SPDX-License-Identifier: Apache-2.0
#include "sets/input/bad_images.hpp"

#include <cmath>
#include <utility>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/table/csv_cell.hpp"

namespace tfrec {

TooManyBadImages::TooManyBadImages(std::string path, std::string message, std::string hint,
                                   std::vector<BadImage> found, bool of_table)
    : Error(ErrorKind::bad_data, std::move(path), std::move(message), std::move(hint)),
      images(std::move(found)),
      is_of_table(of_table) {}

std::uint64_t BadLimit::of(std::uint64_t samples) const {
  if (!percent) return count;
  return static_cast<std::uint64_t>(std::floor(*percent / 100 * static_cast<double>(samples) + 1e-9));
}

std::string bad_images_csv(const std::vector<BadImage>& images) {
  std::string csv = k_bad_images_header;
  for (const BadImage& bad : images) {
    csv += line_cell(bad.row) + "," + csv_cell(bad.image) + "," + csv_cell(printable(bad.reason)) + "\r\n";
  }
  return csv;
}

namespace {

/// What a set that is not published leaves: ", and 2 finished shards are kept in OUT/.tfrec-build for the
/// next run".
std::string kept_for_next_run(const Manifest& set, const std::filesystem::path& staging) {
  if (set.shards.empty()) return {};
  return ", and " + counted(set.shards.size(), "finished shard is", "finished shards are") + " kept in " +
         printable(staging.string()) + " for the next run";
}

/// The way out of images that can't be copied.
std::string hint_of_copies(const Manifest& set) {
  const std::string overwrite = set.shards.empty() ? "" : " --overwrite";
  const bool is_grey = set.bad.front().reason.find("has 1 channel, not 3") != std::string::npos;
  return (is_grey ? "to copy images with one channel, too: --color keep" + overwrite + "; to" : "to") +
         " encode the images that can't be copied, and copy the others: --encode auto" + overwrite;
}

/// The way out of too many.
std::string hint_of(const Manifest& set, std::uint64_t samples, bool is_planned) {
  const auto* encode = std::get_if<std::string>(set.option("encode"));
  if (encode != nullptr && *encode == "copy" &&
      set.bad.front().reason.find("--encode copy") != std::string::npos) {
    return set.option("size") != nullptr || set.option("sizes") != nullptr
               ? "--encode copy stores images unchanged: for another size leave it out, or use --encode auto"
               : hint_of_copies(set);
  }
  if (set.bad.size() == samples) return "all images are bad";
  const bool is_one = set.bad.size() == 1;
  const std::string fix = is_one ? "fix it" : "fix them";
  const std::string skip = std::string(is_one ? "skip it with" : "skip this many with") + " --max-bad " +
                           std::to_string(set.bad.size());
  // A plan records the sizes of images, which a fixed one no longer has.
  return is_planned ? skip + ", or " + fix + " and make a new plan" : fix + ", or " + skip;
}

}  // namespace

void require_few_bad_images(const BuildOptions& options, const Manifest& set,
                            const std::filesystem::path& staging, std::uint64_t samples) {
  const std::uint64_t allowed = options.max_bad.of(samples);
  if (set.bad.size() <= allowed && set.bad.size() < samples) return;
  const BadImage& first = set.bad.front();
  std::string message = first.reason;
  if (set.bad.size() > 1)
    message += " (and " + counted(set.bad.size() - 1, "more bad image", "more bad images") + ")";
  throw TooManyBadImages(first.path, message + "; no set was published" + kept_for_next_run(set, staging),
                         hint_of(set, samples, options.images.empty()), set.bad, !options.labels.empty());
}

void report_bad_images(const Manifest& set, Observer& observer) {
  const std::size_t bad = set.bad.size();
  if (bad == 0) return;
  observer.warning(counted(bad, "bad image is", "bad images are") + " left out" +
                   (bad == 1 ? ": " : ", first ") + printable(set.bad.front().image) + "; see " +
                   k_bad_images_name);
}

}  // namespace tfrec
