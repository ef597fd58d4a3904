// SPDX-License-Identifier: Apache-2.0
#include "operations/choose_splits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "dataset/disjoint_sets.hpp"
#include "dataset/split_column.hpp"
#include "dataset/split_rows.hpp"
#include "dataset/splits.hpp"
#include "operations/find_repeats.hpp"
#include "operations/stratify_labels.hpp"

namespace tfrec {

namespace {

void check_options(const SplitOptions& splits) {
  const auto nothing_to_decide = [](const std::string& option) {
    return Error(ErrorKind::usage, "", option + " has nothing to decide: tfrec does not deal rows to splits",
                 "add --split train=0.8,val=0.2 or --folds 5, or leave it out");
  };
  if (splits.deals()) return;
  if (!splits.stratify.empty()) throw nothing_to_decide("--stratify");
  if (!splits.group.empty()) throw nothing_to_decide("--group");
  if (splits.dedupe == Dedupe::group) throw nothing_to_decide("--dedupe group");
}

/// The splits a column names.
ChosenSplits given_splits(const BuildInput& input) {
  GivenSplits given = splits_of_column(*input.table, *input.split_column);
  ChosenSplits chosen{std::move(given.names), {}, {}, {}};
  for (const std::uint32_t row : input.rows->rows) chosen.split_of_row.push_back(given.split_of_row[row]);
  return chosen;
}

std::vector<StratifyColumn> stratify_columns(const BuildOptions& options, const BuildInput& input,
                                             const RecordLayout& layout) {
  std::vector<StratifyColumn> columns;
  for (const std::string& name : options.splits.stratify) {
    const std::size_t column = column_named(*input.table, name, "--stratify");
    std::string separator;
    for (const auto& known : layout.classes) {
      if (known->column == column && !known->separator.empty()) separator = known->separator;
    }
    columns.push_back({column, separator});
  }
  return columns;
}

/// Unites rows of one --group value; a row with an empty cell stands alone.
void unite_values(DisjointSets& sets, const BuildInput& input, std::size_t column) {
  std::unordered_map<std::string, std::uint32_t> first_of;
  const auto& rows = input.rows->rows;
  std::uint32_t next = 0;
  input.table->for_each([&](std::size_t row, std::span<const std::string_view> cells) {
    if (next == rows.size() || rows[next] != row) return;
    const std::uint32_t here = next++;
    if (cells[column].empty()) return;
    const auto [known, is_new] = first_of.try_emplace(std::string(cells[column]), here);
    if (!is_new) sets.unite(known->second, here);
  });
}

void refuse_repeats(const Repeats& repeats, const BuildInput& input) {
  if (repeats.examples.empty()) return;
  std::string first;
  for (const std::uint32_t row : repeats.examples.front())
    first += (first.empty() ? "'" : ", '") + printable(input.rows->image_path(row)) + "'";
  throw Error(ErrorKind::bad_data, input.folder.root.string(),
              repeats.said() + ", for instance " + first + " (--dedupe error)",
              "remove them, or keep them together with --dedupe group");
}

/// Of the repeats those whose images are in different splits.
void keep_crossing(Repeats& repeats, const ChosenSplits& chosen) {
  if (chosen.names.empty()) return;
  std::erase_if(repeats.examples, [&](const std::vector<std::uint32_t>& group) {
    return std::all_of(group.begin(), group.end(), [&](std::uint32_t row) {
      return chosen.split_of_row[row] == chosen.split_of_row[group.front()];
    });
  });
}

/// Pictures that repeat, by source row; empty where none does or nobody asks.
std::vector<std::uint32_t> find_groups(const BuildOptions& options, const BuildInput& input,
                                       Observer& observer) {
  const Dedupe dedupe = options.splits.dedupe.value_or(Dedupe::group);
  if (dedupe == Dedupe::ignore) return {};
  Repeats repeats = find_repeats(*input.rows, options, observer);
  if (dedupe == Dedupe::refuse) refuse_repeats(repeats, input);
  if (repeats.examples.empty()) return {};
  observer.note(repeats.said() + "; they stay in one split (--dedupe)");
  return std::move(repeats.group_of_row);
}

/// Rows that must stay together: those of one --group value, and pictures that repeat.
std::vector<std::uint32_t> groups_of(const SplitOptions& wanted, const BuildInput& input,
                                     const std::vector<std::uint32_t>& repeats) {
  if (wanted.group.empty()) return repeats;
  DisjointSets sets(static_cast<std::uint32_t>(input.rows->size()));
  unite_values(sets, input, column_named(*input.table, wanted.group, "--group"));
  if (!repeats.empty()) sets.unite_by(repeats);
  return sets.ids();
}

ChosenSplits deal_to_splits(const BuildOptions& options, const BuildInput& input, const RecordLayout& layout,
                            Observer& observer) {
  const SplitOptions& wanted = options.splits;
  const std::vector<SplitWish> wishes =
      wanted.folds ? fold_wishes(*wanted.folds) : parse_split_wishes(wanted.shares);
  const StratifyLabels labels =
      stratify_labels(*input.table, input.rows->rows, stratify_columns(options, input, layout));
  const std::vector<std::uint32_t> groups = groups_of(wanted, input, find_groups(options, input, observer));
  ChosenSplits chosen;
  for (const SplitWish& wish : wishes) chosen.names.push_back(wish.name);
  const auto rows = static_cast<std::uint32_t>(input.rows->size());
  chosen.split_of_row = split_rows({rows, labels.view(), groups}, wishes, options.seed);
  chosen.report = report_split(chosen.split_of_row, labels.view(), wishes);
  chosen.label_names = labels.names;
  check_no_split_empty(chosen.names, chosen.report->sizes());
  return chosen;
}

std::string decimal(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

}  // namespace

ChosenSplits choose_splits(const BuildOptions& options, const BuildInput& input, const RecordLayout& layout,
                           Observer& observer) {
  check_options(options.splits);
  if (options.splits.deals()) return deal_to_splits(options, input, layout, observer);
  ChosenSplits chosen = input.split_column ? given_splits(input) : ChosenSplits();
  if (options.splits.dedupe == Dedupe::refuse) {
    Repeats repeats = find_repeats(*input.rows, options, observer);
    keep_crossing(repeats, chosen);
    refuse_repeats(repeats, input);
  }
  return chosen;
}

std::string largest_deviation(const ChosenSplits& splits) {
  if (!splits.report) return {};
  const SplitReport& report = *splits.report;
  const ShareDeviation& most = report.most_rows ? *report.most_rows : report.size;
  if (std::abs(most.in_rows()) < 1) return "below one row";
  const std::string what = !most.label ? "rows"
                           : *most.label < splits.label_names.size()
                               ? "'" + printable(splits.label_names[*most.label]) + "'"
                               : "rows without a label";
  return what + " in " + printable(splits.names[most.split]) + ": " + format_count(most.rows) + " of " +
         counted(most.of, "row", "rows") + ", " + decimal(most.wanted * static_cast<double>(most.of)) +
         " wanted";
}

}  // namespace tfrec
