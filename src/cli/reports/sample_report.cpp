// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/inspect_report.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

namespace {

using Json = Report::Json;
using enum TextTable::Align;

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

Json image_json(const ImageFacts& facts) {
  return {{"format", info(facts.format).name},
          {"width", facts.width},
          {"height", facts.height},
          {"channels", facts.channels},
          {"progressive", facts.progressive},
          {"exif_orientation", facts.exif_orientation}};
}

Report::Value value_of(const SampleBytes& value) {
  if (value.image) {
    return {{{"bytes", value.size}, {"image", image_json(*value.image)}},
            image_text(*value.image, value.size)};
  }
  const std::string size = " … " + format_bytes(value.size);
  if (value.is_text) {
    return {{{"bytes", value.size}, {"text", value.head}},
            "\"" + printable(value.head) + "\"" + (value.head.size() < value.size ? size : "")};
  }
  const std::string hex = hex_text(value.head);
  return {{{"bytes", value.size}, {"hex", hex}}, hex + (value.size > 16 ? size : "")};
}

/// " (dog, bird)": the classes whose value is not 0, if the feature has one value for each class.
std::string marked_classes(const SampleFeature& feature, const ClassNames& classes) {
  constexpr std::size_t k_most_names = 32;
  if (feature.length != classes.names.size() || !are_places(feature.kind, classes)) return {};
  std::string text;
  for (std::size_t i = 0; i < std::min(feature.marks.size(), k_most_names); ++i)
    text += (text.empty() ? " (" : ", ") + printable_excerpt(classes.names[feature.marks[i]], 40);
  if (feature.marks.size() > k_most_names) text += ", …";
  return text.empty() ? "" : text + ")";
}

Report::Value value_of(const SampleFeature& feature, const ClassNames& classes) {
  Json values = Json::array();
  std::string text;
  const auto add = [&](const Report::Value& value) {
    text += (values.empty() ? "" : ", ") + value.text;
    values.push_back(value.json);
  };
  for (const SampleBytes& value : feature.bytes) add(value_of(value));
  for (const float value : feature.floats) add({float_json(value), number_text(value)});
  for (const std::int64_t value : feature.integers)
    add({value, class_text(value, are_places(feature.kind, classes) ? ClassNames() : classes)});
  if (values.size() < feature.length) text += ", … " + format_count(feature.length) + " values";
  return {{{"name", feature.name},
           {"kind", kind_name(feature.kind)},
           {"length", feature.length},
           {"values", std::move(values)}},
          (feature.length == 1 ? text : "[" + text + "]") + marked_classes(feature, classes)};
}

}  // namespace

/// JSON knows neither NaN nor infinities: they are there as text.
Json float_json(float value) {
  if (!std::isfinite(value)) return number_text(value);
  return std::stod(number_text(value));  // the double whose shortest form is the float's
}

std::string name_text(const std::string& name) {
  return name.empty() ? "''" : printable_excerpt(name, 48);
}

std::string quoted_name(const std::string& name) {
  return "'" + (name.empty() ? "" : name_text(name)) + "'";
}

const ClassNames& classes_of(const InspectResult& result, const std::string& feature) {
  static const ClassNames k_unknown;
  const auto found = result.classes.find(feature);
  return found == result.classes.end() ? k_unknown : found->second;
}

bool are_places(const std::optional<ListKind>& kind, const ClassNames& classes) {
  return kind == ListKind::float_list || classes.are_places;
}

std::string class_text(std::int64_t value, const ClassNames& classes) {
  const std::string* name = classes.of(value);
  return std::to_string(value) + (name == nullptr ? "" : " (" + printable_excerpt(*name, 40) + ")");
}

Report::Value value_of(const SampleRecord& sample, const InspectResult& result) {
  Json json{
      {"path", sample.path}, {"record", sample.record}, {"offset", sample.offset}, {"bytes", sample.size}};
  std::string text = "record " + std::to_string(sample.record) + " of " + printable(sample.path) +
                     ", at byte " + std::to_string(sample.offset) + ", " + format_bytes(sample.size) + "\n";
  if (sample.payload) {
    const Report::Value payload = value_of(*sample.payload);
    json["payload"] = payload.json;
    text += "  not a tf.train.Example: " + payload.text + "\n";
  } else if (sample.features.empty()) {
    text += "  no features\n";
  }
  json["features"] = Json::array();
  TextTable table({left, left, left});
  for (const SampleFeature& feature : sample.features) {
    const Report::Value value = value_of(feature, classes_of(result, feature.name));
    json["features"].push_back(value.json);
    table.add({name_text(feature.name), std::string(kind_name(feature.kind)), value.text});
  }
  return {json, text + table.text("  ")};
}

}  // namespace tfrec::cli
