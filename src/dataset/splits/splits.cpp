// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/splits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/names/file_name_problem.hpp"
#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

/// Of each column of classes, where there are several, and of each feature of a TensorFlow Datasets set.
bool is_class_list(std::string_view lower) {
  return (lower.starts_with("classes-") && lower.ends_with(".txt")) || lower.ends_with(".labels.txt") ||
         (lower.starts_with("label_map-") && lower.ends_with(".pbtxt"));
}

}  // namespace

std::string problem_of_split_name(std::string_view name) {
  constexpr std::size_t k_longest = 100;
  constexpr std::array<std::string_view, 12> k_files{
      "manifest.json", "classes.txt",  "label_map.pbtxt", "bad.csv",
      "bad-boxes.csv", "left-out.csv", "records.csv",     "dataset_info.json",
      "features.json", "readme.md",    "croissant.json",  "dataset-metadata.json"};
  if (std::string problem = problem_of_file_name(name, k_longest); !problem.empty()) return problem;
  if (name.front() == ' ' || name.back() == ' ') return "begins or ends with a blank";
  if (name.find_first_of("/\\") != std::string_view::npos) return "contains a slash";
  const std::string lower = lowered(name);
  if (std::find(k_files.begin(), k_files.end(), lower) != k_files.end() || is_class_list(lower))
    return "is the name of a file of the set";
  return {};
}

std::vector<std::string> same_but_for_case(std::span<const std::string> names) {
  std::vector<std::pair<std::string, std::string>> folded;
  for (const std::string& name : names) folded.emplace_back(lowered(name), name);
  std::sort(folded.begin(), folded.end());
  for (std::size_t i = 1; i < folded.size(); ++i) {
    if (folded[i - 1].first == folded[i].first) return {folded[i - 1].second, folded[i].second};
  }
  return {};
}

std::vector<std::uint64_t> split_weights(std::span<const SplitShare> shares) {
  std::vector<std::uint64_t> weights;
  for (const SplitShare& share : shares)
    weights.push_back(static_cast<std::uint64_t>(std::llround(share.share * 1e9)));
  return weights;
}

std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const std::uint64_t> weights) {
  const std::uint64_t whole = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  std::vector<std::uint64_t> parts;
  for (const std::uint64_t weight : weights) parts.push_back(total * weight / whole);
  std::vector<std::size_t> by_remainder(weights.size());
  std::iota(by_remainder.begin(), by_remainder.end(), std::size_t{0});
  std::stable_sort(by_remainder.begin(), by_remainder.end(), [&](std::size_t a, std::size_t b) {
    return total * weights[a] % whole > total * weights[b] % whole;
  });
  const std::uint64_t left = total - std::accumulate(parts.begin(), parts.end(), std::uint64_t{0});
  for (std::size_t i = 0; i < left; ++i) ++parts[by_remainder[i]];
  return parts;
}

std::vector<std::uint64_t> exact_sizes(std::uint64_t rows, std::span<const SplitShare> shares) {
  return apportion(rows, split_weights(shares));
}

void check_no_split_empty(std::span<const std::string> names, std::span<const std::uint64_t> sizes) {
  const auto empty = std::find(sizes.begin(), sizes.end(), 0U);
  if (empty == sizes.end()) return;
  const std::uint64_t rows = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
  throw Error(ErrorKind::bad_data, "",
              "split " + in_quotes(names[static_cast<std::size_t>(empty - sizes.begin())]) +
                  " would get none of the " + counted(rows, "row", "rows"),
              "an empty split is never written: give it a larger share, or leave it out");
}

int split_rank(std::string_view name) {
  constexpr std::array<std::array<std::string_view, 5>, 3> k_ranks{
      {{"train", "training", "trainval"},
       {"val", "valid", "validation", "dev", "eval"},
       {"test", "testing", "holdout"}}};
  const std::string lower = lowered(name);
  std::string_view stem = lower;
  for (const std::string_view suffix : {"_set", "-set", "set"}) {
    if (!stem.ends_with(suffix)) continue;
    stem.remove_suffix(suffix.size());
    break;
  }
  const auto has_it = [&](const auto& names) { return !stem.empty() && std::ranges::count(names, stem) > 0; };
  return static_cast<int>(std::ranges::find_if(k_ranks, has_it) - k_ranks.begin());
}

}  // namespace tfrec
