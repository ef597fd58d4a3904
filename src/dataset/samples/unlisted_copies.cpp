// SPDX-License-Identifier: Apache-2.0
#include "dataset/samples/unlisted_copies.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_unlisted = 1'000;
/// Beyond this many images of one size, the size belongs to the format: pixels without compression.
constexpr std::size_t k_most_of_one_size = 16;

bool have_equal_bytes(const InputFile& a, const InputFile& b) {
  constexpr std::size_t k_block = 64U << 10U;
  std::string left(k_block, '\0');
  std::string right(k_block, '\0');
  for (std::uint64_t offset = 0; offset < a.size(); offset += k_block) {
    const std::size_t read = a.read_at(offset, left);
    if (read != b.read_at(offset, right) || left.compare(0, read, right, 0, read) != 0) return false;
  }
  return a.size() == b.size();
}

/// Samples whose images have one of some sizes.
using OfSize = std::map<std::uint64_t, std::vector<SampleIndex>>;

/// The first sample with the bytes of an image. A file that the set does not need may be unreadable.
std::optional<SampleIndex> copied(const Samples& samples, std::uint32_t image, const OfSize& of_size) {
  try {
    const InputFile file = samples.opener->open(samples.folder.path(image));
    const auto found = of_size.find(file.size());
    if (found == of_size.end() || found->second.size() > k_most_of_one_size) return std::nullopt;
    for (const SampleIndex sample : found->second)
      if (have_equal_bytes(file, samples.open(sample))) return sample;
  } catch (const Error&) {
  }
  return std::nullopt;
}

OfSize samples_of_sizes(const Samples& samples, const std::vector<std::uint32_t>& images) {
  OfSize of_size;
  for (const std::uint32_t image : images) {
    std::error_code unreadable;
    const auto size =
        std::filesystem::file_size(samples.folder.root / samples.folder.path(image), unreadable);
    if (!unreadable && size > 0) of_size[size];
  }
  for (const SampleIndex sample : samples.all()) {
    const auto found = of_size.find(samples.image_bytes[sample]);
    if (found != of_size.end() && found->second.size() <= k_most_of_one_size) found->second.push_back(sample);
  }
  return of_size;
}

}  // namespace

std::vector<std::uint32_t> unlisted_images(const ImageFolder& folder, const Join& join) {
  std::vector<bool> is_listed(folder.paths.size() + folder.others.size());
  for (const std::uint32_t image : join.image_of_row)
    if (image != k_no_image) is_listed[image] = true;
  for (const std::uint32_t image : join.dropped_images) is_listed[image] = true;
  std::vector<std::uint32_t> unlisted;
  for (std::uint32_t image = 0; image < folder.paths.size(); ++image)
    if (!is_listed[image]) unlisted.push_back(image);
  return unlisted;
}

void report_unlisted_copies(const Samples& samples, const Join& join, Observer& observer) {
  const std::vector<std::uint32_t> unlisted = unlisted_images(samples.folder, join);
  if (unlisted.empty() || unlisted.size() > k_most_unlisted) return;
  const OfSize of_size = samples_of_sizes(samples, unlisted);
  std::uint64_t copies = 0;
  std::string example;
  for (const std::uint32_t image : unlisted) {
    const auto sample = copied(samples, image, of_size);
    if (!sample || copies++ > 0) continue;
    example = "'" + printable(samples.folder.path(image)) + "' and '" +
              printable(samples.image_path(*sample)) + "' (" + printable(samples.place(*sample)) + ")";
  }
  if (copies == 0) return;
  observer.note(counted(copies, "image without a row has", "images without a row have") +
                " the same bytes as one with a row, for instance " + example);
}

}  // namespace tfrec
