// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/left_out_records.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "dataset/table/csv_table.hpp"
#include "shards/record_selection.hpp"

namespace tfrec {

std::vector<ListedRecords> listed_records(const FoundShards& found, const std::filesystem::path& list) {
  const std::unique_ptr<Table> table = read_csv_table(list);
  const std::size_t shard = column_named(*table, "shard", "--without");
  const std::size_t record = column_named(*table, "record", "--without");
  const auto image = std::ranges::find(table->columns(), "image");
  std::vector<ListedRecords> listed(found.shards.size());
  std::map<std::string, std::size_t> places;  // of shards
  table->for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    const std::string place = table->place(row);
    const WholeNumber number = parse_whole(cells[record]);
    if (number.problem != NumberProblem::none || number.value < 0)
      throw Error(ErrorKind::bad_data, place,
                  "record " + in_quotes(cells[record]) + " is not a number from 0");
    const auto [known, is_new] = places.emplace(cells[shard], 0);
    if (is_new) known->second = shard_called(found, known->first, place);
    ListedRecord& one = listed[known->second][static_cast<std::uint64_t>(number.value)];
    one.place = place;
    if (image != table->columns().end()) one.name = cells[image - table->columns().begin()];
  });
  return listed;
}

}  // namespace tfrec
