// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/equal_rows.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/text/number.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_table.hpp"

namespace tfrec {

namespace {

constexpr std::string_view k_mark = " (--equal)";  // ends the actions of --equal
constexpr const char* k_dropped = "dropped (--equal)";

std::string action_of(std::uint32_t times) {
  if (times == 0) return k_dropped;
  return "stored " + (times == 2 ? "twice" : std::to_string(times) + " times") + std::string(k_mark);
}

}  // namespace

std::vector<LeftOutRow> equal_rows(const Samples& samples, const PerSample<std::uint32_t>& times,
                                   const PerSample<bool>& bad) {
  std::vector<LeftOutRow> rows;
  for (const SampleIndex sample : samples.all()) {
    if (times[sample] == 1 || bad[sample]) continue;
    rows.push_back(
        {samples.line(sample).value(), samples.image_path(sample), action_of(times[sample]), true});
  }
  return rows;
}

std::vector<LeftOutRow> merged_rows(std::vector<LeftOutRow> rows, const std::vector<LeftOutRow>& more) {
  rows.insert(rows.end(), more.begin(), more.end());
  std::ranges::stable_sort(rows, {}, &LeftOutRow::row);
  return rows;
}

std::vector<LeftOutRow> read_equal_rows(const std::filesystem::path& left_out_csv) {
  std::vector<LeftOutRow> rows;
  read_csv_table(left_out_csv)->for_each([&](RowIndex, std::span<const std::string_view> cells) {
    const std::string action(restored(cells[2]));
    if (action.ends_with(k_mark)) {
      rows.push_back({static_cast<std::uint64_t>(parse_whole(cells[0]).value),
                      std::string(restored(cells[1])), action, true});
    }
  });
  return rows;
}

std::vector<SampleIndex> dropped_samples(const Samples& samples, const std::vector<LeftOutRow>& rows) {
  std::set<std::pair<std::uint64_t, std::string>> places;
  for (const LeftOutRow& row : rows) {
    if (row.action == k_dropped) places.emplace(row.row, row.image);
  }
  std::vector<SampleIndex> dropped;
  for (const SampleIndex sample : samples.all()) {
    if (places.empty()) break;
    if (places.contains({samples.line(sample).value(), samples.image_path(sample)}))
      dropped.push_back(sample);
  }
  return dropped;
}

}  // namespace tfrec
