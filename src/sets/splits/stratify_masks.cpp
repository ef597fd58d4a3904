// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/stratify_masks.hpp"

#include <map>
#include <vector>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "image/refusal.hpp"
#include "records/boxes/stored_boxes.hpp"
#include "records/image/image_headers.hpp"
#include "records/masks/mask_maker.hpp"

namespace tfrec {

namespace {

PerSample<std::vector<std::uint16_t>> ids_of_masks(const BuildInput& input, const RepeatSearch& search) {
  const Samples& samples = *input.samples;
  PerSample<std::vector<std::uint16_t>> ids(samples.size());
  parallel_for(samples.size(), search.threads, [&](std::size_t i) {
    throw_if_stopped();
    const SampleIndex sample(i);
    const InputFile mask_file = samples.open_companion(input.mask_rules->companion, sample);
    if (refused_by_file_size(mask_file.size())) return;
    const std::string file = read_whole(mask_file);
    // Without its orientation, an image could have another size than its mask.
    const ImageFacts facts = header_facts(samples.open(sample), [](const ImageFacts&) { return true; });
    MadeMask mask;
    MaskRemarks remarks;
    const SourceFrame image = source_frame(facts, search.decode.orientation);
    if (read_mask(file, *input.mask_rules, image, mask, remarks)) return;
    for (const auto& [id, pixels] : mask.pixels_of_file) ids[sample].push_back(id);
  });
  return ids;
}

}  // namespace

StratifyLabels with_mask_ids(const StratifyLabels& labels, const BuildInput& input,
                             const RepeatSearch& search, Observer& observer) {
  observer.phase("masks");
  const PerSample<std::vector<std::uint16_t>> ids = ids_of_masks(input, search);
  std::map<std::uint16_t, std::uint32_t> numbers;
  for (const auto& of_sample : ids) {
    for (const std::uint16_t id : of_sample) numbers[id] = 0;
  }
  StratifyLabels all;
  all.columns = labels.columns;
  all.names = labels.names;
  const auto first = static_cast<std::uint32_t>(all.names.size());
  for (auto& [id, number] : numbers) {
    number = static_cast<std::uint32_t>(all.names.size());
    all.names.push_back(std::to_string(id));
  }
  all.columns.push_back({k_mask_stratum, SIZE_MAX, first, static_cast<std::uint32_t>(all.names.size())});
  all.begins.push_back(0);
  for (const SampleIndex sample : input.samples->all()) {
    if (!labels.columns.empty()) {
      const auto own = labels.of(sample);
      all.labels.insert(all.labels.end(), own.begin(), own.end());
    }
    for (const std::uint16_t id : ids[sample]) all.labels.push_back(numbers.at(id));
    all.begins.push_back(all.labels.size());
  }
  return all;
}

}  // namespace tfrec
