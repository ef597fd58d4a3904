// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/inspect_report.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_shown_labels = 16;

using enum TextTable::Align;

template <class Number, class ToText>
std::string range_text(const Range<Number>& range, const ToText& to_text) {
  if (!range.seen()) return {};
  if (range.min == range.max) return to_text(range.min);
  return to_text(range.min) + " to " + to_text(range.max);
}

std::string lengths_text(const Range<std::uint64_t>& range) {
  return range_text(range, [](std::uint64_t n) { return format_count(n); });
}

std::string pixels_text(const Range<std::uint32_t>& range) {
  return range_text(range, [](std::uint32_t n) { return std::to_string(n); });
}

std::string formats_text(const ImageSummary& images) {
  std::string text;
  for (const auto& [format, count] : images.formats) {
    text += (text.empty() ? "" : ", ") + format_count(count) + " " + std::string(info(format).record_name);
  }
  return text;
}

/// What the values of a feature are like.
std::string values_text(const FeatureSummary& feature, const ImageSummary* images) {
  if (images != nullptr) return formats_text(*images);
  if (feature.kind == ListKind::bytes && feature.sizes.seen()) {
    return range_text(feature.sizes, [](std::uint64_t n) { return format_count(n); }) + " bytes";
  }
  if (feature.kind == ListKind::int64_list) {
    return range_text(feature.integers, [](std::int64_t n) { return std::to_string(n); });
  }
  std::string text = range_text(feature.floats, [](float value) { return number_text(value); });
  if (feature.not_finite > 0)
    text += (text.empty() ? "" : ", ") + format_count(feature.not_finite) + " not finite";
  return text;
}

const ImageSummary* images_of(const InspectResult& result, const FeatureSummary& feature) {
  const auto found = result.images.find(feature.name);
  return feature.kind == ListKind::bytes && found != result.images.end() ? &found->second : nullptr;
}

std::string schema_text(const InspectResult& result) {
  TextTable table({left, left, right, right, left});
  table.add({"feature", "kind", "length", "in records", "values"});
  for (const FeatureSummary& feature : result.schema.features()) {
    table.add({name_text(feature.name), std::string(kind_name(feature.kind)), lengths_text(feature.lengths),
               format_count(feature.in_records), values_text(feature, images_of(result, feature))});
  }
  return table.text();
}

std::string images_line(const std::string& feature, const ImageSummary& images) {
  std::string text =
      "images    " + (feature.empty() ? "payloads" : name_text(feature)) + ": " + formats_text(images);
  if (images.width.seen()) {
    text += "; width " + pixels_text(images.width) + ", height " + pixels_text(images.height);
  }
  for (const auto& [channels, count] : images.channels) {
    text += ", " + (images.channels.size() > 1 ? format_count(count) + " with " : "") +
            counted(static_cast<std::uint64_t>(channels), "channel", "channels");
  }
  if (images.progressive > 0) text += ", " + format_count(images.progressive) + " progressive";
  if (images.exif_oriented > 0) text += ", " + format_count(images.exif_oriented) + " turned by EXIF";
  return text + "\n";
}

std::string labels_line(const FeatureSummary& feature) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& [value, count] : feature.histogram) {
    if (shown++ == k_shown_labels) {
      text += ", … " + format_count(feature.histogram.size() - k_shown_labels) + " more (--json has all)";
      break;
    }
    text += (text.empty() ? "" : ", ") + std::to_string(value) + " × " + format_count(count);
  }
  return "labels    " + name_text(feature.name) + ": " + text + "\n";
}

std::string mixing_lines(const InspectResult& result) {
  std::string text;
  for (const LabelMixing& label : result.mixing) {
    if (label.score.labels < 2) continue;
    const bool folders =
        result.mixing.size() > 1 && result.mixing.front().folder != result.mixing.back().folder;
    char scores[96];
    std::snprintf(scores, sizeof scores, "%.2f over %zu %s, %.2f within", label.score.over_shards,
                  label.score.shards, label.score.shards == 1 ? "shard" : "shards",
                  label.score.within_shards);
    text += "mixing    " + name_text(label.feature) + (folders ? " in " + printable(label.folder) : "") +
            ": " + scores + "\n";
  }
  return text;
}

std::string files_line(const InspectResult& result) {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  for (const InspectedFile& file : result.files) {
    records += file.records;
    bytes += file.bytes;
  }
  return counted(result.files.size(), "shard", "shards") + ", " + counted(records, "record", "records") +
         ", " + format_bytes(bytes) + "\n";
}

}  // namespace

std::string inspect_text(const InspectResult& result, bool only_samples) {
  std::string text;
  if (!only_samples) {
    text += files_line(result);
    if (result.schema.records() > 0) text += "\n" + schema_text(result);
    std::string facts;
    for (const auto& [feature, images] : result.images) facts += images_line(feature, images);
    for (const FeatureSummary& feature : result.schema.features()) {
      if (feature.is_label()) facts += labels_line(feature);
    }
    facts += mixing_lines(result);
    if (!facts.empty()) text += "\n" + facts;
  }
  for (const SampleRecord& sample : result.samples) text += (text.empty() ? "" : "\n") + sample_text(sample);
  return text;
}

}  // namespace tfrec::cli
