// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/box_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "base/text/quantity.hpp"
#include "example/schema.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

constexpr float k_rounding = 1e-6F;
constexpr std::array k_all_lists{BoxList::xmin, BoxList::xmax, BoxList::ymin,
                                 BoxList::ymax, BoxList::text, BoxList::label};

BoxPlace place_of(const Record& record, const FeatureView& feature, std::uint64_t box = 0) {
  return {record.index, record.offset + k_frame_header_bytes + feature.offset, feature.size, box,
          feature.length};
}

/// " has 2 values".
std::string presence(const FeatureView* feature) {
  return feature == nullptr ? " is missing" : " has " + counted(feature->length, "value", "values");
}

bool is_fraction(float value) {
  return value >= -k_rounding && value <= 1 + k_rounding;  // false for NaN
}

/// "is below 1 in 12 more boxes".
std::string others_text(BoxFault fault, std::uint64_t count) {
  constexpr auto k_texts = std::to_array<std::string_view>({
      "is of another kind",
      "has another length",
      "is not between 0 and 1",
      "is not less than the opposite edge",
      "is below 1",
      "is not among the classes",
      "and text disagree",
      "is not among the classes",
      "has no edges",
      "is missing beside boxes",
      "is missing beside boxes",
  });
  static_assert(k_texts.size() == static_cast<std::size_t>(BoxFault::no_text) + 1);
  constexpr std::array k_of_lists{BoxFault::kind, BoxFault::length, BoxFault::no_edges, BoxFault::no_label,
                                  BoxFault::no_text};
  const bool is_of_lists = std::ranges::find(k_of_lists, fault) != k_of_lists.end();
  return std::string(k_texts[static_cast<std::size_t>(fault)]) + " in " +
         (is_of_lists ? counted(count, "more record", "more records")
                      : counted(count, "more box", "more boxes"));
}

}  // namespace

std::string BoxPlace::box_text() const {
  return "box " + format_count(box + 1) + " of " + format_count(boxes);
}

void BoxFaults::keep(Found& found, std::string_view feature, const BoxPlace& place,
                     const std::string& message) {
  found.first.push_back({"boxes", place.record, place.offset, place.length,
                         "feature " + in_quotes(feature) + message, std::string(feature)});
}

void BoxFaults::forget(BoxFault fault) {
  std::erase_if(m_found, [&](const auto& found) { return found.first.second == fault; });
}

std::vector<FileProblem> BoxFaults::problems() const {
  std::vector<FileProblem> all;
  for (const auto& [key, found] : m_found) {
    all.insert(all.end(), found.first.begin(), found.first.end());
    if (found.others == 0) continue;
    FileProblem others = found.first.back();
    others.message = "feature " + in_quotes(key.first) + " " + others_text(key.second, found.others);
    all.push_back(std::move(others));
  }
  return all;
}

void BoxCheck::look_into(const Record& record, const RecordBoxes& boxes) {
  check_kinds(record, boxes);
  check_lengths(record, boxes);
  for (const BoxList edge : k_box_edges) check_values(record, boxes, edge);
  check_order(record, boxes, BoxList::xmin, BoxList::xmax);
  check_order(record, boxes, BoxList::ymin, BoxList::ymax);
  check_ids(record, boxes);
  if (boxes.labels().empty()) check_texts(record, boxes);
}

void BoxCheck::check_kinds(const Record& record, const RecordBoxes& boxes) {
  for (const BoxList list : k_all_lists) {
    const FeatureView* feature = boxes.feature(list);
    if (feature == nullptr || !feature->kind || feature->kind == expected_kind(list)) continue;
    m_faults.add(BoxFault::kind, feature->name, place_of(record, *feature), [&] {
      return " is " + std::string(kind_name(feature->kind)) + ", not " +
             std::string(kind_name(expected_kind(list)));
    });
  }
}

