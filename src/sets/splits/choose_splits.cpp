// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/choose_splits.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/shell_word.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/splits/deal_splits.hpp"
#include "sets/splits/given_splits.hpp"
#include "sets/splits/report_repeats.hpp"

namespace tfrec {

namespace {

/// The --split or --folds of a set, else an example.
std::string dealing_of(const std::filesystem::path& set) {
  std::string shares;
  try {
    const Manifest manifest = read_manifest(earlier_manifest(set, "--keep-splits"));
    const OptionValue* value = manifest.option("folds");
    if (const auto* folds = value == nullptr ? nullptr : std::get_if<std::int64_t>(value))
      return "--folds " + std::to_string(*folds);
    shares = text_option(manifest, "split");
  } catch (const Error&) {  // what is wrong with the set is reported when its splits are read
  }
  return shell_option("--split", shares.empty() ? "train=0.8,val=0.2" : shares);
}

/// What to do about an option that has no effect without dealing.
std::string hint_to_deal(const SplitOptions& splits, const BuildInput& input) {
  if (!splits.keep.empty())
    return "leave it out, or deal the images without a split: " + dealing_of(splits.keep);
  if (!splits.column.empty()) {
    return "leave it out, or deal the rows whose " + in_quotes(splits.column) +
           " is empty: --split train=0.8,val=0.2";
  }
  if (input.split_column) return "leave it out: the sub-folders are the splits";
  return "add --split train=0.8,val=0.2 or --folds 5, or leave it out";
}

void check_options(const SplitOptions& splits, const BuildInput& input) {
  if (!splits.keep.empty() && input.split_column) {
    throw Error(ErrorKind::usage, "", "--keep-splits, but the sub-folders are splits already",
                "leave it out, or treat the folders as classes: --no-split-folders");
  }
  const auto no_effect = [&](const std::string& option) {
    return Error(ErrorKind::usage, "", option + " has no effect: tfrec does not deal rows to splits",
                 hint_to_deal(splits, input));
  };
  if (splits.deals()) return;
  if (!splits.stratify.empty()) throw no_effect("--stratify");
  if (!splits.group.empty()) throw no_effect("--group");
  if (splits.dedupe == Dedupe::group) throw no_effect("--dedupe group");
}

std::vector<StratifyColumn> stratify_columns(const SplitOptions& options, const BuildInput& input,
                                             const RecordLayout& layout) {
  std::vector<StratifyColumn> columns;
  for (const std::string& name : options.stratify) {
    if (layout.masks && name == k_mask_stratum) continue;
    const std::size_t column = column_named(*input.table, name, "--stratify");
    std::string separator;
    for (const auto& known : layout.classes) {
      if (known->column == column && !known->separator.empty()) separator = known->separator;
    }
    columns.push_back({column, separator});
  }
  return columns;
}

}  // namespace

ChosenSplits choose_splits(const SplitRequest& request, const BuildInput& input, const RecordLayout& layout,
                           Observer& observer) {
  check_options(request.options, input);
  if (request.options.deals()) return deal_to_splits(request, input, layout, observer);
  ChosenSplits chosen =
      has_given_splits(request.options, input) ? given_splits(request, input, observer) : ChosenSplits();
  const bool is_whole = chosen.names.empty();
  // With --test the one set is a given split: prepare_splits() compares the two.
  if (request.options.dedupe == Dedupe::refuse && (!is_whole || !request.has_test)) {
    const Repeats repeats = find_repeats(*input.samples, request.repeats, observer);
    report_no_repeats(repeats, request.options, observer);
    if (is_whole) {
      refuse_repeats(repeats, input, "remove them, or build without --dedupe");
    } else {
      refuse_crossing(repeats, input, chosen);
      warn_of_conflicts(repeats.bytes_of_sample, input, layout, observer);
    }
  }
  if (!request.options.dedupe && !is_whole) warn_of_crossing(request, input, layout, chosen, observer);
  return chosen;
}

StratifyLabels labels_to_spread(const SplitOptions& options, const BuildInput& input,
                                const RecordLayout& layout) {
  return stratify_labels(*input.samples, stratify_columns(options, input, layout),
                         input.row_lists ? &*input.row_lists : nullptr);
}

}  // namespace tfrec
