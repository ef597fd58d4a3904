// SPDX-License-Identifier: Apache-2.0
#include "records/boxes/audit_boxes.hpp"

#include <utility>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/files/file.hpp"
#include "records/boxes/stored_boxes.hpp"
#include "records/image/image_headers.hpp"

namespace tfrec {

namespace {

/// What one sample has.
struct Found {
  SampleBoxes boxes;
  std::vector<std::size_t> out_of_view;  // rows of the sample, at the first size
  std::vector<std::uint64_t> stored;     // boxes, at each size
};

std::vector<std::size_t> rows_without(std::span<const RowBox> boxes, std::span<const RowBox> stored) {
  std::vector<std::size_t> rows;
  auto next = stored.begin();
  for (const RowBox& box : boxes) {
    if (next != stored.end() && next->row == box.row) {
      ++next;
    } else {
      rows.push_back(box.row);
    }
  }
  return rows;
}

Found find_boxes_of(const Samples& samples, SampleIndex sample, const RowLists& lists, const BoxRules& rules,
                    const ImageOptions& options) {
  Found found;
  const auto rows = samples.table.cells_of(samples.rows_of(sample));
  const auto needs_orientation = [](const ImageFacts&) { return true; };
  const SourceFrame frame =
      source_frame(header_facts(samples.open(sample), needs_orientation), options.decode.orientation);
  found.boxes = sample_boxes(rows, lists, rules, frame);
  const Extent upright{static_cast<int>(frame.upright_width()), static_cast<int>(frame.upright_height())};
  for (const ResizeOptions& resize : options.variants()) {
    const bool is_first = found.stored.empty();
    std::vector<RowBox> stored;
    if (frame.is_known())
      stored = stored_boxes(found.boxes.boxes, placement(upright, resize), rules.min_visible);
    found.stored.push_back(stored.size());
    if (is_first) found.out_of_view = rows_without(found.boxes.boxes, stored);
  }
  return found;
}

void add(BoxAudit& audit, const Samples& samples, SampleIndex sample, Found found) {
  const auto rows = samples.rows_of(sample);
  for (FaultyBox& fault : found.boxes.faults) {
    if (!fault.is_kept) audit.skipped[rows[fault.row]] = true;
    audit.bad.push_back({rows[fault.row], sample, std::move(fault.reason), fault.is_kept, fault.fault});
  }
  for (const std::size_t row : found.out_of_view) audit.out_of_view[rows[row]] = true;
  audit.boxes[sample] = static_cast<std::uint32_t>(found.stored.front());
  audit.left_out_by_crop.resize(found.stored.size());
  for (std::size_t i = 0; i < found.stored.size(); ++i)
    audit.left_out_by_crop[i] += found.boxes.boxes.size() - found.stored[i];
  audit.rounded += found.boxes.rounded;
  audit.turned += found.boxes.is_turned ? 1 : 0;
  audit.undecided += found.boxes.is_undecided ? 1 : 0;
}

}  // namespace

BoxAudit audit_boxes(const Samples& samples, const RowLists& lists, const BoxRules& rules,
                     const ImageOptions& options, unsigned threads) {
  constexpr std::size_t k_at_once = 4096;  // samples, so that memory does not grow with the set
  BoxAudit audit;
  audit.skipped.resize(samples.table.rows());
  audit.out_of_view.resize(samples.table.rows());
  audit.boxes.resize(samples.size());
  for (std::size_t begin = 0; begin < samples.size(); begin += k_at_once) {
    std::vector<Found> found(std::min(k_at_once, samples.size() - begin));
    parallel_for(found.size(), threads, [&](std::size_t i) {
      throw_if_stopped();
      found[i] = find_boxes_of(samples, SampleIndex(begin + i), lists, rules, options);
    });
    for (std::size_t i = 0; i < found.size(); ++i)
      add(audit, samples, SampleIndex(begin + i), std::move(found[i]));
  }
  return audit;
}

}  // namespace tfrec
