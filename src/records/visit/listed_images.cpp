// SPDX-License-Identifier: Apache-2.0
#include "records/visit/listed_images.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/text/number.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_table.hpp"

namespace tfrec {

void for_each_listed_image(const std::filesystem::path& list,
                           const std::function<void(const ListedImage&)>& visit) {
  constexpr std::array<std::string_view, 5> k_columns{"split", "shard", "record", "row", "image"};
  const auto table = read_csv_table(list);
  if (!std::ranges::equal(table->columns(), k_columns)) return;
  table->for_each([&](RowIndex, std::span<const std::string_view> cells) {
    const WholeNumber record = parse_whole(cells[2]);
    if (record.problem == NumberProblem::none && record.value >= 0)
      visit({restored(cells[0]), restored(cells[1]), static_cast<std::uint64_t>(record.value),
             restored(cells[4])});
  });
}

}  // namespace tfrec
