// SPDX-License-Identifier: Apache-2.0
#include "sets/summaries/parts_of_set.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "base/text/ascii.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

constexpr std::array<std::string_view, 7> k_words{"train", "training", "validation", "valid",
                                                  "val",   "dev",      "test"};

/// The first usual word between other characters than letters; empty if there is none.
std::string split_word(const std::string& text) {
  std::string word;
  for (const char c : lowered(text) + ".") {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
      continue;
    }
    if (std::ranges::find(k_words, word) != k_words.end()) return word;
    word.clear();
  }
  return {};
}

std::string split_by_name(const FoundShard& shard) {
  for (const std::filesystem::path& part : shard.below) {
    if (std::string word = split_word(part.string()); !word.empty()) return word;
  }
  return {};
}

}  // namespace

std::vector<PartOfSet> parts_of_set(const FoundShards& found) {
  std::vector<PartOfSet> parts;
  std::map<std::size_t, std::string> first_sizes;  // by set
  for (const FoundShard& shard : found.shards) {
    const ManifestShard* listed = found.listed(shard);
    if (listed == nullptr) {
      parts.push_back({.split = split_by_name(shard), .size = {}});
      continue;
    }
    const bool may_repeat = found.sets[*shard.set].manifest->option("equal") != nullptr;
    const auto first = first_sizes.emplace(*shard.set, listed->size).first;
    parts.push_back({listed->split, listed->size, first->second != listed->size, may_repeat});
  }
  return parts;
}

std::vector<std::string> split_names(const FoundShards& found) {
  std::vector<std::string> names;
  for (const PartOfSet& part : parts_of_set(found)) names.push_back(part.split);
  const bool are_listed =
      std::ranges::all_of(found.shards, [&](const auto& shard) { return found.listed(shard) != nullptr; });
  const bool are_equal = std::ranges::all_of(names, [&](const auto& name) { return name == names.front(); });
  const bool is_unclear = std::ranges::find(names, std::string()) != names.end();
  if (is_unclear || (are_equal && !are_listed)) names.assign(names.size(), "");
  return names;
}

std::string note_of_sizes(const std::vector<PartOfSet>& parts) {
  if (std::ranges::none_of(parts, &PartOfSet::is_other_size)) return {};
  std::set<std::string> sizes;
  std::set<std::string> first;
  for (const PartOfSet& part : parts) {
    if (part.size.empty()) continue;
    sizes.insert(part.size);
    if (!part.is_other_size) first.insert(part.size);
  }
  std::string shown;
  for (const std::string& size : first) shown += (shown.empty() ? "" : ", ") + printable(size);
  return "the set has " + counted(sizes.size(), "size", "sizes") +
         ": features, images and labels are those of " + shown;
}

}  // namespace tfrec
