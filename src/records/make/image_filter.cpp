// SPDX-License-Identifier: Apache-2.0
#include "records/make/image_filter.hpp"

#include <algorithm>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/text/printable.hpp"
#include "records/image/image_headers.hpp"

namespace tfrec {

namespace {

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
    const ImageFacts facts = header_facts(
        samples.open(sample), [&](const ImageFacts& known) { return depends_on_orientation(known, filter); });
    sizes[sample] = shown_size(facts, orientation);
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
