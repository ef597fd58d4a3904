// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan_boxes.hpp"

#include <algorithm>

#include "plan.pb.h"

namespace tfrec {

std::size_t SavedBoxes::longest() const {
  return std::max({boxes.size(), out_of_view.size(), bad.size()});
}

SavedBoxes saved_boxes(const BoxAudit& audit) {
  SavedBoxes saved{audit.boxes, {}, audit.bad, audit.left_out_by_crop, audit.rounded, audit.turned};
  for (const RowIndex row : IndexRange<RowIndex>(audit.out_of_view.size())) {
    if (audit.out_of_view[row]) saved.out_of_view.push_back(row);
  }
  return saved;
}

std::optional<BoxAudit> audit_of(const SavedBoxes& saved, std::size_t rows, std::size_t samples,
                                 std::size_t sizes) {
  const auto is_row = [&](RowIndex row) { return row.value() < rows; };
  const bool fits = saved.boxes.size() == samples && saved.left_out_by_crop.size() == sizes &&
                    std::ranges::all_of(saved.out_of_view, is_row) &&
                    std::ranges::all_of(saved.bad, [&](const BadBox& bad) {
                      return is_row(bad.row) && bad.sample.value() < samples;
                    });
  if (!fits) return std::nullopt;
  BoxAudit audit;
  audit.bad = saved.bad;
  audit.skipped.resize(rows);
  audit.out_of_view.resize(rows);
  audit.boxes = saved.boxes;
  audit.left_out_by_crop = saved.left_out_by_crop;
  audit.rounded = saved.rounded;
  audit.turned = saved.turned;
  for (const RowIndex row : saved.out_of_view) audit.out_of_view[row] = true;
  for (const BadBox& bad : saved.bad) {
    if (!bad.is_kept) audit.skipped[bad.row] = true;
  }
  return audit;
}

void write_box_header(const SavedBoxes& saved, proto::PlanPart& part) {
  part.set_has_boxes(true);
  part.set_boxes_rounded(saved.rounded);
  part.set_boxes_turned(saved.turned);
  for (const std::uint64_t count : saved.left_out_by_crop) part.add_boxes_left_out_by_crop(count);
}

void write_box_lists(const SavedBoxes& saved, std::size_t begin, std::size_t end, proto::PlanRows& rows) {
  for (std::size_t i = begin; i < std::min(end, saved.boxes.size()); ++i) rows.add_boxes(saved.boxes[i]);
  for (std::size_t i = begin; i < std::min(end, saved.out_of_view.size()); ++i)
    rows.add_out_of_view(saved.out_of_view[i].value());
  for (std::size_t i = begin; i < std::min(end, saved.bad.size()); ++i) {
    const BadBox& bad = saved.bad[i];
    proto::PlanBadBox& to = *rows.add_bad_boxes();
    to.set_row(bad.row.value());
    to.set_sample(bad.sample.value());
    to.set_reason(bad.reason);
    to.set_is_kept(bad.is_kept);
  }
}

SavedBoxes read_box_header(const proto::PlanPart& part) {
  SavedBoxes saved;
  saved.rounded = part.boxes_rounded();
  saved.turned = part.boxes_turned();
  const auto& counts = part.boxes_left_out_by_crop();
  saved.left_out_by_crop.assign(counts.begin(), counts.end());
  return saved;
}

void read_box_lists(const proto::PlanRows& rows, SavedBoxes& saved) {
  saved.boxes.insert(saved.boxes.end(), rows.boxes().begin(), rows.boxes().end());
  for (const std::uint32_t row : rows.out_of_view()) saved.out_of_view.emplace_back(row);
  for (const proto::PlanBadBox& bad : rows.bad_boxes())
    saved.bad.push_back({RowIndex(bad.row()), SampleIndex(bad.sample()), bad.reason(), bad.is_kept()});
}

}  // namespace tfrec
