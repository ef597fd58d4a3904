// SPDX-License-Identifier: Apache-2.0
#include "operations/build/finish_parts.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "sets/making/part_folders.hpp"
#include "sets/making/resume.hpp"
#include "sets/making/up_to_date.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// "3, 7, 11, … (40 in all)": numbers of shards, from 1, of the plan.
std::string listed(const std::vector<std::uint64_t>& shards) {
  constexpr std::size_t k_shown = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(k_shown, shards.size()); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shards[i]);
  return shards.size() > k_shown ? text + ", … (" + format_count(shards.size()) + " in all)" : text;
}

bool are_same(const StagedShard& one, const StagedShard& other) {
  return std::ranges::equal(one.files, other.files, [](const StagedFile& a, const StagedFile& b) {
    return a.facts.bytes == b.facts.bytes && a.facts.crc32c == b.facts.crc32c;
  });
}

/// The copy of a shard that was found first.
struct FirstCopy {
  std::optional<StagedShard> shard;
  fs::path folder;
};

/// Shards in OUT may be from an earlier content of the folder, for a `finish` that failed keeps those it
/// took.
std::string hint_of_difference(const FirstCopy& first, const fs::path& folder, const fs::path& out) {
  if (first.folder != out) return "leave out the folder that was built from wrong images";
  return "if " + printable(folder.string()) + " is right, remove " +
         shell_path((out / k_staging_name).string()) +
         " with the shards that an earlier finish took, and build again parts that were built in " +
         printable(out.string()) + "; else leave out " + printable(folder.string());
}

void require_same_as(FirstCopy& first, std::optional<StagedShard> found, const fs::path& folder,
                     std::uint64_t number, const fs::path& out) {
  if (!found) return;
  if (!first.shard) {
    first = {std::move(found), folder};
  } else if (!are_same(*first.shard, *found)) {
    const bool had_other_images = first.shard->image_crc32c != found->image_crc32c;
    throw Error(ErrorKind::bad_data, folder.string(),
                "shard " + std::to_string(number) + " has other bytes than in " +
                    printable(first.folder.string()) + (had_other_images ? ": the images differed" : ""),
                hint_of_difference(first, folder, out));
  }
}

/// The shards in a folder that can go after `set` is published: not those with bytes that the set lacks.
ShardNumbers removable_shards(const OpenPlan& open, const std::vector<ShardStore>& stores,
                              const Manifest& set) {
  std::set<std::pair<std::uint32_t, std::uint64_t>> published;
  for (const ManifestShard& shard : set.shards) published.emplace(shard.crc32c, shard.bytes);
  ShardNumbers numbers = all_shards(open.parts);
  for (std::size_t part = 0; part < numbers.size(); ++part) {
    std::erase_if(numbers[part], [&](std::size_t shard) {
      const std::optional<StagedShard> found = stores[part].find(shard);
      return found && !std::ranges::all_of(found->files, [&](const StagedFile& file) {
               return published.contains({file.facts.crc32c, file.facts.bytes});
             });
    });
  }
  return numbers;
}

}  // namespace

fs::path planned_file(const fs::path& folder) {
  return folder / k_staging_name / k_planned_name;
}

std::string numbered(const std::vector<std::uint64_t>& shards) {
  return (shards.size() == 1 ? "shard " : "shards ") + listed(shards);
}

std::vector<ShardStore> stores_of_folder(const OpenPlan& open, const fs::path& folder) {
  return stores_in(open.parts, folder / k_staging_name, open.saved->plan);
}

std::size_t count_shards(const OpenPlan& open) {
  std::size_t total = 0;
  for (const BuildPart& part : open.parts) total += part.shards.size();
  return total;
}

std::vector<std::uint64_t> missing_numbers(const OpenPlan& open) {
  return shards_that(open.parts, [&](std::size_t part, std::size_t shard) {
    return !open.parts[part].shards[shard].has_value();
  });
}

