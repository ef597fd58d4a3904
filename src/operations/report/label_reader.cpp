// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "operations/report/report_features.hpp"
#include "records/copy/record_boxes.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_longest_label = 200;  // bytes
constexpr std::size_t k_most_values = 8;      // of a list

void append(std::string& all, std::string_view more) {
  if (!all.empty()) all += ", ";
  all += more.substr(0, k_longest_label);
}

}  // namespace

std::string LabelChoice::name() const {
  std::string all;
  for (const std::string& feature : features) all += (all.empty() ? "" : " + ") + feature;
  return all;
}

std::optional<std::string> LabelReader::read(const ExampleView& example) {
  if (m_choice.kind == LabelChoice::Kind::none) return std::nullopt;
  if (m_choice.kind == LabelChoice::Kind::flags) return read_flags(example);
  if (m_choice.kind == LabelChoice::Kind::boxes) return read_boxes(example);
  const FeatureView* feature = example.find(m_choice.features.front());
  if (feature == nullptr || !feature->kind || feature->length == 0) return std::nullopt;
  return m_choice.kind == LabelChoice::Kind::marks ? read_marks(example, *feature)
                                                   : read_list(example, *feature);
}

std::optional<std::string> LabelReader::read_list(const ExampleView& example, const FeatureView& feature) {
  std::string text;
  if (feature.kind == ListKind::int64_list) {
    example.read(feature, m_integers);
    m_integers.resize(std::min(m_integers.size(), k_most_values));
    for (const std::int64_t value : m_integers) append(text, std::to_string(value));
  } else if (feature.kind == ListKind::bytes) {
    example.read(feature, m_texts);
    m_texts.resize(std::min(m_texts.size(), k_most_values));
    for (const std::string_view value : m_texts) append(text, value);
  }
  if (text.empty()) return std::nullopt;
  return text;
}

std::optional<std::string> LabelReader::read_marks(const ExampleView& example, const FeatureView& feature) {
  std::string text;
  std::size_t found = 0;
  const auto take = [&](const auto& values) {
    for (std::size_t i = 0; i < values.size() && found < k_most_values; ++i) {
      if (values[i] == 0) continue;
      append(text, std::to_string(i));
      ++found;
    }
  };
  if (feature.kind == ListKind::float_list) {
    example.read(feature, m_floats);
    take(m_floats);
  } else if (feature.kind == ListKind::int64_list) {
    example.read(feature, m_integers);
    take(m_integers);
  }
  return text.empty() ? "none" : text;
}

std::optional<std::string> LabelReader::read_flags(const ExampleView& example) {
  std::string text;
  for (const std::string& name : m_choice.features) {
    const FeatureView* feature = example.find(name);
    if (feature == nullptr || feature->kind != ListKind::int64_list || feature->length != 1) continue;
    example.read(*feature, m_integers);
    if (m_integers.front() != 0) append(text, name);
  }
  return text.empty() ? "none" : text;
}

std::optional<std::string> LabelReader::read_boxes(const ExampleView& example) {
  RecordBoxes boxes;
  if (!boxes.read(example)) return std::nullopt;
  if (!boxes.texts().empty()) return std::string(boxes.texts().front().substr(0, k_longest_label));
  if (!boxes.labels().empty()) return std::to_string(boxes.labels().front());
  return std::nullopt;
}

std::string single_text(const ExampleView& example, const std::string& feature) {
  constexpr std::size_t k_longest = 4096;
  const FeatureView* found = feature.empty() ? nullptr : example.find(feature);
  if (found == nullptr || found->length != 1) return {};
  if (found->kind == ListKind::int64_list) {
    std::vector<std::int64_t> values;
    example.read(*found, values);
    return std::to_string(values.front());
  }
  if (found->kind != ListKind::bytes) return {};
  std::vector<std::string_view> values;
  example.read(*found, values);
  return std::string(values.front().substr(0, k_longest));
}

}  // namespace tfrec
