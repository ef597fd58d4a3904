// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract_column.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "base/text/joined.hpp"
#include "base/text/number.hpp"

namespace tfrec {

namespace {

/// What build stores for "nan".
constexpr auto k_stored_nan = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN());

/// Numbers packed into bytes, as raw-float32 and raw-int64 have them.
template <class Number>
std::vector<Number> unpacked(std::string_view bytes) {
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  return numbers;
}

}  // namespace

std::string float_text(float value) {
  std::string text = number_text(value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::vector<std::string> separator_candidates() {
  return {"|", ";", ",", "/", "#", "~", "^"};
}

bool can_separate(const std::string& separator, const std::string& text) {
  return text.find_first_of(separator) == std::string::npos;
}

std::optional<std::string> free_separator(const std::vector<std::string>& candidates,
                                          const std::map<std::string, std::uint64_t>& taken) {
  const auto found = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const std::string& candidate) { return !taken.contains(candidate); });
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> ExtractColumn::texts(const ExampleView& example) {
  const FeatureView* found = example.find(feature);
  return found == nullptr ? std::vector<std::string>() : values(example, *found);
}

std::vector<ExtractColumn::Row> ExtractColumn::rows(const ExampleView& example) {
  return rows_of(texts(example));
}

std::vector<ExtractColumn::Row> ExtractColumn::rows_of(std::vector<std::string> texts) const {
  if (joins()) texts = {joined(texts, separator)};
  if (!is_per_row) {
    texts.resize(headers.size());
    return {std::move(texts)};
  }
  std::vector<Row> rows((texts.size() + headers.size() - 1) / headers.size(), Row(headers.size()));
  for (std::size_t i = 0; i < texts.size(); ++i)
    rows[i / headers.size()][i % headers.size()] = std::move(texts[i]);
  return rows;
}

std::vector<ExtractColumn::Row> ExtractColumn::look_at(const ExampleView& example) {
  const FeatureView* found = example.find(feature);
  if (found == nullptr) {
    if (!is_per_row) ++absent;
    return rows_of({});
  }
  std::vector<std::string> all = values(example, *found);
  if (found->kind == ListKind::bytes) holds_texts = true;
  if (all.empty()) ++empty_lists;
  if (all.size() == 1 && all.front().empty()) ++empty_texts;
  if (!joins()) {
    if (is_per_row ? all.size() % headers.size() != 0 : all.size() != headers.size()) ++unfit;
    return rows_of(std::move(all));
  }
  for (const std::string& candidate : candidates) {
    if (!std::all_of(all.begin(), all.end(), [&](const auto& text) { return can_separate(candidate, text); }))
      ++unusable[candidate];
  }
  return rows_of(std::move(all));
}

void ExtractColumn::add_counts(const ExtractColumn& other) {
  absent += other.absent;
  not_finite += other.not_finite;
  nan += other.nan;
  unfit += other.unfit;
  empty_cells += other.empty_cells;
  empty_lists += other.empty_lists;
  empty_texts += other.empty_texts;
  holds_texts = holds_texts || other.holds_texts;
  for (const auto& [candidate, records] : other.unusable) unusable[candidate] += records;
  seen.resize(std::max(seen.size(), other.seen.size()));
  for (std::size_t id = 0; id < other.seen.size(); ++id) seen[id] = seen[id] || other.seen[id];
  not_fact += other.not_fact;
  unlisted += other.unlisted;
}

std::vector<std::string> ExtractColumn::values(const ExampleView& example, const FeatureView& found) {
  if (classes != nullptr) return class_names_of(example, found);
  if (shape == Shape::packed_floats || shape == Shape::packed_integers) return packed_values(example, found);
  std::vector<std::string> texts;
  if (found.kind == ListKind::int64_list) {
    example.read(found, m_integers);
    for (const std::int64_t value : m_integers) texts.push_back(std::to_string(value));
  } else if (found.kind == ListKind::float_list) {
    example.read(found, m_floats);
    for (const float value : m_floats) texts.push_back(float_cell(value));
  } else if (found.kind == ListKind::bytes) {
    example.read(found, m_texts);
    texts.assign(m_texts.begin(), m_texts.end());
  }
  return texts;
}

std::vector<std::string> ExtractColumn::class_names_of(const ExampleView& example, const FeatureView& found) {
  std::vector<std::string> names;
  if (found.kind == ListKind::int64_list) {
    example.read(found, m_integers);
    for (const std::int64_t number : m_integers)
      names.push_back(class_name(ids.place_of(number, classes->classes.size()), number));
  } else if (found.kind == ListKind::float_list) {
    example.read(found, m_floats);
    for (std::size_t i = 0; i < m_floats.size(); ++i) {
      if (m_floats[i] > 0) names.push_back(class_name(i, static_cast<std::int64_t>(i)));
    }
  }
  return names;
}

std::vector<std::string> ExtractColumn::packed_values(const ExampleView& example, const FeatureView& found) {
  std::vector<std::string> texts;
  if (found.kind != ListKind::bytes || found.length != 1) return texts;
  example.read(found, m_texts);
  if (shape == Shape::packed_floats) {
    for (const float value : unpacked<float>(m_texts.front())) texts.push_back(float_cell(value));
  } else {
    for (const std::int64_t value : unpacked<std::int64_t>(m_texts.front()))
      texts.push_back(std::to_string(value));
  }
  return texts;
}

/// `number` is of a class that is not listed.
std::string ExtractColumn::class_name(std::optional<std::size_t> place, std::int64_t number) {
  if (!place || *place >= classes->classes.size()) {
    ++unlisted;
    return std::to_string(number);
  }
  seen.resize(classes->classes.size());
  seen[*place] = true;
  return classes->classes[*place].name;
}

std::string ExtractColumn::float_cell(float value) {
  if (!std::isfinite(value)) ++not_finite;
  if (std::bit_cast<std::uint32_t>(value) == k_stored_nan) ++nan;
  return float_text(value);
}

}  // namespace tfrec
