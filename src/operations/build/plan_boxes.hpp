// SPDX-License-Identifier: Apache-2.0
// What the audit of boxes found, as a plan's file keeps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "records/boxes/audit_boxes.hpp"

namespace tfrec {

namespace proto {
class PlanPart;
class PlanRows;
}  // namespace proto

struct SavedBoxes {
  std::vector<std::uint32_t> boxes;   // as BoxAudit::boxes
  std::vector<RowIndex> out_of_view;  // ascending
  std::vector<BadBox> bad;
  std::vector<std::uint64_t> left_out_by_crop;
  std::uint64_t rounded = 0;
  std::uint64_t turned = 0;

  std::size_t longest() const;
};

SavedBoxes saved_boxes(const BoxAudit& audit);
/// Nothing if the lists do not fit a table of so many rows, or so many samples and sizes.
std::optional<BoxAudit> audit_of(const SavedBoxes& saved, std::size_t rows, std::size_t samples,
                                 std::size_t sizes);

void write_box_header(const SavedBoxes& saved, proto::PlanPart& part);
/// The entries from `begin` up to `end` of each list.
void write_box_lists(const SavedBoxes& saved, std::size_t begin, std::size_t end, proto::PlanRows& rows);
SavedBoxes read_box_header(const proto::PlanPart& part);
void read_box_lists(const proto::PlanRows& rows, SavedBoxes& saved);

}  // namespace tfrec
