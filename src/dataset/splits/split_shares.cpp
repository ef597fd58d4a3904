// SPDX-License-Identifier: Apache-2.0
// From the text of --split and --folds to shares.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/number.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

namespace {

constexpr const char* k_example = "give names and shares that sum to 1, such as --split train=0.8,val=0.2";

[[noreturn]] void refuse(const std::string& message, const std::string& hint = k_example) {
  throw Error(ErrorKind::usage, "", "--split: " + message, hint);
}

SplitShare parse_share(std::string_view part) {
  const std::size_t equals = part.rfind('=');
  if (part.empty()) refuse("a split between two commas is empty");
  if (equals == std::string_view::npos) {
    const bool is_share = parse_real(part).problem == NumberProblem::none;
    refuse(in_quotes(part) + (is_share ? " has no name" : " has no share"));
  }
  const std::string_view name = part.substr(0, equals);
  const std::string_view text = part.substr(equals + 1);
  if (const std::string problem = problem_of_split_name(name); !problem.empty()) {
    refuse("the split's name " + in_quotes(name) + " " + problem,
           "plain words work best: --split train=0.8,val=0.2");
  }
  const RealNumber share = parse_real(text);
  if (share.problem != NumberProblem::none)
    refuse("the share of " + in_quotes(name) + " " + describe(share.problem, text));
  if (share.value == 0) {
    refuse("the share of " + in_quotes(name) + " is 0",
           "an empty split is never written: leave " + in_quotes(name) + " out");
  }
  if (share.value < 0) refuse("the share of " + in_quotes(name) + " is negative");
  return {std::string(name), share.value};
}

/// The splits with other shares, as to be typed.
std::string retyped(const std::vector<SplitShare>& shares, double divisor) {
  std::string list = joined(shares, ",", [&](const SplitShare& share) {
    return share.name + "=" + share_text(share.share / divisor);
  });
  return shell_option("--split", list);
}

void check_sum(const std::vector<SplitShare>& shares) {
  double sum = 0;
  for (const SplitShare& share : shares) sum += share.share;
  if (std::abs(sum - 1) > 1e-6) {
    if (shares.size() == 1 && sum < 1) {
      const std::string& name = shares.front().name;
      refuse(
          "the share of " + in_quotes(name) + " is not 1, and there is no other split",
          "also name the rest: " + retyped({shares.front(), {name == "val" ? "train" : "val", 1 - sum}}, 1));
    }
    const bool thirds = std::abs(sum - 1) < 0.02;  // 0.33,0.33,0.33: more digits are needed, not other shares
    refuse("the shares sum to " + share_text(sum) + ", not 1",
           thirds ? "write the shares with more digits, or let the last one take the rest"
                  : "in these proportions: " + retyped(shares, sum));
  }
  for (const SplitShare& share : shares) {
    if (share.share * 1e9 < 1) refuse("the share of " + in_quotes(share.name) + " is less than a billionth");
  }
}

void check_distinct(const std::vector<SplitShare>& shares) {
  std::vector<std::string> names;
  for (const SplitShare& share : shares) names.push_back(share.name);
  const std::vector<std::string> same = same_but_for_case(names);
  if (same.empty()) return;
  if (same[0] == same[1]) refuse("split " + in_quotes(same[0]) + " comes twice", "give each split once");
  refuse("splits " + in_quotes(same[0]) + " and " + in_quotes(same[1]) + " differ only in case",
         "some file systems take them for one folder: choose another name");
}

}  // namespace

std::string share_text(double share) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", share);
  return buffer;
}

std::vector<SplitShare> parse_split_shares(std::string_view text) {
  if (text.empty()) refuse("no splits are given");
  std::vector<SplitShare> shares;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    shares.push_back(parse_share(text.substr(begin, end - begin)));
    if (shares.size() > k_most_splits) refuse("there are more than " + format_count(k_most_splits));
    begin = end + 1;
  }
  check_distinct(shares);
  check_sum(shares);
  return shares;
}

std::vector<SplitShare> fold_shares(std::uint64_t folds) {
  if (folds < 2 || folds > k_most_splits) {
    throw Error(ErrorKind::usage, "", "--folds " + std::to_string(folds) + " is not 2 to 1,000",
                "the usual number is --folds 5");
  }
  std::vector<SplitShare> shares;
  for (std::uint64_t k = 0; k < folds; ++k)
    shares.push_back({"fold" + std::to_string(k), 1 / static_cast<double>(folds)});
  return shares;
}

}  // namespace tfrec
