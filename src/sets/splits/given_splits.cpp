// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/given_splits.hpp"

#include <array>
#include <unordered_map>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"
#include "dataset/samples/row_lists.hpp"
#include "dataset/splits/split_column.hpp"
#include "dataset/splits/splits.hpp"

namespace tfrec {

namespace {

/// Refuses samples with one key that are in two splits: a model would be tested with what it was trained on.
/// `what`(sample) begins the message.
template <class What>
void refuse_in_two_splits(const BuildInput& input, const ChosenSplits& chosen,
                          std::span<const std::uint32_t> keys, const What& what, const std::string& hint) {
  if (chosen.names.size() < 2) return;
  const Samples& samples = *input.samples;
  std::unordered_map<std::uint32_t, SampleIndex> first_of;
  std::string place;
  std::string message;
  std::uint64_t crossing = 0;
  const auto split_of = [&](SampleIndex sample) {
    return in_quotes(chosen.names[chosen.split_of_sample[sample]]);
  };
  for (const SampleIndex sample : samples.all()) {
    if (chosen.split_of_sample[sample] == k_no_split) continue;
    const SampleIndex first = first_of.try_emplace(keys[sample.value()], sample).first->second;
    if (chosen.split_of_sample[first] == chosen.split_of_sample[sample] || crossing++ > 0) continue;
    place = samples.place(sample);
    message = what(sample) + " is in split " + split_of(sample) + ", and in split " + split_of(first) +
              " on line " + std::to_string(samples.line(first).value());
  }
  if (crossing == 0) return;
  if (crossing > 1) message += " (" + format_count(crossing) + " such rows)";
  throw Error(ErrorKind::bad_data, place, message, hint);
}

}  // namespace

ChosenSplits given_splits(const BuildInput& input, std::span<const std::string> dealt) {
  GivenSplits given = splits_of_column(*input.table, *input.split_column, dealt);
  ChosenSplits chosen{std::move(given.names), {}, {}, {}};
  const Samples& samples = *input.samples;
  require_constant(samples, std::array{*input.split_column}, "--split-column");
  for (const SampleIndex sample : samples.all()) {
    const auto rows = samples.rows_of(sample);
    if (rows.empty() && dealt.empty()) {
      throw Error(ErrorKind::bad_data, samples.place(sample),
                  "no row names the image, so it has no split (--keep-unlisted)",
                  "to deal the images without a split: --split train=0.8,val=0.2; or add a row for it, or "
                  "leave out --keep-unlisted");
    }
    chosen.split_of_sample.push_back(rows.empty() ? k_no_split : given.split_of_row[rows.front().value()]);
  }
  const auto image = [&](SampleIndex sample) { return "image " + in_quotes(samples.image_path(sample)); };
  refuse_in_two_splits(input, chosen, samples.images, image, "give all rows of an image the same split");
  return chosen;
}

void refuse_groups_in_two_splits(const BuildInput& input, const ChosenSplits& chosen,
                                 std::span<const std::uint32_t> groups, const std::string& column) {
  const std::size_t number = column_named(*input.table, column, "--group");
  const auto group = [&](SampleIndex sample) {
    const auto rows = input.samples->rows_of(sample);
    const std::string value = rows.empty() ? std::string() : input.table->cells(rows.front())[number];
    return "group " + in_quotes(value) + " of column " + in_quotes(column);
  };
  refuse_in_two_splits(input, chosen, groups, group,
                       "give all rows of a group the same split, or leave out --group");
}

void follow_given(ChosenSplits& chosen, std::span<const std::uint32_t> groups) {
  if (groups.empty()) return;
  std::vector<std::uint16_t> split_of_group(groups.size(), k_no_split);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::uint16_t& split = split_of_group[groups[i]];
    if (split == k_no_split) split = chosen.split_of_sample[SampleIndex(i)];
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::uint16_t& split = chosen.split_of_sample[SampleIndex(i)];
    if (split == k_no_split) split = split_of_group[groups[i]];
  }
}

}  // namespace tfrec
