// SPDX-License-Identifier: Apache-2.0
#include "dataset/splits/split_column.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/error.hpp"
#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/splits/splits.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

[[noreturn]] void refuse_cell(const Table& table, RowIndex row, std::size_t column,
                              const std::string& message, const std::string& hint) {
  throw Error(ErrorKind::bad_data, table.place(row),
              "column " + in_quotes(table.columns()[column]) + ": " + message, hint);
}

[[noreturn]] void refuse_column(const Table& table, std::size_t column) {
  throw Error(ErrorKind::usage, "",
              shell_option("--split-column", table.columns()[column]) + " has more than " +
                  format_count(k_most_splits) + " distinct values: too many for splits",
              "to keep equal values on one side of a split: --split train=0.8,val=0.2 " +
                  shell_option("--group", table.columns()[column]));
}

void check_case(const Table& table, std::size_t column, std::span<const std::string> names) {
  const std::vector<std::string> same = same_but_for_case(names);
  if (same.empty()) return;
  throw Error(ErrorKind::bad_data, table.source(),
              "column " + in_quotes(table.columns()[column]) + ": splits " + in_quotes(same[0]) + " and " +
                  in_quotes(same[1]) + " differ only in case",
              "write both alike");
}

/// Numbers in order of first appearance -> names sorted, numbers by name.
void sort_names(GivenSplits& splits, const std::map<std::string, std::uint16_t, std::less<>>& numbers) {
  std::vector<std::uint16_t> sorted(numbers.size());
  for (const auto& [name, number] : numbers) {
    sorted[number] = static_cast<std::uint16_t>(splits.names.size());
    splits.names.push_back(name);
  }
  for (std::uint16_t& split : splits.split_of_row) {
    if (split != k_no_split) split = sorted[split];
  }
}

}  // namespace

GivenSplits splits_of_column(const Table& table, std::size_t column, std::span<const std::string> dealt) {
  GivenSplits splits;
  std::map<std::string, std::uint16_t, std::less<>> numbers;
  for (const std::string& name : dealt) numbers.emplace(name, static_cast<std::uint16_t>(numbers.size()));
  splits.split_of_row.reserve(table.rows());
  table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    const std::string_view name = cells[column];
    if (!dealt.empty() && is_missing(name)) return splits.split_of_row.push_back(k_no_split);
    auto known = numbers.find(name);
    if (known == numbers.end()) {
      if (numbers.size() == k_most_splits) refuse_column(table, column);
      const std::string problem = problem_of_split_name(name);
      if (name.empty()) {
        refuse_cell(
            table, row, column, "the split is missing",
            "to deal the rows without a split: --split train=0.8,val=0.2; or name the split of each row");
      }
      if (!problem.empty()) {
        refuse_cell(table, row, column, "the split's name " + in_quotes(name) + " " + problem,
                    "name a split, such as 'train', 'val' or 'test'");
      }
      known = numbers.emplace(name, static_cast<std::uint16_t>(numbers.size())).first;
    }
    splits.split_of_row.push_back(known->second);
  });
  sort_names(splits, numbers);
  check_case(table, column, splits.names);
  return splits;
}

bool is_split_folder_name(std::string_view name) {
  constexpr int k_other = 3;
  return split_rank(name) < k_other;
}

std::string_view SplitFolders::class_of(std::string_view path) {
  const std::size_t first = path.find('/');
  if (first == std::string_view::npos) return {};
  const std::size_t second = path.find('/', first + 1);
  return second == std::string_view::npos ? std::string_view() : path.substr(first + 1, second - first - 1);
}

std::optional<SplitFolders> recognise_split_folders(std::span<const std::string> paths) {
  SplitFolders folders;
  GivenSplits& splits = folders.splits;
  std::map<std::string, std::uint16_t, std::less<>> numbers;
  splits.split_of_row.reserve(paths.size());
  for (const std::string& path : paths) {
    const std::size_t slash = path.find('/');
    if (slash == std::string::npos) return std::nullopt;
    const std::string_view name = std::string_view(path).substr(0, slash);
    auto known = numbers.find(name);
    if (known == numbers.end()) {
      if (!is_split_folder_name(name)) return std::nullopt;
      known = numbers.emplace(name, static_cast<std::uint16_t>(numbers.size())).first;
    }
    splits.split_of_row.push_back(known->second);
  }
  sort_names(splits, numbers);
  if (splits.names.size() < 2 || !same_but_for_case(splits.names).empty()) return std::nullopt;
  folders.in_classes.resize(splits.names.size());
  folders.not_in_classes.resize(splits.names.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::uint16_t split = splits.split_of_row[i];
    ++(SplitFolders::class_of(paths[i]).empty() ? folders.not_in_classes : folders.in_classes)[split];
  }
  return folders;
}

}  // namespace tfrec
