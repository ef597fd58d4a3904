// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/sample_record.hpp"

#include <algorithm>

#include "base/text/utf8.hpp"
#include "records/copy/image_summary.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_longest_character = 4;

bool is_plain_text(std::string_view text) {
  const bool has_controls = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
  return !has_controls && is_utf8(text);
}

SampleBytes sample_of(std::string_view value, std::size_t max_bytes) {
  SampleBytes sample;
  sample.size = value.size();
  sample.image = stored_facts(value);
  if (sample.image) return sample;
  std::string_view head = value.substr(0, max_bytes);
  sample.is_text = is_plain_text(head);
  // The cut may go through a character.
  for (std::size_t cut = 1; !sample.is_text && head.size() < value.size() && cut < k_longest_character;
       ++cut) {
    const std::string_view shorter = head.substr(0, head.size() - std::min(cut, head.size()));
    sample.is_text = is_plain_text(shorter);
    if (sample.is_text) head = shorter;
  }
  sample.head = head;
  return sample;
}

template <class Number>
std::vector<std::size_t> marks_of(const ExampleView& example, const FeatureView& feature) {
  std::vector<Number> values;
  example.read(feature, values);
  std::vector<std::size_t> marks;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != 0) marks.push_back(i);
  }
  return marks;
}

template <class Value>
std::vector<Value> first_values(const ExampleView& example, const FeatureView& feature, std::size_t count) {
  std::vector<Value> values;
  example.read(feature, values);
  values.resize(std::min(values.size(), count));
  return values;
}

SampleFeature sample_of(const ExampleView& example, const FeatureView& feature, const SampleLimits& limits) {
  SampleFeature sample{std::string(feature.name), feature.kind, feature.length, {}, {}, {}, {}};
  if (feature.kind == ListKind::bytes) {
    for (const std::string_view value : first_values<std::string_view>(example, feature, limits.values)) {
      sample.bytes.push_back(sample_of(value, limits.bytes));
    }
  } else if (feature.kind == ListKind::float_list) {
    sample.floats = first_values<float>(example, feature, limits.values);
    sample.marks = marks_of<float>(example, feature);
  } else if (feature.kind == ListKind::int64_list) {
    sample.integers = first_values<std::int64_t>(example, feature, limits.values);
    sample.marks = marks_of<std::int64_t>(example, feature);
  }
  return sample;
}

}  // namespace

SampleRecord sample_of_example(const Record& record, const ExampleView& example, const SampleLimits& limits) {
  SampleRecord sample{{}, record.index, record.offset, record.payload.size(), {}, {}};
  for (const FeatureView& feature : example.features()) {
    sample.features.push_back(sample_of(example, feature, limits));
  }
  return sample;
}

SampleRecord sample_of_payload(const Record& record, const SampleLimits& limits) {
  return {
      {}, record.index, record.offset, record.payload.size(), {}, sample_of(record.payload, limits.bytes)};
}

}  // namespace tfrec
