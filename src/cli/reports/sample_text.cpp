// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/inspect_report.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

namespace {

using enum TextTable::Align;

std::string image_text(const ImageFacts& facts, std::uint64_t size) {
  std::string text(info(facts.format).name);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (facts.width > 0) text += " " + std::to_string(facts.width) + "×" + std::to_string(facts.height);
  if (facts.channels > 0)
    text += ", " + counted(static_cast<std::uint64_t>(facts.channels), "channel", "channels");
  if (facts.progressive) text += ", progressive";
  if (facts.exif_orientation > 1) text += ", EXIF orientation " + std::to_string(facts.exif_orientation);
  return text + ", " + format_bytes(size);
}

std::string bytes_text(const SampleBytes& value) {
  if (value.image) return image_text(*value.image, value.size);
  const std::string rest = value.head.size() < value.size ? " … " + format_bytes(value.size) : "";
  if (value.is_text) return "\"" + printable(value.head) + "\"" + rest;
  return hex_text(value.head) + (value.size > 16 ? " … " + format_bytes(value.size) : "");
}

std::vector<std::string> value_texts(const SampleFeature& feature) {
  std::vector<std::string> texts;
  for (const SampleBytes& value : feature.bytes) texts.push_back(bytes_text(value));
  for (const float value : feature.floats) texts.push_back(number_text(value));
  for (const std::int64_t value : feature.integers) texts.push_back(std::to_string(value));
  return texts;
}

std::string values_text(const SampleFeature& feature) {
  const std::vector<std::string> values = value_texts(feature);
  std::string text = feature.length == 1 ? "" : "[";
  for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ", ") + values[i];
  if (values.size() < feature.length) text += ", … " + format_count(feature.length) + " values";
  return feature.length == 1 ? text : text + "]";
}

}  // namespace

std::string hex_text(std::string_view bytes) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes.substr(0, 16)) {
    const auto byte = static_cast<std::uint8_t>(c);
    text += text.empty() ? "" : " ";
    text += k_digits[byte >> 4U];
    text += k_digits[byte & 15U];
  }
  return text;
}

std::string name_text(const std::string& name) {
  return name.empty() ? "''" : printable_excerpt(name, 48);
}

std::string sample_text(const SampleRecord& sample) {
  std::string text = "record " + std::to_string(sample.record) + " of " + printable(sample.path) +
                     ", at byte " + std::to_string(sample.offset) + ", " + format_bytes(sample.size) + "\n";
  if (sample.payload) return text + "  no tf.train.Example: " + bytes_text(*sample.payload) + "\n";
  TextTable table({left, left, left});
  for (const SampleFeature& feature : sample.features) {
    table.add({name_text(feature.name), std::string(kind_name(feature.kind)), values_text(feature)});
  }
  return text + (sample.features.empty() ? "  no features\n" : table.text("  "));
}

}  // namespace tfrec::cli
