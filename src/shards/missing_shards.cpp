// SPDX-License-Identifier: Apache-2.0
#include "shards/missing_shards.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <system_error>

#include "base/files/folder_entries.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "shards/names/shard_name.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// What the names of a series share.
struct SeriesName {
  fs::path folder;
  std::string stem;
  std::string extension;
  std::size_t digits = 0;    // of counted names; others may be padded or not
  std::uint64_t shards = 0;  // 0: unknown
  char before = '-';         // the number

  auto operator<=>(const SeriesName&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Series {
  std::map<std::uint64_t, std::string> names;  // by number
  std::size_t digits = SIZE_MAX;               // the fewest of a number
  std::string extension;                       // of one of them
  bool from_folder = false;
  bool is_listed = false;  // its manifest lists what is missing

  std::uint64_t first() const { return names.begin()->first; }
  std::uint64_t last() const { return names.rbegin()->first; }
  bool has_gap() const { return last() - first() >= names.size(); }
};

constexpr std::string_view k_gzip = ".gz";

std::optional<ShardNumber> number_of(const std::string& name) {
  if (const auto number = number_in_name(name)) return number;
  if (const auto number = number_before_count(name)) return number;
  return number_at_end(name);
}

SeriesName series_of(const ShardNumber& number, const fs::path& folder) {
  const std::size_t digits = number.shards == 0 ? number.digits : 0;
  std::string extension(number.extension);
  if (number.shards != 0 && extension.ends_with(k_gzip)) extension.resize(extension.size() - k_gzip.size());
  return {folder, std::string(number.stem), std::move(extension), digits, number.shards, number.before};
}

void add(Series& series, const ShardNumber& number, const std::string& name) {
  series.names.emplace(number.index, name);
  series.digits = std::min(series.digits, number.digits);
  series.extension = number.extension;
}

/// The number of the first shard where names state how many there are: some count from 1.
std::uint64_t first_number(const SeriesName& name, const Series& series) {
  return series.first() > 0 && series.names.contains(name.shards) ? 1 : 0;
}

/// Shards with numbers that the stated number of shards allows: 00007-of-00004 takes no other's place.
std::uint64_t shards_in_range(const SeriesName& name, const Series& series) {
  const std::uint64_t first = first_number(name, series);
  return static_cast<std::uint64_t>(std::ranges::count_if(series.names, [&](const auto& numbered) {
    return numbered.first >= first && numbered.first - first < name.shards;
  }));
}

bool is_incomplete(const SeriesName& name, const Series& series) {
  if (name.shards == 0) return series.first() <= 1 && series.has_gap();
  const std::uint64_t there = shards_in_range(name, series);
  return there > 0 && there < name.shards;
}

/// Takes in files that were not asked for.
void add_neighbours(const SeriesName& name, Series& series) {
  std::error_code failed;
  for (const fs::path& entry : entries_in(name.folder.empty() ? "." : name.folder, failed)) {
    const std::string file = entry.filename().string();
    const auto number = number_of(file);
    if (number && series_of(*number, name.folder) == name) add(series, *number, file);
  }
}

/// "; train-00007-of-00004 has a number that 4 shards do not have" of the first such; else empty.
std::string impossible_number(const SeriesName& name, const Series& series) {
  if (shards_in_range(name, series) == series.names.size()) return {};
  const std::uint64_t first = first_number(name, series);
  const auto odd = std::ranges::find_if(series.names, [&](const auto& numbered) {
    return numbered.first < first || numbered.first - first >= name.shards;
  });
  return "; " + printable(odd->second) + " has a number that " + format_count(name.shards) +
         " shards do not have";
}

MissingShard first_missing(const SeriesName& name, const Series& series) {
  // A series with a gap contains 0 or 1.
  std::uint64_t number = name.shards != 0 ? first_number(name, series) : 1;
  while (series.names.contains(number)) ++number;
  if (name.shards != 0) {
    const ShardNumber missing{name.stem, number, name.shards, series.extension, series.digits, name.before};
    return {name.folder / numbered_name(missing),
            "is missing; the folder contains " + format_count(shards_in_range(name, series)) + " of " +
                counted(name.shards, "shard", "shards") + impossible_number(name, series),
            series.from_folder, true};
  }
  const std::uint64_t missing = series.last() - series.first() + 1 - series.names.size();
  const std::string& neighbour = series.names.at(number - 1);
  const std::string count = count_in_name(neighbour) ? "-*" : "";  // what it would be is not known
  return {name.folder / (name.stem + padded(number, name.digits) + count + name.extension),
          "is missing between " + printable(neighbour) + " and " +
              printable(series.names.upper_bound(number)->second) +
              (missing == 1 ? "" : "; " + counted(missing, "shard is", "shards are") + " missing in all"),
          series.from_folder, false};
}

}  // namespace

std::vector<MissingShard> missing_shards(const FoundShards& found) {
  std::map<SeriesName, Series> all;
  for (const FoundShard& shard : found.shards) {
    const std::string name = name_without_copy_mark(shard.file_name());
    const auto number = number_of(name);
    if (!number) continue;
    Series& series = all[series_of(*number, shard.path.parent_path())];
    add(series, *number, name);
    series.from_folder = series.from_folder || shard.from_folder;
    series.is_listed = series.is_listed || shard.entry;
  }
  std::vector<MissingShard> missing;
  for (auto& [name, series] : all) {
    const bool is_asked_for = series.from_folder || series.names.size() > 1;
    if (!is_asked_for || series.is_listed || !is_incomplete(name, series)) continue;
    add_neighbours(name, series);
    if (is_incomplete(name, series)) missing.push_back(first_missing(name, series));
  }
  return missing;
}

void warn_of_missing_shards(const FoundShards& found, Observer& observer) {
  if (!found.odd_entries.empty()) {
    const OddEntry& first = found.odd_entries.front();
    const std::size_t others = found.odd_entries.size() - 1;
    observer.warning(
        printable(first.path.string()) + ": " + first.what +
        (others == 0 ? "" : "; " + counted(others, "more shard is not a file", "more shards are not files")));
  }
  for (const MissingShard& shard : missing_shards(found))
    observer.warning(printable(shard.path.string()) + ": " + shard.message);
}

void warn_of_missing_entries(const FoundShards& found, Observer& observer) {
  for (const ShardSet& set : found.sets) {
    if (set.missing.empty()) continue;
    const ManifestShard& shard = set.manifest->shards[set.missing.front()];
    const std::size_t all = set.missing.size();
    observer.warning(printable((set.folder / shard.path).string()) + ": is in the manifest with " +
                     counted(shard.records, "record", "records") + ", but missing" +
                     (all == 1 ? "" : "; " + counted(all, "shard is", "shards are") + " missing in all"));
  }
}

void warn_of_gaps(const FoundShards& found, Observer& observer) {
  for (const MissingShard& shard : missing_shards(found)) {
    if (!shard.is_certain) observer.warning(printable(shard.path.string()) + ": " + shard.message);
  }
}

}  // namespace tfrec