void require_undamaged(const PlanUse& use, const OpenPlan& open, const std::vector<DamagedShard>& damaged) {
  const std::vector<std::uint64_t> missing = missing_numbers(open);
  std::vector<std::uint64_t> numbers;
  fs::path folder;
  for (const DamagedShard& shard : damaged) {
    if (!std::ranges::binary_search(missing, shard.number)) continue;
    if (numbers.empty()) folder = shard.folder;
    if (shard.folder == folder) numbers.push_back(shard.number);
  }
  if (numbers.empty()) return;
  throw Error(ErrorKind::bad_data, folder.string(),
              numbered(numbers) + (numbers.size() == 1 ? " is damaged" : " are damaged") +
                  ": not the bytes that the part wrote",
              "make shard " + std::to_string(numbers.front()) + " again: `tfrec build IMAGES --plan " +
                  shell_path(use.file.string()) + " --part " + std::to_string(numbers.front()) + "/" +
                  std::to_string(count_shards(open)) + " -o " + shell_path(folder.string()) + "`");
}

std::vector<DamagedShard> take_shards(OpenPlan& open, const std::vector<ShardStore>& stores,
                                      const fs::path& out, const std::vector<fs::path>& folders) {
  const ShardNumbers all = all_shards(open.parts);
  std::vector<DamagedShard> damaged;
  const auto finished_in = [&](const std::vector<ShardStore>& there) {
    return shards_that(open.parts, [&](std::size_t part, std::size_t shard) {
      return !open.parts[part].shards[shard] && there[part].versions_of(shard);
    });
  };
  const auto take = [&](const fs::path& folder, const ShardNumbers& wanted,
                        const std::vector<std::uint64_t>& finished) {
    take_finished(open.parts, stores, wanted, INT64_MAX);
    const std::vector<std::uint64_t> missing = missing_numbers(open);
    for (const std::uint64_t number : finished) {
      if (std::ranges::binary_search(missing, number)) damaged.push_back({number, folder});
    }
  };
  take(out, all, finished_in(stores));
  for (const fs::path& folder : folders) {
    const ShardNumbers missing = missing_shards(open.parts, all);
    const std::vector<ShardStore> from = stores_of_folder(open, folder);
    const std::vector<std::uint64_t> finished = finished_in(from);
    import_shards(from, stores, missing);
    take(folder, missing, finished);
  }
  return damaged;
}

void require_same_shards(const OpenPlan& open, const fs::path& out, const std::vector<fs::path>& folders) {
  std::vector<fs::path> all{out};
  all.insert(all.end(), folders.begin(), folders.end());
  std::vector<std::vector<ShardStore>> stores;
  for (const fs::path& folder : all) stores.push_back(stores_of_folder(open, folder));
  std::uint64_t number = 0;
  for (std::size_t part = 0; part < open.parts.size(); ++part) {
    for (std::size_t shard = 0; shard < open.parts[part].shards.size(); ++shard) {
      FirstCopy first;
      ++number;
      for (std::size_t i = 0; i < all.size(); ++i)
        require_same_as(first, stores[i][part].find(shard), all[i], number, out);
    }
  }
}

void remove_parts(const std::vector<fs::path>& folders, const OpenPlan& open, const Manifest& set,
                  Observer& observer) {
  for (const fs::path& folder : folders) {
    std::error_code failed;
    clear_of_links(folder / k_staging_name);
    if (!fs::exists(planned_file(folder), failed)) remove_if_empty(folder / k_staging_name);
    const bool is_ours =
        fs::exists(planned_file(folder), failed) &&
        plan_difference(planned_file(folder), open.set, open.parts.front().samples()).empty();
    if (!is_ours) continue;
    const fs::path staging = folder / k_staging_name;
    remove_drafts(staging);
    const ShardNumbers numbers = removable_shards(open, stores_of_folder(open, folder), set);
    remove_shards(open.parts, staging, numbers, open.saved->plan);
    if (!fs::exists(staging, failed)) continue;
    const bool has_others = numbers != all_shards(open.parts);
    observer.warning(printable(staging.string()) + ": " +
                     (has_others ? "contains shards that differ from the set's, which were kept"
                                 : "could not be removed; the set is complete without it"));
  }
}

}  // namespace tfrec
