// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/splits.hpp"

#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "dataset/order/seeded_stream.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

std::string refusal(std::string_view text) {
  try {
    parse_split_shares(text);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return error.message() + " | " + error.hint();
  }
  return "accepted";
}

constexpr const char* k_fractions =
    " | give names and shares that sum to 1, such as --split train=0.8,val=0.2";

}  // namespace

TEST_CASE("Wishes for splits are names with shares") {
  const auto shares = parse_split_shares("train=0.8,val=.1,test=1e-1");
  REQUIRE(shares.size() == 3);
  CHECK(shares[0].name == "train");
  CHECK(shares[0].share == 0.8);
  CHECK(shares[1].name == "val");
  CHECK(shares[2].share == 0.1);
  CHECK(parse_split_shares("all=1").size() == 1);
  CHECK(parse_split_shares("a=0.3333333,b=0.3333333,c=0.3333333").size() == 3);  // within 1e-6
}

TEST_CASE("Wishes that can't work lead to what to type") {
  CHECK(refusal("") == std::string("--split: no splits are given") + k_fractions);
  CHECK(refusal("train") == std::string("--split: 'train' has no share") + k_fractions);
  CHECK(refusal("train=0.5,,val=0.5") ==
        std::string("--split: a split between two commas is empty") + k_fractions);
  CHECK(refusal("train=0.5,val=0.5,") ==
        std::string("--split: a split between two commas is empty") + k_fractions);
  CHECK(refusal("train=80%,val=20%") ==
        std::string("--split: the share of 'train' '80%' is not a number") + k_fractions);
  CHECK(refusal("train=,val=1") == std::string("--split: the share of 'train' is missing") + k_fractions);
  CHECK(refusal("train=nan,val=1") ==
        std::string("--split: the share of 'train' 'nan' is not a number") + k_fractions);
  CHECK(refusal("train=1,val=0") ==
        "--split: the share of 'val' is 0 | an empty split is never written: leave 'val' out");
  CHECK(refusal("train=1.5,val=-0.5") ==
        std::string("--split: the share of 'val' is negative") + k_fractions);
  CHECK(refusal("train=0.8") ==
        "--split: the share of 'train' is not 1, and there is no other split | also name the rest: --split "
        "train=0.8,val=0.2");
  CHECK(refusal("train=80,val=20") ==
        "--split: the shares sum to 100, not 1 | in these proportions: --split train=0.8,val=0.2");
  CHECK(refusal("train=0.7,val=0.1") ==
        "--split: the shares sum to 0.8, not 1 | in these proportions: --split train=0.875,val=0.125");
  CHECK(
      refusal("a=0.33,b=0.33,c=0.33") ==
      "--split: the shares sum to 0.99, not 1 | write the shares with more digits, or let the last one take "
      "the rest");
  CHECK(refusal("a=1,b=1e-10") ==
        std::string("--split: the share of 'b' is less than a billionth") + k_fractions);
  CHECK(refusal("a=0.5,a=0.5") == "--split: split 'a' comes twice | give each split once");
  CHECK(refusal("val=0.5,Val=0.5") ==
        "--split: splits 'Val' and 'val' differ only in case | some file systems take them for one folder: "
        "choose "
        "another name");
  CHECK(
      refusal("../x=1") ==
      "--split: the split's name '../x' starts with '.' | plain words work best: --split train=0.8,val=0.2");
}

TEST_CASE("A split's name is one visible path component") {
  for (const char* name : {"train", "val 2", "fold0", "größe", "a-1", "v1.2", "-1"}) {
    CAPTURE(name);
    CHECK(problem_of_split_name(name).empty() == (std::string_view(name) != "-1"));
  }
  CHECK(problem_of_split_name("") == "is empty");
  CHECK(problem_of_split_name("..") == "starts with '.'");
  CHECK(problem_of_split_name(".tfrec-build") == "starts with '.'");
  CHECK(problem_of_split_name("a/b") == "contains a slash");
  CHECK(problem_of_split_name("a\\b") == "contains a slash");
  CHECK(problem_of_split_name("a\x1b[2J") == "contains a character that can't be shown");
  CHECK(problem_of_split_name("train ") == "begins or ends with a blank");
  for (const char* file :
       {"Manifest.JSON", "classes.txt", "classes-x.txt", "label_map.pbtxt", "label_map-x.pbtxt", "bad.csv",
        "bad-boxes.csv", "left-out.csv", "records.csv", "README.md", "croissant.json",
        "dataset-metadata.json", "features.json", "dataset_info.json", "label.labels.txt"}) {
    CAPTURE(file);
    CHECK(problem_of_split_name(file) == "is the name of a file of the set");
  }
  CHECK(problem_of_split_name("v-1.2") ==
        "contains a '-', digits and a '.', which readers take for the record count");
  CHECK(problem_of_split_name(std::string(101, 'a')) == "is longer than 100 bytes");
}

TEST_CASE("Folds are equal shares") {
  const auto folds = fold_shares(3);
  REQUIRE(folds.size() == 3);
  CHECK(folds[2].name == "fold2");
  CHECK(exact_sizes(11, folds) == std::vector<std::uint64_t>{4, 4, 3});
  CHECK(fold_shares(k_most_splits).size() == k_most_splits);
  for (const std::uint64_t count : {0ULL, 1ULL, 1001ULL, ~0ULL}) CHECK_THROWS_AS(fold_shares(count), Error);
}

TEST_CASE("Sizes are exact by largest remainder") {
  const auto sizes = [](std::uint64_t rows, std::string_view text) {
    return exact_sizes(rows, parse_split_shares(text));
  };
  using Sizes = std::vector<std::uint64_t>;
  CHECK(sizes(160, "train=0.8,val=0.1,test=0.1") == Sizes{128, 16, 16});
  CHECK(sizes(7, "train=0.8,val=0.1,test=0.1") == Sizes{5, 1, 1});  // 5.6 0.7 0.7
  CHECK(sizes(4, "train=0.8,val=0.1,test=0.1") == Sizes{3, 1, 0});  // 3.2 0.4 0.4: of equals the first
  CHECK(sizes(10, "a=0.25,b=0.25,c=0.5") == Sizes{3, 2, 5});        // 2.5 2.5 5
  CHECK(sizes(0, "a=0.5,b=0.5") == Sizes{0, 0});
  CHECK(sizes(4'294'967'295, "a=0.999999999,b=0.000000001") == Sizes{4'294'967'291, 4});
}

TEST_CASE("Every size is its share of the rows, rounded down or up") {
  SeededStream random(1, "test");
  for (std::uint64_t rows = 0; rows <= 1000; ++rows) {
    std::vector<std::uint64_t> weights(1 + random.below(9));
    for (std::uint64_t& weight : weights) weight = 1 + random.below(1000);
    const auto whole = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
    const auto sizes = apportion(rows, weights);
    bool is_rounded = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) == rows;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      const std::uint64_t low = rows * weights[s] / whole;
      is_rounded = is_rounded && (sizes[s] == low || (sizes[s] == low + 1 && rows * weights[s] % whole != 0));
    }
    CHECK(is_rounded);
  }
}

TEST_CASE("A split without rows is an error") {
  const std::vector<std::string> names{"train", "val"};
  const std::vector<std::uint64_t> good{4, 1};
  const std::vector<std::uint64_t> bad{5, 0};
  check_no_split_empty(names, good);
  try {
    check_no_split_empty(names, bad);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_data);
    CHECK(error.message() == "split 'val' would get none of the 5 rows");
  }
}
