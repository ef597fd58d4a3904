// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <nlohmann/json.hpp>

#include "shards/manifest/manifest.hpp"
#include "shards/manifest/seconds_json.hpp"

namespace tfrec {

namespace {

using Json = nlohmann::ordered_json;

Json classes_json(const std::vector<ClassColumn>& columns, const std::vector<std::string>& splits) {
  Json list = Json::array();
  for (const ClassColumn& column : columns) {
    Json entry{{"column", column.column}};
    if (!column.file.empty()) entry["file"] = column.file;
    entry["names"] = Json::array();
    if (!column.ids.empty()) entry["ids"] = column.ids;
    for (const ClassCount& known : column.classes) entry["names"].push_back(known.name);
    if (column.is_counted) {
      Json& records = entry["records"] = Json::array();
      for (const ClassCount& known : column.classes) records.push_back(known.records);
    }
    for (std::size_t i = 0; column.is_counted && i < splits.size(); ++i) {
      Json& records = entry["records_by_split"][splits[i]] = Json::array();
      for (const ClassCount& known : column.classes) records.push_back(known.by_split.at(i));
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json feature_json(const ManifestFeature& feature) {
  Json json{{"name", feature.name},
            {"kind", feature.kind},
            {"min_length", feature.min_length},
            {"max_length", feature.max_length}};
  if (!feature.spec.empty()) json["spec"] = feature.spec;
  if (const auto& origin = feature.origin)
    json["made_of"] = {{"kind", origin->kind}, {"columns", origin->columns}};
  return json;
}

Json totals_json(const SetTotals& totals) {
  Json json{{"split", totals.split},     {"size", totals.size},
            {"shards", totals.shards},   {"records", totals.records},
            {"bytes", totals.bytes},     {"predicted_bytes", totals.predicted_bytes},
            {"rule", totals.shard_rule}, {"given_up", totals.given_up}};
  if (!totals.features.empty()) json["features"] = totals.features;
  if (const auto& statistics = totals.statistics) {
    json["stats"] = {
        {"pixels", statistics->pixels}, {"mean", statistics->mean}, {"std", statistics->deviation}};
  }
  return json;
}

Json shard_json(const ManifestShard& shard) {
  Json json{{"path", shard.path},       {"split", shard.split}, {"size", shard.size},
            {"records", shard.records}, {"bytes", shard.bytes}, {"crc32c", encode_crc32c(shard.crc32c)},
            {"sources", shard.sources}};
  for (const auto& [fact, count] : shard.images) json["pictures"][fact] = count;
  if (!shard.pixel_sums.empty()) json["pixel_sums"] = shard.pixel_sums;
  if (!shard.shape.empty()) json["shape"] = shard.shape;
  if (!shard.mask_pixels.empty()) json["mask_pixels"] = pixels_json(shard.mask_pixels);
  return json;
}

template <class Items, class ToJson>
Json list_json(const Items& items, const ToJson& to_json) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(to_json(item));
  return list;
}

Json boxes_json(const BoxTotals& boxes) {
  Json json{{"boxes", boxes.boxes},
            {"images_without_boxes", boxes.images_without},
            {"boxes_per_image", {{"median", boxes.median}, {"max", boxes.most}}}};
  if (!boxes.is_of_build) return json;
  json["boxes_clipped"] = boxes.clipped;
  json["boxes_dropped"] = boxes.dropped;
  json["boxes_rounded"] = boxes.rounded;
  json["boxes_out_of_view"] = boxes.out_of_view;
  return json;
}

Json set_json(const Manifest& set) {
  Json json{{"format", "tfrec-manifest"}, {"format_version", 1}, {"tool", "tfrec"}};
  json["versions"] = Json::object();
  for (const auto& [library, version] : set.versions) json["versions"][library] = version;
  json["name"] = set.name;
  json["seed"] = set.seed;
  if (!set.fingerprint.empty()) {
    json["fingerprint"] = set.fingerprint;
    json["sources"] = set.sources;
    json["plan"] = set.plan;
  }
  json["options"] = Json::object();
  for (const auto& [option, value] : set.options)
    json["options"][option] = std::visit([](const auto& held) { return Json(held); }, value);
  if (!set.mixed_options.empty()) json["mixed_options"] = set.mixed_options;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  for (const SetTotals& totals : set.totals) {
    records += totals.records;
    bytes += totals.bytes;
  }
  json["records"] = records;
  json["bytes"] = bytes;
  json["bad_images"] = set.bad.size();
  if (!set.left_out.empty()) json["left_out_rows"] = set.left_out.size();
  if (set.boxes) json["boxes"] = boxes_json(*set.boxes);
  if (!set.mask_pixels.empty()) json["mask_pixels"] = pixels_json(set.mask_pixels);
  if (!set.bad_boxes.empty()) json["bad_box_lines"] = set.bad_boxes.size();
  json["schema"] = list_json(set.features, feature_json);
  json["classes"] = classes_json(set.classes, set.splits);
  if (!set.strata.empty()) json["strata"] = classes_json(set.strata, set.splits);
  json["pictures"] = Json::object();
  for (const auto& [fact, count] : set.images) json["pictures"][fact] = count;
  json["filtered"] = set.filtered;
  if (!set.side_files.empty()) json["side_files"] = set.side_files;
  if (set.record_list_crc32c) json["record_list_crc32c"] = encode_crc32c(*set.record_list_crc32c);
  if (!set.deviation.empty()) json["largest_deviation"] = set.deviation;
  json["splits"] = list_json(set.totals, totals_json);
  json["shards"] = list_json(set.shards, shard_json);
  return json;
}

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string manifest_json(const Manifest& set) {
  return dumped(set_json(set));
}

nlohmann::ordered_json seconds_json(const PhaseTimes& times) {
  const auto rounded = [](double seconds) { return std::round(seconds * 1000) / 1000; };
  Json json{{"total", rounded(times.total)}};
  for (const auto& [name, seconds] : times.phases) json[name] = rounded(seconds);
  return json;
}

namespace {

Json full_json(const Manifest& set, const PhaseTimes& times) {
  Json json = set_json(set);
  json["bad"] = list_json(set.bad, [](const BadImage& bad) {
    return Json{{"row", bad.row}, {"image", bad.image}, {"reason", bad.reason}};
  });
  if (!set.left_out.empty()) {
    json["left_out"] = list_json(set.left_out, [](const LeftOutRow& row) {
      return Json{{"row", row.row}, {"image", row.image}, {"action", row.action}};
    });
  }
  if (!set.bad_boxes.empty()) {
    json["bad_boxes"] = list_json(set.bad_boxes, [](const BadBoxLine& line) {
      return Json{{"row", line.row}, {"image", line.image}, {"reason", line.reason}, {"action", line.action}};
    });
  }
  json["seconds"] = seconds_json(times);
  return json;
}

}  // namespace

std::string with_seconds(const std::string& json, const PhaseTimes& times) {
  Json object = Json::parse(json);
  object["seconds"] = seconds_json(times);
  return dumped(object);
}

std::string report_json(const Manifest& set, const PhaseTimes& times) {
  return dumped(full_json(set, times));
}

std::string plan_json(const Manifest& set, const PhaseTimes& times) {
  Json json = full_json(set, times);
  std::uint64_t bytes = 0;
  for (const SetTotals& totals : set.totals) bytes += totals.predicted_bytes;
  json["bytes"] = bytes;
  json.erase("sources");
  for (Json& split : json["splits"]) split["bytes"] = split["predicted_bytes"];
  for (Json& shard : json["shards"]) {
    shard.erase("crc32c");
    shard.erase("sources");
    if (shard["bytes"] == 0) shard.erase("bytes");  // of reshard: not predicted
  }
  return dumped(json);
}

}  // namespace tfrec
