// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/choose_splits.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/samples/row_lists.hpp"
#include "dataset/splits/split_column.hpp"
#include "sets/splits/deal_splits.hpp"
#include "sets/splits/report_repeats.hpp"

namespace tfrec {

namespace {

void check_options(const SplitOptions& splits) {
  const auto no_effect = [](const std::string& option) {
    return Error(ErrorKind::usage, "", option + " has no effect: tfrec does not deal rows to splits",
                 "add --split train=0.8,val=0.2 or --folds 5, or leave it out");
  };
  if (splits.deals()) return;
  if (!splits.stratify.empty()) throw no_effect("--stratify");
  if (!splits.group.empty()) throw no_effect("--group");
  if (splits.dedupe == Dedupe::group) throw no_effect("--dedupe group");
}

/// The splits a column names.
ChosenSplits given_splits(const BuildInput& input) {
  GivenSplits given = splits_of_column(*input.table, *input.split_column);
  ChosenSplits chosen{std::move(given.names), {}, {}, {}};
  const Samples& samples = *input.samples;
  require_constant(samples, std::array{*input.split_column}, "--split-column");
  for (const SampleIndex sample : samples.all()) {
    const auto rows = samples.rows_of(sample);
    if (rows.empty()) {
      throw Error(ErrorKind::bad_data, samples.place(sample),
                  "no row names the image, so it has no split (--keep-unlisted)",
                  "add a row for it, or leave out --keep-unlisted");
    }
    chosen.split_of_sample.push_back(given.split_of_row[rows.front().value()]);
  }
  return chosen;
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

/// Refuses an image that rows put into two splits: a model would be tested with what it was trained on.
void refuse_images_in_two_splits(const BuildInput& input, const ChosenSplits& chosen) {
  if (chosen.names.size() < 2) return;
  const Samples& samples = *input.samples;
  std::unordered_map<std::uint32_t, SampleIndex> first_of;
  std::string place;
  std::string message;
  std::uint64_t crossing = 0;
  const auto split_of = [&](SampleIndex sample) {
    return "'" + printable(chosen.names[chosen.split_of_sample[sample]]) + "'";
  };
  for (const SampleIndex sample : samples.all()) {
    const SampleIndex first = first_of.try_emplace(samples.images[sample], sample).first->second;
    if (chosen.split_of_sample[first] == chosen.split_of_sample[sample] || crossing++ > 0) continue;
    place = samples.place(sample);
    message = "image '" + printable(samples.image_path(sample)) + "' is in split " + split_of(sample) +
              ", and in split " + split_of(first) + " on line " + std::to_string(samples.line(first).value());
  }
  if (crossing == 0) return;
  if (crossing > 1) message += " (" + format_count(crossing) + " such rows)";
  throw Error(ErrorKind::bad_data, place, message, "give all rows of an image the same split");
}

}  // namespace

ChosenSplits choose_splits(const SplitRequest& request, const BuildInput& input, const RecordLayout& layout,
                           Observer& observer) {
  check_options(request.options);
  if (request.options.deals()) return deal_to_splits(request, input, layout, observer);
  ChosenSplits chosen = input.split_column ? given_splits(input) : ChosenSplits();
  refuse_images_in_two_splits(input, chosen);
  const bool is_whole = chosen.names.empty();
  // With --test the one set is a given split: prepare_splits() compares the two.
  if (request.options.dedupe == Dedupe::refuse && (!is_whole || !request.has_test)) {
    const Repeats repeats = find_repeats(*input.samples, request.repeats, observer);
    if (is_whole) {
      refuse_repeats(repeats, input, "remove them, or build without --dedupe");
    } else {
      refuse_crossing(repeats, input, chosen);
      warn_of_conflicts(repeats.bytes_of_sample, input, layout, "", observer);
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
