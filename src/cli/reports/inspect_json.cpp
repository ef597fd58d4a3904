// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/text/number.hpp"
#include "cli/reports/inspect_report.hpp"

namespace tfrec::cli {

namespace {

using Json = nlohmann::ordered_json;

/// JSON knows neither NaN nor infinities: they are there as text.
Json float_json(float value) {
  if (!std::isfinite(value)) return number_text(value);
  return std::stod(number_text(value));  // the double whose shortest form is the float's
}

template <class Number>
Json range_json(const Range<Number>& range) {
  if (!range.seen()) return nullptr;
  return {{"min", range.min}, {"max", range.max}};
}

Json feature_json(const FeatureSummary& feature) {
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
  if (feature.histogram.empty()) return json;
  json["histogram"] = Json::array();
  for (const auto& [value, count] : feature.histogram)
    json["histogram"].push_back({{"value", value}, {"records", count}});
  return json;
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

Json bytes_json(const SampleBytes& value) {
  Json json{{"bytes", value.size}};
  if (value.image) {
    json["image"] = {{"format", info(value.image->format).name},
                     {"width", value.image->width},
                     {"height", value.image->height},
                     {"channels", value.image->channels},
                     {"progressive", value.image->progressive},
                     {"exif_orientation", value.image->exif_orientation}};
  } else if (value.is_text) {
    json["text"] = value.head;
  } else {
    json["hex"] = hex_text(value.head);
  }
  return json;
}

Json sample_feature_json(const SampleFeature& feature) {
  Json json{{"name", feature.name},
            {"kind", kind_name(feature.kind)},
            {"length", feature.length},
            {"values", Json::array()}};
  for (const SampleBytes& value : feature.bytes) json["values"].push_back(bytes_json(value));
  for (const float value : feature.floats) json["values"].push_back(float_json(value));
  for (const std::int64_t value : feature.integers) json["values"].push_back(value);
  return json;
}

Json sample_json(const SampleRecord& sample) {
  Json json{
      {"path", sample.path}, {"record", sample.record}, {"offset", sample.offset}, {"bytes", sample.size}};
  if (sample.payload) json["payload"] = bytes_json(*sample.payload);
  json["features"] = Json::array();
  for (const SampleFeature& feature : sample.features)
    json["features"].push_back(sample_feature_json(feature));
  return json;
}

Json file_json(const InspectedFile& file) {
  return {{"path", file.path},
          {"records", file.records},
          {"examples", file.examples},
          {"bytes", file.bytes},
          {"complete", file.complete}};
}

}  // namespace

std::string inspect_json(const InspectResult& result) {
  Json json{{"files", Json::array()}, {"schema", Json::array()}};
  for (const InspectedFile& file : result.files) json["files"].push_back(file_json(file));
  for (const FeatureSummary& feature : result.schema.features())
    json["schema"].push_back(feature_json(feature));
  json["images"] = images_json(result.all_images());
  json["images"]["features"] = Json::object();
  for (const auto& [feature, images] : result.images)
    json["images"]["features"][feature] = images_json(images);
  json["samples"] = Json::array();
  for (const SampleRecord& sample : result.samples) json["samples"].push_back(sample_json(sample));
  json["problems"] = result.damage;
  json["notes"] = result.notes;
  json["mixing"] = Json::array();
  for (const LabelMixing& label : result.mixing) {
    json["mixing"].push_back(
        {{"feature", label.feature},
         {"folder", label.folder},
         {"shards", label.score.shards},
         {"labels", label.score.labels},
         {"over_shards", label.score.over_shards},
         {"within_shards", label.score.within_shards},
         {"sorted", label.score.sorted_over_shards || label.score.sorted_within_shards}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tfrec::cli
