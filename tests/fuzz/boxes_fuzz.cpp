// SPDX-License-Identifier: Apache-2.0
// Any cells as boxes: each row is a box or a fault, and boxes lie in the image, also after a crop or pad.
//
// The first two bytes are options. Then each line is a row of cells between '|': class, width, height, and
// the box in four cells, or in one.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/boxes/sample_boxes.hpp"
#include "records/boxes/stored_boxes.hpp"

namespace {

using Rows = std::vector<std::vector<std::string>>;

void require(bool holds) {
  if (!holds) std::abort();
}

Rows rows_of(std::string_view text, std::size_t columns) {
  Rows rows;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::vector<std::string> cells(columns);
    for (std::string& cell : cells) {
      cell = line.substr(0, line.find('|'));
      line.remove_prefix(std::min(cell.size() + 1, line.size()));
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

tfrec::BoxRules rules_of(unsigned bits) {
  tfrec::BoxRules rules;
  rules.class_column = 0;
  rules.from.stated_width = 1;
  rules.from.stated_height = 2;
  rules.from.format = static_cast<tfrec::BoxFormat>(bits & 3U);
  rules.units = (bits & 4U) != 0 ? tfrec::BoxUnits::fraction : tfrec::BoxUnits::pixels;
  rules.origin = (bits & 8U) != 0 ? 1 : 0;
  rules.size = (bits & 16U) != 0 ? tfrec::BoxSize::scale : tfrec::BoxSize::check;
  rules.bad = static_cast<tfrec::BadBoxes>((bits >> 5U) % 3);
  rules.from.columns =
      (bits & 128U) != 0 ? std::vector<std::size_t>{3} : std::vector<std::size_t>{3, 4, 5, 6};
  rules.from.names = {"a", "b", "c", "d"};
  rules.from.names.resize(rules.from.columns.size());
  return rules;
}

void require_inside(const tfrec::Box& box) {
  const auto inside = [](double from, double to) {  // as stored
    const auto first = static_cast<float>(from);
    const auto last = static_cast<float>(to);
    return 0 <= first && first < last && last <= 1;
  };
  require(inside(box.left, box.right) && inside(box.top, box.bottom));
}

void check_stored(const std::vector<tfrec::RowBox>& boxes, const tfrec::SourceFrame& frame) {
  const tfrec::Extent upright{static_cast<int>(frame.upright_width()),
                              static_cast<int>(frame.upright_height())};
  for (const tfrec::Fit fit : {tfrec::Fit::crop, tfrec::Fit::pad}) {
    tfrec::ResizeOptions resize;
    resize.width = 50;
    resize.height = 30;
    resize.fit = fit;
    for (const tfrec::RowBox& box : tfrec::stored_boxes(boxes, tfrec::placement(upright, resize), 0))
      require_inside(box.box);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  tfrec::four_numbers(text);
  const tfrec::BoxRules rules = rules_of(data[0]);
  const Rows rows = rows_of(text, 3 + rules.from.columns.size());
  tfrec::RowLists lists;
  lists.per_image.assign(3 + rules.from.columns.size(), false);
  lists.per_image[1] = lists.per_image[2] = true;
  const tfrec::SourceFrame frame{200, 100, 1 + data[1] % 8};
  const tfrec::SampleBoxes found = tfrec::sample_boxes(rows, lists, rules, frame);
  std::vector<int> is_kept(rows.size());
  std::vector<int> is_faulty(rows.size());
  for (const tfrec::RowBox& box : found.boxes) {
    require_inside(box.box);
    ++is_kept.at(box.row);
  }
  for (const tfrec::FaultyBox& fault : found.faults) {
    require(!fault.reason.empty());
    if (!fault.is_kept) is_faulty.at(fault.row) = 1;
  }
  for (std::size_t row = 0; row < rows.size(); ++row)
    require(is_kept[row] + is_faulty[row] == (lists.adds_values(rows[row]) ? 1 : 0));
  check_stored(found.boxes, frame);
  return 0;
}
