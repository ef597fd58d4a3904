// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/left_out_records.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "dataset/table/csv_table.hpp"
#include "records/visit/listed_images.hpp"
#include "shards/record_selection.hpp"

namespace tfrec {

namespace {

/// The image of a record may be known from records.csv alone; what that has needs no check in the record.
void check_by_list(const FoundShards& found, std::size_t set, std::vector<ListedRecords>& listed) {
  const std::filesystem::path list = found.sets[set].folder / k_record_list_name;
  const auto& files = found.sets[set].manifest->side_files;
  if (std::ranges::find(files, k_record_list_name) == files.end()) return;
  std::map<std::string, ListedRecords*, std::less<>> of_path;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (found.shards[i].set == set && found.shards[i].entry && !listed[i].empty())
      of_path[found.listed(found.shards[i])->path] = &listed[i];
  }
  if (of_path.empty()) return;
  for_each_listed_image(list, [&](const ListedImage& image) {
    const auto records = of_path.find(image.shard);
    if (records == of_path.end()) return;
    const auto record = records->second->find(image.record);
    if (record != records->second->end() && record->second.name == image.image) record->second.name.clear();
  });
}

}  // namespace

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
                  "record " + in_quotes(cells[record]) + " is not a number from 0",
                  "`tfrec report --findings` writes such lists");
    const auto [known, is_new] = places.emplace(cells[shard], 0);
    if (is_new) known->second = shard_called(found, known->first, place);
    ListedRecord& one = listed[known->second][static_cast<std::uint64_t>(number.value)];
    one.place = place;
    if (image != table->columns().end()) one.name = cells[image - table->columns().begin()];
  });
  for (std::size_t set = 0; set < found.sets.size(); ++set) {
    if (found.sets[set].manifest) check_by_list(found, set, listed);
  }
  return listed;
}

}  // namespace tfrec
