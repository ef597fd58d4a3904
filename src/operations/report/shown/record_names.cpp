// SPDX-License-Identifier: Apache-2.0
#include "operations/report/shown/record_names.hpp"

#include <charconv>
#include <map>
#include <span>
#include <system_error>

#include "base/error.hpp"
#include "dataset/table/csv_table.hpp"
#include "sets/plan/record_list.hpp"

namespace tfrec {

namespace {

/// Images without a name, by the shard's path in its set, then by record.
using Unnamed = std::map<std::string, std::map<std::uint64_t, ShownImage*>, std::less<>>;

std::size_t column(const Table& table, std::string_view name) {
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    if (table.columns()[i] == name) return i;
  }
  return SIZE_MAX;
}

void read_names(const std::filesystem::path& list, const Unnamed& unnamed) {
  const std::unique_ptr<Table> table = read_csv_table(list);
  const std::size_t shard = column(*table, "shard");
  const std::size_t record = column(*table, "record");
  const std::size_t image = column(*table, "image");
  if (std::max({shard, record, image}) == SIZE_MAX) return;
  table->for_each([&](RowIndex, std::span<const std::string_view> cells) {
    const auto known = unnamed.find(cells[shard]);
    if (known == unnamed.end()) return;
    std::uint64_t number = 0;
    const std::string_view text = cells[record];
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{}) return;
    const auto shown = known->second.find(number);
    if (shown != known->second.end()) shown->second->name = std::string(cells[image]);
  });
}

}  // namespace

void add_record_names(const FoundShards& found, ReportResult& result) {
  std::map<std::size_t, Unnamed> by_set;
  for (ShownImage& image : result.shown) {
    const FoundShard& shard = found.shards[image.shard];
    const ManifestShard* listed = found.listed(shard);
    if (image.name.empty() && listed != nullptr) by_set[*shard.set][listed->path][image.record] = &image;
  }
  for (const auto& [set, unnamed] : by_set) {
    const std::filesystem::path list = found.sets[set].folder / k_record_list_name;
    std::error_code failed;
    if (!std::filesystem::is_regular_file(list, failed)) continue;
    try {
      read_names(list, unnamed);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_data) throw;
      result.notes.push_back("names of images: " + error.message());
    }
  }
}

}  // namespace tfrec
