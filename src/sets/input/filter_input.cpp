// SPDX-License-Identifier: Apache-2.0
#include "sets/input/filter_input.hpp"

#include "base/text/quantity.hpp"

namespace tfrec {

void filter_input(BuildInput& input, const ImageFilter& filter, OrientationPolicy orientation,
                  unsigned threads, Observer& observer) {
  if (!filter.wanted()) return;
  const Samples& samples = *input.samples;
  const FilteredSamples filtered = find_filtered(samples, filter, orientation, threads);
  input.filtered = filtered.samples.size();
  if (filtered.samples.empty()) return;
  const std::string what = std::string("--min-size, --max-size or --max-aspect") +
                           (filtered.samples.size() == 1 ? ": " : ", first ") + filtered.example;
  if (filtered.samples.size() == samples.size()) {
    throw Error(ErrorKind::bad_data, input.folder.root.string(), "all images are skipped by " + what);
  }
  observer.note(counted(filtered.samples.size(), "image is", "images are") + " left out by " + what);
  input.samples = std::make_unique<Samples>(without_samples(samples, filtered.samples));
}

}  // namespace tfrec