/// To readers, a missing list of edges is an empty one, and a feature without a list is missing. Other lists
/// may be missing or, if readers fill in zeros, empty.
void BoxCheck::check_lengths(const Record& record, const RecordBoxes& boxes) {
  const auto length_of = [&](BoxList list) {
    const FeatureView* feature = boxes.feature(list);
    return feature == nullptr ? 0 : feature->length;
  };
  const auto with_equal_length = [&](BoxList edge) {
    return std::ranges::count(k_box_edges, length_of(edge), length_of);
  };
  const BoxList usual = *std::ranges::max_element(k_box_edges, {}, with_equal_length);
  const auto compare = [&](std::string_view name, const FeatureView* feature) {
    const std::uint64_t length = feature == nullptr ? 0 : feature->length;
    if (length == length_of(usual)) return;
    const FeatureView& at = feature == nullptr ? *boxes.feature(usual) : *feature;
    const BoxFault fault = boxes.has_edges() ? BoxFault::length : BoxFault::no_edges;
    m_faults.add(fault, name, place_of(record, at), [&] {
      return presence(feature) + ", " + in_quotes(feature_name(usual)) + presence(boxes.feature(usual));
    });
  };
  for (const BoxList edge : k_box_edges) compare(feature_name(edge), boxes.feature(edge));
  for (const BoxList list : {BoxList::text, BoxList::label}) {
    const FeatureView* feature = boxes.feature(list);
    const bool is_label = list == BoxList::label;
    bool& has_any = is_label ? m_has_labels : m_has_texts;
    has_any = has_any || length_of(list) > 0;
    if (feature != nullptr && feature->kind) {
      compare(feature->name, feature);
    } else if (length_of(usual) > 0) {
      const FeatureView& edge = *boxes.feature(usual);
      m_faults.add(is_label ? BoxFault::no_label : BoxFault::no_text, feature_name(list),
                   place_of(record, edge), [&] {
                     return " is missing, but other records have it, and " + in_quotes(feature_name(usual)) +
                            presence(&edge);
                   });
    }
  }
  for (const FeatureView* feature : boxes.others()) {
    if (feature->length > 0) compare(feature->name, feature);
  }
}

void BoxCheck::check_values(const Record& record, const RecordBoxes& boxes, BoxList edge) {
  const std::span<const float> values = boxes.edge(edge);
  for (std::size_t box = 0; box < values.size(); ++box) {
    if (is_fraction(values[box])) continue;
    const BoxPlace place = place_of(record, *boxes.feature(edge), box);
    m_faults.add(BoxFault::value, feature_name(edge), place, [&] {
      return ", " + place.box_text() + ": " + number_text(values[box]) + " is not between 0 and 1";
    });
  }
}

void BoxCheck::check_order(const Record& record, const RecordBoxes& boxes, BoxList low, BoxList high) {
  const std::span<const float> lows = boxes.edge(low);
  const std::span<const float> highs = boxes.edge(high);
  const bool is_across = low == BoxList::xmin;
  for (std::size_t box = 0; box < std::min(lows.size(), highs.size()); ++box) {
    const bool are_numbers = !std::isnan(lows[box]) && !std::isnan(highs[box]);
    if (!are_numbers || lows[box] < highs[box]) continue;
    const BoxPlace place = place_of(record, *boxes.feature(low), box);
    m_faults.add(BoxFault::order, feature_name(low), place, [&] {
      return ", " + place.box_text() + (is_across ? ": left " : ": top ") + number_text(lows[box]) +
             " is not less than " + (is_across ? "right " : "bottom ") + number_text(highs[box]);
    });
  }
}

void BoxCheck::check_ids(const Record& record, const RecordBoxes& boxes) {
  const std::span<const std::int64_t> ids = boxes.labels();
  const std::span<const std::string_view> texts = boxes.texts();
  for (std::size_t box = 0; box < ids.size(); ++box) {
    const BoxPlace place = place_of(record, *boxes.feature(BoxList::label), box);
    if (ids[box] >= 1) {
      count_class(ids[box], box < texts.size() ? std::optional(texts[box]) : std::nullopt, place);
      continue;
    }
    m_faults.add(BoxFault::id, feature_name(BoxList::label), place, [&] {
      return ", " + place.box_text() + ": id " + std::to_string(ids[box]) +
             " is below 1; readers take 0 for the background";
    });
  }
}

void BoxCheck::check_texts(const Record& record, const RecordBoxes& boxes) {
  const std::span<const std::string_view> texts = boxes.texts();
  for (std::size_t box = 0; box < texts.size(); ++box)
    count_class(std::nullopt, texts[box], place_of(record, *boxes.feature(BoxList::text), box));
}

void BoxCheck::count_class(std::optional<std::int64_t> id, std::optional<std::string_view> text,
                           const BoxPlace& place) {
  if (text) text = text->substr(0, k_longest_text);
  const auto of_id = m_uses.find(id);
  if (of_id != m_uses.end()) {
    const auto known = of_id->second.find(text);
    if (known != of_id->second.end()) {
      ++known->second.boxes;
      return;
    }
  }
  if (m_classes == k_most_classes) {
    m_has_more_classes = true;
    return;
  }
  ++m_classes;
  std::optional<std::string> own_text;
  if (text) own_text = std::string(*text);
  m_uses[id].emplace(own_text, BoxClassUse{id, own_text, 1, place});
}

std::vector<BoxClassUse> BoxCheck::classes() const {
  std::vector<BoxClassUse> all;
  for (const auto& [id, uses] : m_uses) {
    for (const auto& [text, use] : uses) all.push_back(use);
  }
  std::ranges::sort(all, {},
                    [](const BoxClassUse& use) { return std::tuple(use.first.record, use.first.box); });
  return all;
}

}  // namespace tfrec
