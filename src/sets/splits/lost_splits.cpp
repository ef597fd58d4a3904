// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/lost_splits.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_table.hpp"
#include "tfrecord/crc32c.hpp"
#include "tfrecord/crc32c_algebra.hpp"

namespace tfrec {

namespace {

namespace fs = std::filesystem;

/// The splits in which an image may be.
using Choices = std::map<std::uint32_t, std::vector<std::string>>;

/// Images with their splits, in order. The bytes between undecided splits are read once.
class SplitsChecksum {
 public:
  void add(const std::string& text) { m_stretches.back().add(text); }
  void add_undecided() { m_stretches.emplace_back(); }

  /// `split_of`(i) is the split that was added as undecided after i others.
  template <class SplitOf>
  std::string with(const SplitOf& split_of) const {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
      if (i > 0) sum = crc32c(terminated(split_of(i - 1)), sum);
      sum = joined_crc32c(sum, m_stretches[i].crc, m_stretches[i].bytes);
    }
    return crc32c_hex(sum);
  }

 private:
  static std::string_view terminated(const std::string& text) { return {text.c_str(), text.size() + 1}; }

  struct Stretch {
    std::uint32_t crc = 0;
    std::uint64_t bytes = 0;

    void add(const std::string& text) {
      crc = crc32c(terminated(text), crc);
      bytes += text.size() + 1;
    }
  };

  std::vector<Stretch> m_stretches = std::vector<Stretch>(1);
};

/// The images that the set lists in bad.csv.
std::set<std::string, std::less<>> bad_images_of(const fs::path& folder) {
  std::set<std::string, std::less<>> bad;
  std::error_code failed;
  if (!fs::exists(folder / k_bad_images_name, failed)) return bad;
  read_csv_table(folder / k_bad_images_name)
      ->for_each([&](RowIndex, std::span<const std::string_view> cells) {
        if (cells.size() > 1) bad.emplace(restored(cells[1]));
      });
  return bad;
}

Choices choices_of(const KeptSplits& kept, const BuildInput& input, const LosingSet& set) {
  const auto bad = bad_images_of(set.folder);
  Choices choices;
  for (const std::uint32_t image : input.samples->images) {
    if (!kept.split_of_image[image].empty() || choices.contains(image)) continue;
    const std::set<std::string>& may_be = bad.contains(input.folder.path(image)) ? set.splits : set.damaged;
    choices.emplace(image, std::vector<std::string>(may_be.begin(), may_be.end()));
  }
  return choices;
}

/// In how many ways splits can be chosen; `most` + 1 if more.
std::size_t count_ways(const Choices& choices, std::size_t most) {
  std::size_t count = 1;
  for (const auto& [image, splits] : choices) count = std::min(count * splits.size(), most + 1);
  return count;
}

/// Chooses in the way of this number.
void choose(KeptSplits& kept, const Choices& choices, std::size_t way) {
  for (const auto& [image, splits] : choices) {
    kept.split_of_image[image] = splits[way % splits.size()];
    way /= splits.size();
  }
}

}  // namespace

std::string checksum_of_splits(const ChosenSplits& chosen, const BuildInput& input) {
  SplitsChecksum checksum;
  for (const SampleIndex sample : input.samples->all()) {
    checksum.add(input.samples->image_path(sample));
    checksum.add(chosen.names[chosen.split_of_sample[sample]]);
  }
  return checksum.with([](std::size_t) { return std::string(); });
}

bool find_lost_splits(KeptSplits& kept, const BuildInput& input, const LosingSet& set) {
  constexpr std::size_t k_most_ways = 1'000;
  const Choices choices = choices_of(kept, input, set);
  const std::size_t ways = count_ways(choices, k_most_ways);
  if (ways == 0 || ways > k_most_ways) return false;
  choose(kept, choices, 0);
  SplitsChecksum checksum;
  std::vector<std::uint32_t> undecided;
  for (const SampleIndex sample : input.samples->all()) {
    const std::uint32_t image = input.samples->images[sample];
    checksum.add(input.samples->image_path(sample));
    const auto choice = choices.find(image);
    if (choice == choices.end() || choice->second.size() == 1) {
      checksum.add(kept.split_of_image[image]);
    } else {
      checksum.add_undecided();
      undecided.push_back(image);
    }
  }
  const auto split = [&](std::size_t i) -> const std::string& { return kept.split_of_image[undecided[i]]; };
  for (std::size_t way = 0; way < ways; ++way) {
    choose(kept, choices, way);
    if (checksum.with(split) != set.checksum) continue;
    kept.kept += choices.size();
    kept.alike = 0;
    return true;
  }
  for (const auto& [image, splits] : choices) kept.split_of_image[image].clear();
  return false;
}

}  // namespace tfrec
