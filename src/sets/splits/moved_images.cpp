// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/moved_images.hpp"

#include <set>
#include <string>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/table/missing_cell.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/splits/kept_splits.hpp"

namespace tfrec {

namespace {

namespace fs = std::filesystem;

/// The splits that images have in the set; nothing if they are not known.
std::optional<KeptSplits> known_splits(const fs::path& set, const BuildInput& input, unsigned threads,
                                       Observer& observer) {
  try {
    return kept_splits(set, input, {threads, false}, observer);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::usage || error.kind() == ErrorKind::bad_data) return std::nullopt;
    throw;
  }
}

/// Samples that --split-column gives a split.
PerSample<bool> given_by_column(const BuildInput& input) {
  PerSample<bool> is_given(input.samples->size());
  if (!input.split_column) return is_given;
  input.samples->for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
    if (!is_missing(cells[*input.split_column])) is_given[sample] = true;
  });
  return is_given;
}

/// "; to keep each image in its split: --keep-splits S", which does not go with --split-column.
std::string hint_to_keep(const fs::path& set, const BuildInput& input) {
  if (input.split_column) return {};
  return "; to keep each image in its split: " + shell_option("--keep-splits", set.string());
}

/// Whether the set of --like was dealt, and from another number of images, as far as that is known.
bool is_new_deal(const Manifest& earlier, const Samples& samples) {
  const bool was_dealt = earlier.option("split") != nullptr || earlier.option("folds") != nullptr;
  const bool has_all = earlier.option("equal") == nullptr && earlier.filtered == 0;
  return was_dealt && has_all && earlier.samples() != samples.size();
}

}  // namespace

std::optional<std::uint64_t> count_moved(const fs::path& set, const BuildInput& input,
                                         const ChosenSplits& chosen, unsigned threads, Observer& observer) {
  const std::optional<KeptSplits> kept = known_splits(set, input, threads, observer);
  if (!kept) return std::nullopt;
  const PerSample<bool> is_given = given_by_column(input);
  std::set<std::uint32_t> moved;
  for (const SampleIndex sample : input.samples->all()) {
    if (is_given[sample]) continue;
    const std::uint32_t image = input.samples->images[sample];
    const std::string& before = kept->split_of_image[image];
    if (!before.empty() && !kept->is_loose[image] && before != chosen.names[chosen.split_of_sample[sample]])
      moved.insert(image);
  }
  return moved.size();
}

void warn_of_new_deal(const BuildOptions& options, const BuildInput& input, const ChosenSplits& chosen,
                      Observer& observer) {
  const SplitOptions& splits = options.splits;
  if (options.like.empty() || options.makes_again || !splits.deals() || !splits.keep.empty()) return;
  if (is_own_set(options.like, options.out)) return;  // warn_of_moved() compares it
  if (!is_new_deal(read_manifest(earlier_manifest(options.like, "--like")), *input.samples)) return;
  const auto moved = count_moved(options.like, input, chosen, options.threads, observer);
  if (moved == 0) return;
  const std::string set = printable(options.like.string());
  const std::string option = splits.folds ? " (--folds)" : " (--split)";
  observer.warning(moved ? counted(*moved, "image is", "images are") + " in another split than in " + set +
                               option + hint_to_keep(options.like, input)
                         : "images that are also in " + set + " may be in another split than there" + option);
}

void warn_of_moved(const BuildOptions& options, const BuildInput& input, const ChosenSplits& chosen,
                   Observer& observer) {
  const auto moved = count_moved(options.out, input, chosen, options.threads, observer);
  if (moved == 0) return;
  const std::string set = printable(options.out.string());
  observer.warning((moved ? counted(*moved, "image of ", "images of ") + set +
                                (*moved == 1 ? " gets" : " get") + " into another split"
                          : "images of " + set + " may get into other splits") +
                   hint_to_keep(options.out, input));
}

}  // namespace tfrec
