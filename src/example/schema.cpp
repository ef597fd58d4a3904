// SPDX-License-Identifier: Apache-2.0
#include "example/schema.hpp"

#include <algorithm>
#include <cmath>

#include "base/text/utf8.hpp"

namespace tfrec {

namespace {

std::size_t slot_of(const std::optional<ListKind>& kind) {
  return kind ? 1 + static_cast<std::size_t>(*kind) : 0;
}

void drop_histogram(FeatureSummary& summary) {
  summary.has_histogram = false;
  summary.histogram.clear();
}

void drop_texts(FeatureSummary& summary) {
  summary.has_texts = false;
  summary.texts.clear();
}

void count_value(FeatureSummary& summary, std::int64_t value, std::uint64_t times) {
  if (!summary.has_histogram) return;
  summary.histogram[value] += times;
  if (summary.histogram.size() > FeatureSummary::k_max_distinct) drop_histogram(summary);
}

void count_text(FeatureSummary& summary, std::string_view text, std::uint64_t times) {
  if (!summary.has_texts) return;
  summary.texts[std::string(text)] += times;
  if (summary.texts.size() > FeatureSummary::k_max_distinct) drop_texts(summary);
}

void add_bytes(FeatureSummary& summary, const std::vector<std::string_view>& values) {
  for (const std::string_view value : values) summary.sizes.add(value.size());
  if (values.size() == 1 && values[0].size() <= FeatureSummary::k_longest_text && is_utf8(values[0])) {
    count_text(summary, values[0], 1);
  } else {
    drop_texts(summary);
  }
}

void drop_marks(FeatureSummary& summary) {
  summary.has_marks = false;
  summary.marks.clear();
  summary.unmarked = 0;
}

template <class Number>
void add_marks(FeatureSummary& summary, const std::vector<Number>& values) {
  if (!summary.has_marks) return;
  if (summary.marks.empty() && values.size() <= FeatureSummary::k_max_distinct)
    summary.marks.resize(values.size());
  const auto is_mark = [](Number value) { return value == 0 || value == 1; };
  if (values.size() < 2 || values.size() != summary.marks.size() || !std::ranges::all_of(values, is_mark))
    return drop_marks(summary);
  for (std::size_t i = 0; i < values.size(); ++i) summary.marks[i] += values[i] == 1 ? 1 : 0;
  summary.unmarked += std::ranges::find(values, Number{1}) == values.end() ? 1 : 0;
}

void add_integers(FeatureSummary& summary, const std::vector<std::int64_t>& values) {
  add_marks(summary, values);
  for (const std::int64_t value : values) summary.integers.add(value);
  if (values.size() == 1) {
    if (summary.last == values[0]) ++summary.equal_neighbours;
    summary.last = values[0];
    if (!summary.first) summary.first = values[0];
    count_value(summary, values[0], 1);
  } else {
    drop_histogram(summary);
  }
}

void merge_marks(FeatureSummary& into, const FeatureSummary& from) {
  if (into.marks.empty() && into.has_marks) into.marks.resize(from.marks.size());
  if (!into.has_marks || !from.has_marks || into.marks.size() != from.marks.size()) return drop_marks(into);
  for (std::size_t i = 0; i < from.marks.size(); ++i) into.marks[i] += from.marks[i];
  into.unmarked += from.unmarked;
}

void add_floats(FeatureSummary& summary, const std::vector<float>& values) {
  add_marks(summary, values);
  for (const float value : values) {
    if (std::isfinite(value)) {
      summary.floats.add(value);
    } else {
      ++summary.not_finite;
    }
  }
}

void merge(FeatureSummary& into, const FeatureSummary& from) {
  into.in_records += from.in_records;
  into.lengths.add(from.lengths);
  into.integers.add(from.integers);
  into.floats.add(from.floats);
  into.not_finite += from.not_finite;
  if (into.last && from.first == into.last) ++into.equal_neighbours;
  into.equal_neighbours += from.equal_neighbours;
  if (!into.first) into.first = from.first;
  if (from.last) into.last = from.last;
  into.sizes.add(from.sizes);
  merge_marks(into, from);
  if (!from.has_histogram) drop_histogram(into);
  for (const auto& [value, times] : from.histogram) count_value(into, value, times);
  if (!from.has_texts) drop_texts(into);
  for (const auto& [text, times] : from.texts) count_text(into, text, times);
}

}  // namespace

std::string_view kind_name(const std::optional<ListKind>& kind) {
  return kind ? to_string(*kind) : "none";
}

FeatureSummary* Schema::summary_of(std::string_view name, const std::optional<ListKind>& kind) {
  auto found = m_names.find(name);
  if (found == m_names.end()) {
    m_too_many_names = m_too_many_names || m_names.size() == k_max_names;
    if (m_too_many_names) return nullptr;
    found = m_names.emplace(std::string(name), Kinds{}).first;
  }
  auto& slot = found->second[slot_of(kind)];
  if (!slot) {
    slot.emplace();
    slot->name = name;
    slot->kind = kind;
  }
  return &*slot;
}

void Schema::add(const ExampleView& example) {
  ++m_records;
  for (const FeatureView& feature : example.features()) {
    if (FeatureSummary* known = summary_of(feature.name, feature.kind)) {
      ++known->in_records;
      known->lengths.add(feature.length);
    }
  }
}

void Schema::add_with_values(const ExampleView& example) {
  add(example);
  for (const FeatureView& feature : example.features()) {
    if (FeatureSummary* known = summary_of(feature.name, feature.kind)) add_values(*known, example, feature);
  }
}

void Schema::add_values(FeatureSummary& summary, const ExampleView& example, const FeatureView& feature) {
  if (!feature.kind) return;
  switch (*feature.kind) {
    case ListKind::bytes:
      example.read(feature, m_bytes);
      add_bytes(summary, m_bytes);
      break;
    case ListKind::float_list:
      example.read(feature, m_floats);
      add_floats(summary, m_floats);
      break;
    case ListKind::int64_list:
      example.read(feature, m_integers);
      add_integers(summary, m_integers);
      break;
  }
}

void Schema::add(const Schema& other) {
  m_records += other.m_records;
  m_too_many_names = m_too_many_names || other.m_too_many_names;
  for (const auto& [name, kinds] : other.m_names) {
    for (const auto& from : kinds) {
      if (!from) continue;
      if (FeatureSummary* into = summary_of(name, from->kind)) merge(*into, *from);
    }
  }
}

std::vector<FeatureSummary> Schema::features() const {
  std::vector<FeatureSummary> all;
  for (const auto& [name, kinds] : m_names) {
    for (const auto& kind : kinds) {
      if (kind) all.push_back(*kind);
    }
  }
  return all;
}

}  // namespace tfrec
