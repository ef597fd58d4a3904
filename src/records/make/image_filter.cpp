// SPDX-License-Identifier: Apache-2.0
#include "records/make/image_filter.hpp"

#include <algorithm>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "image/refusal.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_head_bytes = std::size_t{64} << 10;  // holds the headers of nearly all images

/// As it is shown; 0×0 if the header does not state it.
Extent shown_size(const ImageFacts& facts, OrientationPolicy orientation) {
  const Extent stored{static_cast<int>(std::min<std::uint32_t>(facts.width, INT32_MAX)),
                      static_cast<int>(std::min<std::uint32_t>(facts.height, INT32_MAX))};
  const bool turned = facts.exif_orientation >= 5 && orientation == OrientationPolicy::apply;
  return turned ? Extent{stored.height, stored.width} : stored;
}

/// Whether the verdict depends on the orientation, which may be further on in the file.
bool depends_on_orientation(const ImageFacts& facts, const ImageFilter& filter) {
  const Extent size = shown_size(facts, OrientationPolicy::ignore);
  return filter.takes(size) != filter.takes({size.height, size.width});
}

/// Facts from the beginning of the file, from all of it where that is not enough.
ImageFacts facts_of(const InputFile& file, const ImageFilter& filter) {
  std::string head(std::min<std::uint64_t>(k_head_bytes, file.size()), '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  const ImageFacts facts = image_facts(head);
  if (head.size() == file.size() || refused_by_file_size(file.size()) || !info(facts.format).is_decodable)
    return facts;
  const bool has_size = facts.width > 0 && facts.height > 0;
  return has_size && !depends_on_orientation(facts, filter) ? facts : image_facts(read_whole(file));
}

}  // namespace

bool ImageFilter::takes(Extent size) const {
  if (size.width < min_size.width || size.height < min_size.height) return false;
  if (max_size.width > 0 && (size.width > max_size.width || size.height > max_size.height)) return false;
  const auto [shorter, longer] = std::minmax(size.width, size.height);
  return max_aspect <= 0 || static_cast<double>(longer) <= max_aspect * shorter;
}

FilteredSamples find_filtered(const Samples& samples, const ImageFilter& filter,
                              OrientationPolicy orientation, unsigned threads) {
  PerSample<Extent> sizes(samples.size());
  parallel_for(samples.size(), threads, [&](std::size_t i) {
    throw_if_stopped();
    const SampleIndex sample(i);
    sizes[sample] = shown_size(facts_of(samples.open(sample), filter), orientation);
  });
  FilteredSamples filtered;
  for (const SampleIndex sample : samples.all()) {
    const Extent size = sizes[sample];
    if (size.width == 0 || size.height == 0 || filter.takes(size)) continue;
    if (filtered.samples.empty()) {
      filtered.example = printable(samples.image_path(sample)) + " (" + extent_text(size) + ")";
    }
    filtered.samples.push_back(sample);
  }
  return filtered;
}

}  // namespace tfrec
