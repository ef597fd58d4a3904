// SPDX-License-Identifier: Apache-2.0
#include "operations/report/report_features.hpp"
#include "records/copy/record_boxes.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_longest_label = 200;  // bytes

}  // namespace

std::string LabelChoice::name() const {
  std::string all;
  for (const std::string& feature : features) all += (all.empty() ? "" : " + ") + feature;
  return all;
}

const std::vector<std::string>& LabelReader::read(const ExampleView& example) {
  m_classes.clear();
  const LabelChoice::Kind kind = m_choice.kind;
  if (kind == LabelChoice::Kind::none) return m_classes;
  if (kind == LabelChoice::Kind::flags) read_flags(example);
  if (kind == LabelChoice::Kind::boxes) read_boxes(example);
  const FeatureView* feature = example.find(m_choice.features.front());
  if (feature == nullptr || !feature->kind) return m_classes;
  if (kind == LabelChoice::Kind::marks) read_marks(example, *feature);
  if (kind == LabelChoice::Kind::value || kind == LabelChoice::Kind::list) read_list(example, *feature);
  return m_classes;
}

void LabelReader::add(std::string_view text) {
  if (!text.empty()) m_classes.emplace_back(text.substr(0, k_longest_label));
}

void LabelReader::read_list(const ExampleView& example, const FeatureView& feature) {
  if (feature.kind == ListKind::int64_list) {
    example.read(feature, m_integers);
    for (const std::int64_t value : m_integers) add(std::to_string(value));
  } else if (feature.kind == ListKind::bytes) {
    example.read(feature, m_texts);
    for (const std::string_view value : m_texts) add(value);
  }
}

void LabelReader::read_marks(const ExampleView& example, const FeatureView& feature) {
  const auto take = [&](const auto& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] != 0) add(std::to_string(i));
    }
  };
  if (feature.kind == ListKind::float_list) {
    example.read(feature, m_floats);
    take(m_floats);
  } else if (feature.kind == ListKind::int64_list) {
    example.read(feature, m_integers);
    take(m_integers);
  }
}

void LabelReader::read_flags(const ExampleView& example) {
  for (const std::string& name : m_choice.features) {
    const FeatureView* feature = example.find(name);
    if (feature == nullptr || feature->kind != ListKind::int64_list || feature->length != 1) continue;
    example.read(*feature, m_integers);
    if (m_integers.front() != 0) add(name);
  }
}

void LabelReader::read_boxes(const ExampleView& example) {
  RecordBoxes boxes;
  if (!boxes.read(example)) return;
  if (!boxes.texts().empty()) {
    add(boxes.texts().front());
  } else if (!boxes.labels().empty()) {
    add(std::to_string(boxes.labels().front()));
  }
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
