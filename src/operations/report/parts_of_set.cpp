// SPDX-License-Identifier: Apache-2.0
#include "operations/report/parts_of_set.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <system_error>

#include "base/text/ascii.hpp"

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

double records_or_bytes(const FoundShards& found, const FoundShard& shard, bool are_listed) {
  if (are_listed) return static_cast<double>(std::max<std::uint64_t>(found.listed(shard)->records, 1));
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(shard.path, failed);
  return failed || bytes == 0 ? 1 : static_cast<double>(bytes);
}

}  // namespace

std::vector<PartOfSet> parts_of_set(const FoundShards& found) {
  std::vector<PartOfSet> parts;
  for (const FoundShard& shard : found.shards) {
    const ManifestShard* listed = found.listed(shard);
    parts.push_back(listed != nullptr ? PartOfSet{listed->split, listed->size}
                                      : PartOfSet{split_by_name(shard), {}});
  }
  return parts;
}

std::vector<std::uint64_t> row_quotas(const FoundShards& found, std::uint64_t most) {
  const std::vector<PartOfSet> parts = parts_of_set(found);
  const bool are_listed = std::ranges::all_of(
      found.shards, [&](const FoundShard& shard) { return found.listed(shard) != nullptr; });
  std::vector<double> weights;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool has_share = parts[i].size == parts.front().size;
    weights.push_back(has_share ? records_or_bytes(found, found.shards[i], are_listed) : 0);
  }
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint64_t> quotas;
  for (const double weight : weights)
    quotas.push_back(static_cast<std::uint64_t>(std::ceil(static_cast<double>(most) * weight / all)));
  return quotas;
}

}  // namespace tfrec
