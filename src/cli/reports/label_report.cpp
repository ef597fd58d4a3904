// SPDX-License-Identifier: Apache-2.0
// The classes of a feature as inspect reports them.
#include <algorithm>
#include <numeric>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/inspect_report.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_shown_labels = 16;
constexpr std::size_t k_most_splits_shown = 10;

using Json = Report::Json;

/// How many records of each split have a value.
using SplitCounts = std::vector<std::pair<std::string, std::uint64_t>>;

/// `count_in`: of a value in the summary of a split.
template <class CountIn>
SplitCounts split_counts(const InspectResult& result, const FeatureSummary& feature,
                         const CountIn& count_in) {
  SplitCounts counts;
  for (const SplitSummary& split : result.splits) {
    const FeatureSummary* own = split.feature(feature);
    counts.emplace_back(split.split, own == nullptr ? 0 : count_in(*own));
  }
  return counts;
}

template <class Value>
std::uint64_t count_of(const std::map<Value, std::uint64_t>& counts, const Value& value) {
  const auto found = counts.find(value);
  return found == counts.end() ? 0 : found->second;
}

SplitCounts splits_of_id(const InspectResult& result, const FeatureSummary& feature, std::int64_t id) {
  return split_counts(result, feature,
                      [&](const FeatureSummary& own) { return count_of(own.histogram, id); });
}

SplitCounts splits_of_text(const InspectResult& result, const FeatureSummary& feature,
                           const std::string& text) {
  return split_counts(result, feature, [&](const FeatureSummary& own) { return count_of(own.texts, text); });
}

/// Records without a class.
SplitCounts splits_without(const InspectResult& result, const FeatureSummary& feature) {
  return split_counts(result, feature, [](const FeatureSummary& own) { return own.unmarked; });
}

SplitCounts splits_of_place(const InspectResult& result, const FeatureSummary& feature, std::size_t place) {
  return split_counts(result, feature, [&](const FeatureSummary& own) {
    return place < own.marks.size() ? own.marks[place] : 0;
  });
}

/// " (train 2, val 1)".
std::string in_splits(const SplitCounts& splits) {
  if (splits.empty() || splits.size() > k_most_splits_shown) return {};
  const auto to_text = [](const auto& one) { return printable(one.first) + " " + format_count(one.second); };
  return " (" + joined(splits, ", ", to_text) + ")";
}

/// "cat × 3 (train 2, val 1)".
std::string count_text(const std::string& name, std::uint64_t count, const SplitCounts& splits) {
  return name + " × " + format_count(count) + in_splits(splits);
}

/// A line of counts; `to_text` makes a text of a value and its count.
template <class Counts, class ToText>
std::string counts_text(const Counts& counts, const ToText& to_text) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& [value, count] : counts) {
    if (shown++ == k_shown_labels)
      return text + ", … " + format_count(counts.size() - k_shown_labels) + " more (--json has all)";
    text += (text.empty() ? "" : ", ") + to_text(value, count);
  }
  return text;
}

std::string labels_line(const FeatureSummary& feature, const std::string& text) {
  return "labels    " + quoted_name(feature.name) + ": " + text + "\n";
}

std::string ids_line(const InspectResult& result, const FeatureSummary& feature) {
  const ClassNames& classes = classes_of(result, feature.name);
  return labels_line(feature, counts_text(feature.histogram, [&](std::int64_t id, std::uint64_t count) {
                       return count_text(class_text(id, classes), count, splits_of_id(result, feature, id));
                     }));
}

/// Ids of classes of which no record has the one of another, or too many to count.
bool are_distinct_ids(const InspectResult& result, const FeatureSummary& feature) {
  if (feature.kind != ListKind::int64_list || feature.lengths.min != 1 || feature.lengths.max != 1)
    return false;
  const bool is_known = !classes_of(result, feature.name).names.empty() || is_usual_label(feature.name);
  const bool are_distinct = feature.histogram.size() > 1 && feature.histogram.size() == feature.in_records;
  return is_known &&
         (are_distinct || (!feature.has_histogram && feature.integers.min < feature.integers.max));
}

/// The classes between the first and the last id that no record has; without names, all numbers are classes.
std::vector<std::int64_t> missing_ids(const FeatureSummary& feature, const ClassNames& classes) {
  std::vector<std::int64_t> missing;
  const auto [first, last] = feature.integers;
  const auto add = [&](std::int64_t id) {
    if (!feature.histogram.contains(id)) missing.push_back(id);
  };
  for (std::size_t place = 0; place < classes.names.size(); ++place) {
    const std::int64_t id = classes.ids.at(place);
    if (id > first && id < last) add(id);
  }
  const auto span = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  if (classes.names.empty() && span < 2 * feature.histogram.size()) {
    for (std::int64_t id = first; id < last; ++id) add(id);
  }
  return missing;
}

