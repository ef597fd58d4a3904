// SPDX-License-Identifier: Apache-2.0
#include "sets/input/choose_splits.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/repeats/disjoint_sets.hpp"
#include "dataset/splits/split_column.hpp"
#include "dataset/splits/split_report.hpp"
#include "dataset/splits/split_rows.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/input/find_repeats.hpp"
#include "sets/input/stratify_labels.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_told_bytes = 300;  // of names in a message

void check_options(const SplitOptions& splits) {
  const auto nothing_to_decide = [](const std::string& option) {
    return Error(ErrorKind::usage, "", option + " has no effect: tfrec does not deal rows to splits",
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

/// A column whose values hardly repeat can't be spread: an id, or a measured number.
void warn_of_single_values(const StratifyLabels& labels, std::size_t rows, Observer& observer) {
  for (const StratifyLabels::Column& column : labels.columns) {
    const std::uint32_t values = column.end - column.first;
    if (values < 3 || std::size_t{values} * 2 <= rows) continue;
    observer.warning(shell_option("--stratify", column.name) + " spreads little: it has " +
                     format_count(values) + " distinct values in " + counted(rows, "row", "rows"));
  }
}

/// Values such as 'p1' and 'P1' may be one group, and are dealt as two.
void warn_of_near_twins(const std::string& column, std::vector<std::string> values, Observer& observer) {
  std::sort(values.begin(), values.end());
  const auto twins = near_twins(values);
  if (twins.empty()) return;
  std::string names = quoted_list(twins.front());
  if (twins.size() > 1) names += ", and " + format_count(twins.size() - 1) + " more";
  observer.warning("column '" + printable(column) + "' has groups that look alike: " + names);
}

/// Unites rows of one --group value; a row with an empty cell is a separate group.
void unite_values(DisjointSets& sets, const BuildInput& input, std::size_t column, Observer& observer) {
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
  constexpr std::size_t k_most_compared = 10'000;  // more groups would cost more memory than their rows
  if (first_of.size() > k_most_compared) return;
  std::vector<std::string> values;
  for (const auto& [value, row] : first_of) values.push_back(value);
  warn_of_near_twins(input.table->columns()[column], std::move(values), observer);
}

void refuse_repeats(const Repeats& repeats, const BuildInput& input, const std::string& hint) {
  if (repeats.example.empty()) return;
  std::string first;
  for (const std::uint32_t row : repeats.example) {
    if (first.size() > k_told_bytes) break;
    first += (first.empty() ? "'" : ", '") + printable(input.rows->image_path(row)) + "'";
  }
  throw Error(ErrorKind::bad_data, input.folder.root.string(),
              repeats.summary() + ", for instance " + first + " (--dedupe error)", hint);
}

/// Refuses repeats on both sides of a given split; within one they do no harm.
void refuse_crossing(const Repeats& repeats, const BuildInput& input, const ChosenSplits& chosen) {
  constexpr std::uint32_t k_none = ~std::uint32_t{0};
  std::vector<std::uint32_t> first_of(repeats.group_of_row.size(), k_none);
  std::string example;
  std::uint64_t crossing = 0;
  const auto place = [&](std::uint32_t row) {
    return "'" + printable(input.rows->image_path(row)) + "' (" +
           printable(chosen.names[chosen.split_of_row[row]]) + ")";
  };
  for (std::uint32_t row = 0; row < repeats.group_of_row.size(); ++row) {
    std::uint32_t& first = first_of[repeats.group_of_row[row]];
    if (first == k_none) first = row;
    if (chosen.split_of_row[first] == chosen.split_of_row[row]) continue;
    if (crossing++ == 0) example = place(first) + " and " + place(row);
  }
  if (crossing == 0) return;
  throw Error(ErrorKind::bad_data, input.folder.root.string(),
              counted(crossing, "image equals", "images equal") +
                  " one of another split, or nearly so, for instance " + example + " (--dedupe error)",
              "move or remove them, so that no split is tested with images of another");
}

/// Refuses an image that rows put into two splits: a model would be tested with what it was trained on.
void refuse_images_in_two_splits(const BuildInput& input, const ChosenSplits& chosen) {
  if (chosen.names.size() < 2) return;
  const SourceRows& rows = *input.rows;
  std::unordered_map<std::uint32_t, std::uint32_t> first_of;
  std::string place;
  std::string message;
  std::uint64_t crossing = 0;
  const auto split_of = [&](std::uint32_t row) {
    return "'" + printable(chosen.names[chosen.split_of_row[row]]) + "'";
  };
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const std::uint32_t first = first_of.try_emplace(rows.images[row], row).first->second;
    if (chosen.split_of_row[first] == chosen.split_of_row[row] || crossing++ > 0) continue;
    place = rows.table.place(rows.rows[row]);
    message = "image '" + printable(rows.image_path(row)) + "' is in split " + split_of(row) +
              ", and in split " + split_of(first) + " on line " +
              std::to_string(rows.table.number(rows.rows[first]));
  }
  if (crossing == 0) return;
  if (crossing > 1) message += " (" + format_count(crossing) + " such rows)";
  throw Error(ErrorKind::bad_data, place, message, "give all rows of an image the same split");
}

/// Rows of one image, which no option deals to two splits; empty if each row has its own.
std::vector<std::uint32_t> groups_of_images(const SourceRows& rows) {
  std::unordered_map<std::uint32_t, std::uint32_t> first_of;
  DisjointSets sets(static_cast<std::uint32_t>(rows.size()));
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const auto [first, is_new] = first_of.try_emplace(rows.images[row], row);
    if (!is_new) sets.unite(first->second, row);
  }
  return first_of.size() == rows.size() ? std::vector<std::uint32_t>() : sets.ids();
}

/// Images that repeat, by source row; empty if none does or nobody asks.
std::vector<std::uint32_t> find_groups(const BuildOptions& options, const BuildInput& input,
                                       Observer& observer) {
  const Dedupe dedupe = options.splits.dedupe.value_or(Dedupe::group);
  if (dedupe == Dedupe::ignore) return groups_of_images(*input.rows);
  Repeats repeats = find_repeats(*input.rows, options, observer);
  if (dedupe == Dedupe::refuse)
    refuse_repeats(repeats, input, "remove them, or keep them together with --dedupe group");
  if (repeats.example.empty()) return {};
  observer.note(repeats.summary() + "; they stay in one split (--dedupe)");
  return std::move(repeats.group_of_row);
}

/// Rows that must stay together: those of one --group value, and images that repeat.
std::vector<std::uint32_t> groups_of(const SplitOptions& wanted, const BuildInput& input,
                                     const std::vector<std::uint32_t>& repeats, Observer& observer) {
  if (wanted.group.empty()) return repeats;
  DisjointSets sets(static_cast<std::uint32_t>(input.rows->size()));
  unite_values(sets, input, column_named(*input.table, wanted.group, "--group"), observer);
  if (!repeats.empty()) sets.unite_by(repeats);
  return sets.ids();
}

/// The message gives the reason if it is that there are fewer groups than splits.
void check_enough_groups(const std::vector<std::uint32_t>& groups, std::size_t splits) {
  if (groups.empty()) return;
  const std::size_t count = std::size_t{*std::max_element(groups.begin(), groups.end())} + 1;
  if (count >= splits) return;
  throw Error(ErrorKind::bad_data, "",
              "the " + counted(groups.size(), "row", "rows") + " are " + counted(count, "group", "groups") +
                  ", too few for " + format_count(splits) + " splits",
              "a group never crosses a split (--group, --dedupe): ask for fewer splits");
}

std::string decimal(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", value);
  return buffer;
}

std::string deviation_text(const ShareDeviation& most, const ChosenSplits& splits) {
  const std::string what = !most.label ? "rows" : "'" + printable(splits.labels.text_of(*most.label)) + "'";
  return what + " in " + printable(splits.names[most.split]) + ": " + format_count(most.rows) + " of " +
         counted(most.of, "row", "rows") + ", " + decimal(most.wanted * static_cast<double>(most.of)) +
         " wanted";
}

std::string largest_deviation(const SplitReport& report, const ChosenSplits& splits) {
  std::string text;
  if (std::abs(report.size.in_rows()) >= 1) text = deviation_text(report.size, splits);
  if (report.most_rows && std::abs(report.most_rows->in_rows()) >= 1)
    text += (text.empty() ? "" : "; ") + deviation_text(*report.most_rows, splits);
  return text.empty() ? "below one row" : text;
}

ChosenSplits deal_to_splits(const BuildOptions& options, const BuildInput& input, const RecordLayout& layout,
                            Observer& observer) {
  const SplitOptions& wanted = options.splits;
  const std::vector<SplitShare> shares =
      wanted.folds ? fold_shares(*wanted.folds) : parse_split_shares(wanted.shares);
  StratifyLabels labels = labels_to_spread(options, input, layout);
  warn_of_single_values(labels, input.rows->size(), observer);
  const std::vector<std::uint32_t> groups =
      groups_of(wanted, input, find_groups(options, input, observer), observer);
  check_enough_groups(groups, shares.size());
  ChosenSplits chosen;
  for (const SplitShare& share : shares) chosen.names.push_back(share.name);
  const auto rows = static_cast<std::uint32_t>(input.rows->size());
  chosen.split_of_row = split_rows({rows, labels.view(), groups}, shares, options.seed);
  const SplitReport report = report_split(chosen.split_of_row, labels.view(), shares);
  chosen.labels = std::move(labels);
  check_no_split_empty(chosen.names, report.sizes());
  chosen.deviation = largest_deviation(report, chosen);
  return chosen;
}

}  // namespace

ChosenSplits choose_splits(const BuildOptions& options, const BuildInput& input, const RecordLayout& layout,
                           Observer& observer) {
  check_options(options.splits);
  if (options.splits.deals()) return deal_to_splits(options, input, layout, observer);
  ChosenSplits chosen = input.split_column ? given_splits(input) : ChosenSplits();
  refuse_images_in_two_splits(input, chosen);
  const bool is_whole = chosen.names.empty();
  // With --test the one set is a given split: prepare_splits() compares the two.
  if (options.splits.dedupe == Dedupe::refuse && (!is_whole || options.test.empty())) {
    const Repeats repeats = find_repeats(*input.rows, options, observer);
    if (is_whole) {
      refuse_repeats(repeats, input, "remove them, or leave out --dedupe");
    } else {
      refuse_crossing(repeats, input, chosen);
    }
  }
  return chosen;
}

StratifyLabels labels_to_spread(const BuildOptions& options, const BuildInput& input,
                                const RecordLayout& layout) {
  return stratify_labels(*input.table, input.rows->rows, stratify_columns(options, input, layout));
}

}  // namespace tfrec
