// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/given_splits.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/samples/row_lists.hpp"
#include "dataset/splits/split_column.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/splits/kept_splits.hpp"

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

ChosenSplits splits_of_table(const BuildInput& input, std::span<const std::string> dealt) {
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

/// The names of the splits, sorted bytewise: those of the set and those that are dealt.
std::vector<std::string> names_with_kept(const SplitOptions& options, const KeptSplits& kept,
                                         const BuildInput& input, std::span<const std::string> dealt) {
  const auto refuse = [&](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::usage, options.keep.string(), what, hint);
  };
  std::set<std::string> names(dealt.begin(), dealt.end());
  for (const std::uint32_t image : input.samples->images) {
    const std::string& split = kept.split_of_image[image];
    if (split.empty() || !names.insert(split).second || !options.folds) continue;
    refuse("has a split " + in_quotes(split) + ", which is not one of the " + format_count(*options.folds) +
               " folds (--keep-splits)",
           "use the --folds or --split of that set");
  }
  std::vector<std::string> sorted(names.begin(), names.end());
  if (sorted.size() > k_most_splits) refuse("has too many splits (--keep-splits)", "leave the option out");
  if (const auto same = same_but_for_case(sorted); !same.empty()) {
    refuse("splits " + in_quotes(same[0]) + " and " + in_quotes(same[1]) +
               " differ only in case (--keep-splits, --split)",
           "write both alike");
  }
  return sorted;
}

/// Reports how the images of the set differ from those of the input, of which `dealt` have no split.
void report_kept(const KeptSplits& kept, const std::string& set, std::size_t dealt, Observer& observer) {
  if (kept.kept == 0) {
    throw Error(ErrorKind::usage, set, "contains none of these images (--keep-splits)",
                "leave the option out, or name another set");
  }
  if (!kept.damage.empty()) observer.warning(kept.damage + " (--keep-splits)");
  if (kept.loose > 0) {
    observer.warning(counted(kept.loose, "image", "images") + " of " + printable(set) +
                     (kept.loose == 1 ? " is" : " are") +
                     " found by file name alone (--keep-splits), for instance " + kept.example);
  }
  if (kept.alike > 0) {
    observer.warning(counted(kept.alike, "image without a split has", "images without a split have") +
                     " the file name of an image of " + printable(set) + " (--keep-splits): there, " +
                     kept.example_alike);
  }
  if (kept.gone == 0) return;
  const std::string text = counted(kept.gone, "image", "images") + " of " + printable(set) +
                           (kept.gone == 1 ? " is" : " are") + " not in this set (--keep-splits)";
  if (dealt == 0) return observer.note(text);
  observer.warning(text + "; an image with a new name is dealt as a new one");
}

/// `without` images have no split, and none are dealt.
[[noreturn]] void refuse_without_split(const KeptSplits& kept, const std::string& set, std::size_t without,
                                       const Samples& samples) {
  const auto first = std::ranges::find_if(
      samples.images, [&](std::uint32_t image) { return kept.split_of_image[image].empty(); });
  const SampleIndex sample(static_cast<std::size_t>(first - samples.images.begin()));
  throw Error(ErrorKind::bad_data, samples.place(sample),
              "image " + in_quotes(samples.image_path(sample)) +
                  (without == 1 ? " has" : " and " + counted(without - 1, "other", "others") + " have") +
                  " no split in " + printable(set),
              "to deal the images without a split: " +
                  (kept.dealing.empty() ? "--split train=0.8,val=0.2" : kept.dealing));
}

ChosenSplits splits_of_set(const SplitRequest& request, const BuildInput& input,
                           std::span<const std::string> dealt, Observer& observer) {
  const std::string set = request.options.keep.string();
  const Samples& samples = *input.samples;
  KeptSplits kept;
  if (request.is_first) {
    kept.split_of_image.resize(input.folder.paths.size() + input.folder.others.size());
    observer.note(printable(set) + " contains no set yet, so there are no splits to keep (--keep-splits)");
  } else {
    kept = kept_splits(request.options.keep, input, {request.repeats.threads, true}, observer);
  }
  const auto is_new = [&](std::uint32_t image) { return kept.split_of_image[image].empty(); };
  const auto without = static_cast<std::size_t>(std::ranges::count_if(samples.images, is_new));
  if (!request.is_first) report_kept(kept, set, without, observer);
  if (without > 0 && dealt.empty()) refuse_without_split(kept, set, without, samples);
  ChosenSplits chosen{names_with_kept(request.options, kept, input, dealt), {}, {}, {}};
  for (const SampleIndex sample : samples.all()) {
    const std::string& split = kept.split_of_image[samples.images[sample]];
    const auto number = std::ranges::find(chosen.names, split) - chosen.names.begin();
    chosen.split_of_sample.push_back(split.empty() ? k_no_split : static_cast<std::uint16_t>(number));
  }
  return chosen;
}

}  // namespace

bool has_given_splits(const SplitOptions& options, const BuildInput& input) {
  return input.split_column.has_value() || !options.keep.empty();
}

std::string giver_of_splits(const SplitOptions& options) {
  return options.keep.empty() ? "column " + in_quotes(options.column) : "--keep-splits";
}

ChosenSplits given_splits(const SplitRequest& request, const BuildInput& input, Observer& observer,
                          std::span<const std::string> dealt) {
  if (request.options.keep.empty()) return splits_of_table(input, dealt);
  return splits_of_set(request, input, dealt, observer);
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