std::string distinct_ids_line(const InspectResult& result, const FeatureSummary& feature) {
  constexpr std::size_t k_most_listed = 3;
  const ClassNames& classes = classes_of(result, feature.name);
  const std::string range = " ids from " + class_text(feature.integers.min, classes) + " to " +
                            class_text(feature.integers.max, classes);
  if (!feature.has_histogram)
    return labels_line(feature, "more than " + format_count(FeatureSummary::k_max_distinct) + range);
  const std::vector<std::int64_t> missing =
      missing_ids(feature, result.are_classes_listed ? classes : ClassNames());
  std::string text = format_count(feature.histogram.size()) + range;
  if (missing.size() > k_most_listed) text += " (" + format_count(missing.size()) + " others are missing)";
  if (!missing.empty() && missing.size() <= k_most_listed) {
    const auto ids = joined(missing, ", ", [](std::int64_t id) { return std::to_string(id); });
    text += " without " + ids;
  }
  return labels_line(feature, text + ", 1 record each; --json lists all");
}

/// Of a list with a place for each class; nothing of one-hot lists beside the ids of the same classes.
std::string marks_line(const InspectResult& result, const FeatureSummary& feature) {
  const ClassNames& classes = classes_of(result, feature.name);
  if (!are_places(feature.kind, classes)) return {};
  if (feature.marks.empty() || feature.marks.size() != classes.names.size()) return {};
  const auto marks = std::accumulate(feature.marks.begin(), feature.marks.end(), std::uint64_t{0});
  if (marks == feature.in_records && feature.unmarked == 0 && !result.labels.empty()) return {};
  std::map<std::size_t, std::uint64_t> counts;
  for (std::size_t place = 0; place < feature.marks.size(); ++place) counts[place] = feature.marks[place];
  std::string text = counts_text(counts, [&](std::size_t place, std::uint64_t count) {
    return count_text(printable(classes.names[place]), count, splits_of_place(result, feature, place));
  });
  if (feature.unmarked > 0) {
    text += "; " + counted(feature.unmarked, "record", "records") + " without a label" +
            in_splits(splits_without(result, feature));
  }
  return labels_line(feature, text);
}

std::string texts_line(const InspectResult& result, const FeatureSummary& feature) {
  return "texts     " + quoted_name(feature.name) + ": " +
         counts_text(feature.texts,
                     [&](const std::string& text, std::uint64_t count) {
                       return count_text(printable(text), count, splits_of_text(result, feature, text));
                     }) +
         "\n";
}

Json splits_json(const SplitCounts& splits) {
  Json json = Json::object();
  for (const auto& [split, count] : splits) json[split] = count;
  return json;
}

Json count_json(const Json& value, std::uint64_t count, const SplitCounts& splits) {
  Json json{{"value", value}, {"records", count}};
  if (!splits.empty()) json["records_by_split"] = splits_json(splits);
  return json;
}

}  // namespace

std::string label_lines(const InspectResult& result, const FeatureSummary& feature, bool is_image) {
  std::string lines;
  if (feature.is_label() && result.labels.contains(feature.name)) lines += ids_line(result, feature);
  if (are_distinct_ids(result, feature)) lines += distinct_ids_line(result, feature);
  lines += marks_line(result, feature);
  const bool is_shown = result.are_classes_listed || result.named_by_label.contains(feature.name);
  if (feature.is_text_label() && !is_image && !is_shown) lines += texts_line(result, feature);
  return lines;
}

void add_label_counts(Json& json, const InspectResult& result, const FeatureSummary& feature) {
  for (const auto& [value, count] : feature.histogram)
    json["histogram"].push_back(count_json(value, count, splits_of_id(result, feature, value)));
  if (feature.is_constant_text() || feature.is_text_label()) {
    for (const auto& [text, count] : feature.texts)
      json["texts"].push_back(count_json(text, count, splits_of_text(result, feature, text)));
  }
  if (feature.marks.empty() || !are_places(feature.kind, classes_of(result, feature.name))) return;
  json["marks"] = feature.marks;
  json["unmarked"] = feature.unmarked;
  const SplitCounts without = splits_without(result, feature);
  if (!without.empty()) json["unmarked_by_split"] = splits_json(without);
  for (const SplitSummary& split : result.splits) {
    if (const FeatureSummary* own = split.feature(feature)) json["marks_by_split"][split.split] = own->marks;
  }
}

}  // namespace tfrec::cli
