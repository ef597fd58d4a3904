// SPDX-License-Identifier: Apache-2.0
#include "operations/report/image_row.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tfrec {

namespace {

struct PropertyInfo {
  Property property;
  std::string_view name;
  std::string_view unit;
  bool is_of_content;
};

constexpr std::array<PropertyInfo, k_properties> k_table{{
    {Property::format, "format", "", false},
    {Property::channels, "channels", "", false},
    {Property::width, "width", "px", false},
    {Property::height, "height", "px", false},
    {Property::aspect, "width / height", "", false},
    {Property::quality, "JPEG quality", "", false},
    {Property::place, "position in the set", "%", false},
    {Property::bytes, "bytes", "B", true},
    {Property::density, "bytes per pixel", "", true},
    {Property::brightness, "brightness", "%", true},
    {Property::contrast, "contrast", "%", true},
    {Property::sharpness, "sharpness", "%", true},
    {Property::saturation, "saturation", "%", true},
    {Property::source_format, "format of the source", "", false},
    {Property::source_width, "width of the source", "px", false},
    {Property::source_height, "height of the source", "px", false},
    {Property::source_quality, "JPEG quality of the source", "", false},
    {Property::source_bytes, "bytes of the source", "B", true},
}};

constexpr double k_percent = 100.0 / 65'535;
constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();

const PropertyInfo& info_of(Property property) {
  return k_table[static_cast<std::size_t>(property)];
}

double seen(const ImageRow& row, double value) {
  return row.is_seen ? value : k_unknown;
}

}  // namespace

std::span<const Property> all_properties() {
  static const auto all = [] {
    std::array<Property, k_properties> properties{};
    std::ranges::transform(k_table, properties.begin(), &PropertyInfo::property);
    return properties;
  }();
  return all;
}

std::string_view to_string(Property property) {
  return info_of(property).name;
}

std::string_view unit_of(Property property) {
  return info_of(property).unit;
}

bool is_of_content(Property property) {
  return info_of(property).is_of_content;
}

namespace {

double value_of_source(const ImageRow& row, Property property) {
  if (!row.has_source) return k_unknown;
  if (property == Property::source_format) return static_cast<double>(row.source_format);
  if (property == Property::source_width) return row.source_width;
  if (property == Property::source_height) return row.source_height;
  if (property == Property::source_bytes) return row.source_bytes;
  return row.source_quality == 0 ? k_unknown : row.source_quality;
}

}  // namespace

double value_of(const ImageRow& row, Property property) {
  if (property >= Property::source_format) return value_of_source(row, property);
  if (!row.has_image()) return k_unknown;
  switch (property) {
    case Property::format:
      return row.is_raw ? k_unknown : static_cast<double>(row.format);
    case Property::channels:
      return row.channels;
    case Property::width:
      return row.width;
    case Property::height:
      return row.height;
    case Property::aspect:
      return static_cast<double>(row.width) / row.height;
    case Property::quality:
      return row.quality == 0 ? k_unknown : row.quality;
    case Property::place:
      return 100.0 * static_cast<double>(row.place);
    case Property::bytes:
      return row.bytes;
    case Property::density:
      return static_cast<double>(row.bytes) / (static_cast<double>(row.width) * row.height);
    case Property::brightness:
      return seen(row, row.brightness * k_percent);
    case Property::contrast:
      return seen(row, row.contrast * k_percent);
    case Property::sharpness:
      return seen(row, row.sharpness * k_percent);
    case Property::saturation:
      return seen(row, row.saturation * (100.0 / 255));
    default:
      break;
  }
  return k_unknown;
}

}  // namespace tfrec
