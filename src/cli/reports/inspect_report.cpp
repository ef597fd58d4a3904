// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/inspect_report.hpp"

#include <algorithm>
#include <cstdio>

#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

namespace {

using Json = Report::Json;
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
  if (feature.is_constant_text()) return "always " + in_quotes(feature.texts.begin()->first);
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

template <class Number>
Json range_json(const Range<Number>& range) {
  if (!range.seen()) return nullptr;
  return {{"min", range.min}, {"max", range.max}};
}

Json feature_json(const InspectResult& result, const FeatureSummary& feature) {
  Json json{{"name", feature.name},
            {"kind", kind_name(feature.kind)},
            {"min_length", feature.lengths.min},
            {"max_length", feature.lengths.max},
            {"in_records", feature.in_records}};
  if (feature.integers.seen()) {
    json["min"] = feature.integers.min;
    json["max"] = feature.integers.max;
  }
  if (feature.floats.seen()) {
    json["min"] = float_json(feature.floats.min);
    json["max"] = float_json(feature.floats.max);
  }
  if (feature.not_finite > 0) json["not_finite"] = feature.not_finite;
  if (feature.sizes.seen()) json["bytes"] = range_json(feature.sizes);
  add_label_counts(json, result, feature);
  const ClassNames& classes = classes_of(result, feature.name);
  if (classes.names.empty()) return json;
  json["classes"] = classes.names;
  if (classes.ids.are_consecutive()) {
    json["label_base"] = classes.ids.first;
  } else {
    json["class_ids"] = classes.ids.own;
  }
  return json;
}

/// Adds the schema. Returns its table.
std::string add_schema(Report& report, const InspectResult& result) {
  Json schema = Json::array();
  TextTable table({left, left, right, right, left});
  table.add({"feature", "kind", "length", "in records", "values"});
  for (const FeatureSummary& feature : result.schema.features()) {
    schema.push_back(feature_json(result, feature));
    table.add({name_text(feature.name), std::string(kind_name(feature.kind)), lengths_text(feature.lengths),
               format_count(feature.in_records), values_text(feature, images_of(result, feature))});
  }
  report.add("schema", schema);
  return result.schema.records() > 0 ? "\n" + table.text() : "";
}

Json images_json(const ImageSummary& images) {
  Json json{{"count", images.count}, {"formats", Json::object()}};
  for (const auto& [format, count] : images.formats) json["formats"][std::string(info(format).name)] = count;
  json["width"] = range_json(images.width);
  json["height"] = range_json(images.height);
  json["channels"] = Json::object();
  for (const auto& [channels, count] : images.channels) json["channels"][std::to_string(channels)] = count;
  json["progressive"] = images.progressive;
  json["exif_oriented"] = images.exif_oriented;
  return json;
}

std::string images_line(const std::string& feature, const ImageSummary& images) {
  std::string text =
      "images    " + (feature.empty() ? "payloads" : quoted_name(feature)) + ": " + formats_text(images);
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

std::string add_images(Report& report, const InspectResult& result) {
  Json images = images_json(result.all_images());
  images["features"] = Json::object();
  std::string text;
  for (const auto& [feature, summary] : result.images) {
    images["features"][feature] = images_json(summary);
    text += images_line(feature, summary);
  }
  report.add("images", images);
  return text;
}

std::string score_text(double score, bool is_enough) {
  if (!is_enough) return "too few records to judge";
  char text[16];
  std::snprintf(text, sizeof text, "%.2f", score);
  return text;
}

/// "1.00 between 4 shards, 0.85 within each; 1 is fully mixed"
std::string scores_text(const MixingScore& score) {
  if (!score.enough_over_shards && !score.enough_within_shards) return score_text(0, false);
  const std::string within = score_text(score.within_shards, score.enough_within_shards);
  const std::string text = score.shards == 1 ? within + " within the shard"
                                             : score_text(score.over_shards, score.enough_over_shards) +
                                                   " between " + counted(score.shards, "shard", "shards") +
                                                   ", " + within + " within each";
  return text + "; 1 is fully mixed";
}

std::string mixing_line(const LabelMixing& label, bool has_folders) {
  if (label.score.labels < 2) return {};
  return "mixing    " + quoted_name(label.feature) + (has_folders ? " in " + printable(label.folder) : "") +
         ": " + scores_text(label.score) + "\n";
}

std::string add_mixing(Report& report, const InspectResult& result) {
  const auto& all = result.mixing;
  const bool has_folders = !all.empty() && all.front().folder != all.back().folder;
  Json mixing = Json::array();
  std::string text;
  for (const LabelMixing& label : all) {
    text += mixing_line(label, has_folders);
    mixing.push_back({{"feature", label.feature},
                      {"folder", label.folder},
                      {"shards", label.score.shards},
                      {"labels", label.score.labels},
                      {"over_shards", label.score.over_shards},
                      {"within_shards", label.score.within_shards},
                      {"sorted", label.score.sorted_over_shards || label.score.sorted_within_shards}});
  }
  report.add("mixing", mixing);
  return text;
}

std::string compression_name(Compression compression) {
  if (compression == Compression::none) return "none";
  return compression == Compression::gzip ? "gzip" : "zlib";
}

/// "GZIP", or of shards that differ "2 GZIP, 1 not compressed".
std::string compressions_text(const std::map<Compression, std::uint64_t>& compressions) {
  std::string text;
  for (const auto& [compression, shards] : compressions) {
    if (compressions.size() > 1) text += (text.empty() ? "" : ", ") + format_count(shards) + " ";
    text += compression == Compression::none   ? "not compressed"
            : compression == Compression::gzip ? "GZIP"
                                               : "ZLIB";
  }
  return text;
}

std::string add_files(Report& report, const InspectResult& result) {
  Json files = Json::array();
  std::uint64_t records = 0;
  std::uint64_t damaged = 0;
  std::uint64_t bytes = 0;
  std::map<Compression, std::uint64_t> compressions;
  for (const InspectedFile& file : result.files) {
    records += file.records;
    damaged += file.damaged;
    bytes += file.bytes;
    files.push_back({{"path", file.path},
                     {"records", file.records},
                     {"examples", file.examples},
                     {"bytes", file.bytes},
                     {"complete", file.complete},
                     {"compression", compression_name(file.compression)},
                     {"sequence_examples", file.sequences},
                     {"damaged", file.damaged}});
    ++compressions[file.compression];
  }
  report.add("files", files);
  const std::string held = damaged == 0 ? counted(records, "record", "records")
                                        : counted(records, "intact record", "intact records") +
                                              ", damage in " + counted(damaged, "place", "places");
  return counted(result.files.size(), "shard", "shards") + ", " + held + ", " + format_bytes(bytes) + ", " +
         compressions_text(compressions) + "\n";
}

void add_saved(Report& report, const SavedImage& saved) {
  const std::string path = printable(saved.path.string());
  const std::string format(info(saved.format).name);
  report.add("saved",
             Json{{"path", saved.path.string()},
                  {"feature", saved.feature},
                  {"format", format},
                  {"bytes", saved.bytes}},
             "saved     " + path + ", " + format_bytes(saved.bytes));
}

}  // namespace

Report inspect_report(const InspectResult& result, bool only_samples) {
  Report report({"files", "schema", "images", "samples", "problems", "notes", "mixing"});
  std::string text = add_files(report, result) + add_schema(report, result);
  std::string facts = add_images(report, result) + add_boxes(report, result) + add_masks(report, result);
  for (const FeatureSummary& feature : result.schema.features()) {
    const bool is_image = images_of(result, feature) != nullptr;
    facts += label_lines(result, feature, is_image);
  }
  facts += add_mixing(report, result);
  if (!facts.empty()) text += "\n" + facts;
  if (only_samples) text.clear();
  Json samples = Json::array();
  for (const SampleRecord& sample : result.samples) {
    const Report::Value value = value_of(sample, result);
    samples.push_back(value.json);
    text += (text.empty() ? "" : "\n") + value.text;
  }
  report.add("samples", samples);
  report.add("problems", result.damage);
  report.add("notes", result.notes);
  report.add("feature_lists", result.feature_lists);
  report.add_lines(text);
  if (result.saved) add_saved(report, *result.saved);
  return report;
}

}  // namespace tfrec::cli
