// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/left_out_records.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <system_error>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_dialect.hpp"
#include "dataset/table/csv_reader.hpp"
#include "dataset/table/csv_table.hpp"
#include "records/visit/listed_images.hpp"
#include "shards/record_selection.hpp"

namespace tfrec {

namespace {

constexpr const char* k_hint = "`tfrec report --findings` writes such lists";

struct Columns {
  std::size_t shard = 0;
  std::size_t record = 0;
  std::optional<std::size_t> image;
};

Columns columns_of(std::span<const std::string_view> header, const std::filesystem::path& list) {
  const auto place_of = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::ranges::find(header, name);
    if (found == header.end()) return std::nullopt;
    return static_cast<std::size_t>(found - header.begin());
  };
  const auto needed = [&](std::string_view name) {
    const auto place = place_of(name);
    if (!place) throw Error(ErrorKind::usage, list.string(), "has no column " + in_quotes(name), k_hint);
    return *place;
  };
  return {needed("shard"), needed("record"), place_of("image")};
}

std::size_t shard_listed(const FoundShards& found, const std::string& name, const std::string& place) {
  try {
    return shard_called(found, name, place);
  } catch (const Error& error) {
    throw Error(error.kind(), error.path(), error.message(),
                "the list must be of the shards that are read: " + std::string(k_hint));
  }
}

bool has_names(const ListedRecords& records) {
  return std::ranges::any_of(records, [](const auto& record) { return !record.second.name.empty(); });
}

/// The image of a record may be known from records.csv alone; what that has needs no check in the record.
void check_by_list(const FoundShards& found, std::size_t set, std::vector<ListedRecords>& listed) {
  const std::filesystem::path list = found.sets[set].folder / k_record_list_name;
  std::map<std::string, ListedRecords*, std::less<>> of_path;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const ManifestShard* entry = found.shards[i].set == set ? found.listed(found.shards[i]) : nullptr;
    if (entry != nullptr && has_names(listed[i])) of_path[entry->path] = &listed[i];
  }
  std::error_code failed;
  if (of_path.empty() || !std::filesystem::is_regular_file(list, failed)) return;
  try {
    for_each_listed_image(list, [&](const ListedImage& image) {
      const auto records = of_path.find(image.shard);
      if (records == of_path.end()) return;
      const auto record = records->second->find(image.record);
      if (record != records->second->end() && record->second.name == image.image) record->second.name.clear();
    });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;  // else the records show whether the names are right
  }
}

}  // namespace

std::vector<ListedRecords> listed_records(const FoundShards& found, const std::filesystem::path& list) {
  constexpr std::size_t k_most_bytes = std::size_t{1} << 20U;  // of a line
  const InputFile file = open_csv(list);
  CsvReader reader(file, find_csv_layout(file, std::nullopt, k_most_bytes));
  reader.next();
  const Columns columns = columns_of(reader.cells(), list);
  std::vector<ListedRecords> listed(found.shards.size());
  std::map<std::string, std::size_t> places;  // of shards
  while (reader.next()) {
    const std::string place = list.string() + ":" + std::to_string(reader.line().value());
    const std::string_view text = reader.cells()[columns.record];
    const WholeNumber number = parse_whole(text);
    if (number.problem != NumberProblem::none || number.value < 0) {
      throw Error(ErrorKind::bad_data, place, "record " + in_quotes(text) + " is not a number from 0",
                  k_hint);
    }
    const auto [known, is_new] = places.emplace(restored(reader.cells()[columns.shard]), 0);
    if (is_new) known->second = shard_listed(found, known->first, place);
    ListedRecord& one = listed[known->second][static_cast<std::uint64_t>(number.value)];
    one.place = place;
    if (columns.image) one.name = restored(reader.cells()[*columns.image]);
  }
  for (std::size_t set = 0; set < found.sets.size(); ++set) check_by_list(found, set, listed);
  return listed;
}

}  // namespace tfrec
