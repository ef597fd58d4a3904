// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/report_repeats.hpp"

#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/classes/classes.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_bytes = 300;  // of names in a message

std::string crossing_text(const Crossing& crossing) {
  return counted(crossing.images, "image equals", "images equal") +
         " one of another split, or nearly so, for instance " + crossing.example;
}

/// Several rows of an image may give it several labels.
bool may_conflict(const Samples& samples) {
  return samples.row_begins.empty();
}

bool has_one_label(const ColumnClasses& classes) {
  return classes.separator.empty();
}

/// Equal images of one kind are fine: they are in one split, and have the same classes.
PerSample<std::uint64_t> kinds_of(const BuildInput& input, const RecordLayout& layout,
                                  const ChosenSplits& chosen) {
  constexpr std::uint64_t k_odd = 0x9E37'79B9'7F4A'7C15;
  PerSample<std::uint64_t> kinds;
  for (const std::uint16_t split : chosen.split_of_sample) kinds.push_back(split);
  if (!may_conflict(*input.samples)) return kinds;
  for (const auto& known : layout.classes) {
    if (!has_one_label(*known)) continue;
    input.samples->for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
      const auto id = known->classes.place_of(cells[known->column]);
      kinds[sample] = (kinds[sample] ^ (id ? *id + 1 : 0)) * k_odd;
    });
  }
  return kinds;
}

}  // namespace

std::string repeats_text(const Repeats& repeats, const Samples& samples) {
  std::string first;
  std::set<std::uint32_t> images;
  for (const SampleIndex sample : repeats.example) {
    if (first.size() > k_most_bytes) break;
    if (!images.insert(samples.images[sample]).second) continue;
    first += (first.empty() ? "'" : ", '") + printable(samples.image_path(sample)) + "'";
  }
  if (images.size() == 1) first += " of " + counted(repeats.example.size(), "record", "records");
  return repeats.summary() + ", for instance " + first;
}

void report_no_repeats(const Repeats& repeats, const SplitOptions& options, Observer& observer) {
  if (!repeats.example.empty()) return;
  const std::string text = "no images that are equal or look alike were found among " +
                           counted(repeats.group_of_sample.size(), "record", "records") + " (--dedupe)";
  options.dedupe ? observer.note(text) : observer.detail(text);
}

void refuse_repeats(const Repeats& repeats, const BuildInput& input, const std::string& hint) {
  if (repeats.example.empty()) return;
  throw Error(ErrorKind::bad_data, input.folder.root.string(),
              repeats_text(repeats, *input.samples) + " (--dedupe error)", hint);
}

Crossing find_crossing(const PerSample<std::uint32_t>& groups, const BuildInput& input,
                       const ChosenSplits& chosen) {
  constexpr SampleIndex k_none{UINT32_MAX};
  std::vector<SampleIndex> first_of(groups.size(), k_none);
  Crossing crossing;
  const auto place = [&](SampleIndex sample) {
    return "'" + printable(input.samples->image_path(sample)) + "' (" +
           printable(chosen.names[chosen.split_of_sample[sample]]) + ")";
  };
  for (const SampleIndex sample : input.samples->all()) {
    SampleIndex& first = first_of[groups[sample]];
    if (first == k_none) first = sample;
    if (chosen.split_of_sample[first] == chosen.split_of_sample[sample]) continue;
    if (crossing.images++ == 0) crossing.example = place(first) + " and " + place(sample);
  }
  return crossing;
}

void refuse_crossing(const Repeats& repeats, const BuildInput& input, const ChosenSplits& chosen) {
  const Crossing crossing = find_crossing(repeats.group_of_sample, input, chosen);
  if (crossing.images == 0) return;
  throw Error(ErrorKind::bad_data, input.folder.root.string(), crossing_text(crossing) + " (--dedupe error)",
              "move or remove them, so that no split is tested with images of another");
}

void warn_of_split_repeats(const std::vector<std::uint32_t>& groups, const BuildInput& input,
                           const ChosenSplits& chosen, Observer& observer) {
  const Crossing crossing = find_crossing(groups, input, chosen);
  if (crossing.images > 0)
    observer.warning(crossing_text(crossing) + "; given splits and --group decide before --dedupe");
}

void warn_of_conflicts(const PerSample<std::uint32_t>& groups, const BuildInput& input,
                       const RecordLayout& layout, Observer& observer) {
  const Samples& samples = *input.samples;
  if (!may_conflict(samples)) return;
  std::vector<std::uint32_t> sizes(groups.size());
  for (const std::uint32_t group : groups) ++sizes[group];
  for (const auto& known : layout.classes) {
    if (!has_one_label(*known)) continue;
    const auto place = [&](SampleIndex sample, std::size_t id) {
      return "'" + printable(samples.image_path(sample)) + "' (" + printable(known->classes.names()[id]) +
             ")";
    };
    std::unordered_map<std::uint32_t, std::pair<SampleIndex, std::size_t>> first_of;
    std::uint64_t conflicts = 0;
    std::string example;
    samples.for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
      if (sizes[groups[sample]] < 2) return;
      const auto found = known->classes.place_of(cells[known->column]);
      if (!found) return;
      const auto id = static_cast<std::size_t>(*found);
      const auto [first, first_id] = first_of.try_emplace(groups[sample], sample, id).first->second;
      if (first_id == id || samples.images[first] == samples.images[sample]) return;
      if (conflicts++ == 0) example = place(first, first_id) + " and " + place(sample, id);
    });
    if (conflicts == 0) continue;
    observer.warning("column '" + printable(input.table->columns()[known->column]) +
                     "': " + counted(conflicts, "image has", "images have") +
                     " another class than an image with the same bytes, for instance " + example);
  }
}

void warn_of_crossing(const SplitRequest& request, const BuildInput& input, const RecordLayout& layout,
                      const ChosenSplits& chosen, Observer& observer) {
  const auto groups =
      identical_across(*input.samples, kinds_of(input, layout, chosen), request.repeats.threads, observer);
  const Crossing crossing = find_crossing(groups, input, chosen);
  if (crossing.images > 0) {
    observer.warning(
        counted(crossing.images, "image has the same bytes as one", "images have the same bytes as one") +
        " of another split, for instance " + crossing.example + "; --dedupe error refuses them");
  }
  warn_of_conflicts(groups, input, layout, observer);
}

}  // namespace tfrec
