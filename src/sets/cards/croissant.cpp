// SPDX-License-Identifier: Apache-2.0
#include "sets/cards/croissant.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/text/ascii.hpp"
#include "base/text/joined.hpp"
#include "base/text/python_text.hpp"
#include "base/text/quantity.hpp"
#include "sets/cards/set_facts.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

namespace {

using Json = nlohmann::ordered_json;

/// The context that Croissant 1.1 prescribes.
constexpr std::string_view k_context = R"json({
  "@language": "en",
  "@vocab": "https://schema.org/",
  "arrayShape": "cr:arrayShape",
  "citeAs": "cr:citeAs",
  "column": "cr:column",
  "conformsTo": "dct:conformsTo",
  "containedIn": "cr:containedIn",
  "cr": "http://mlcommons.org/croissant/",
  "data": {"@id": "cr:data", "@type": "@json"},
  "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
  "dct": "http://purl.org/dc/terms/",
  "description": {"@container": "@language"},
  "equivalentProperty": "cr:equivalentProperty",
  "examples": {"@id": "cr:examples", "@type": "@json"},
  "extract": "cr:extract",
  "field": "cr:field",
  "fileObject": "cr:fileObject",
  "fileProperty": "cr:fileProperty",
  "fileSet": "cr:fileSet",
  "format": "cr:format",
  "includes": "cr:includes",
  "isArray": "cr:isArray",
  "isLiveDataset": "cr:isLiveDataset",
  "jsonPath": "cr:jsonPath",
  "key": "cr:key",
  "md5": "cr:md5",
  "name": {"@container": "@language"},
  "parentField": "cr:parentField",
  "path": "cr:path",
  "rai": "http://mlcommons.org/croissant/RAI/",
  "recordSet": "cr:recordSet",
  "references": "cr:references",
  "regex": "cr:regex",
  "repeated": "cr:repeated",
  "replace": "cr:replace",
  "samplingRate": "cr:samplingRate",
  "sc": "https://schema.org/",
  "separator": "cr:separator",
  "source": "cr:source",
  "subField": "cr:subField",
  "transform": "cr:transform"
})json";

/// `text` as one segment of an @id, which is a URI: all but letters, digits, '-' and '_' percent-encoded.
std::string segment(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c) || c == '-' || c == '_') {
      encoded += c;
      continue;
    }
    std::array<char, 4> hex{};
    std::snprintf(hex.data(), hex.size(), "%%%02X", static_cast<unsigned>(static_cast<unsigned char>(c)));
    encoded += hex.data();
  }
  return encoded;
}

std::string id_of(const char* first, const ShardGroup& group) {
  std::string id = first;
  if (!group.size.empty()) id += "/" + segment(group.size);
  if (!group.split.empty()) id += "/" + segment(group.split);
  return id;
}

std::string id_of(const ClassColumn& column) {
  return "classes/" + segment(std::string_view(column.file).substr(0, column.file.rfind('.')));
}

/// A type, and whether each string of bytes is an array of it.
struct CroissantType {
  const char* type;
  bool is_packed = false;
};

CroissantType type_of(const ManifestFeature& feature) {
  const std::optional<FeatureKind> kind = kind_of(feature);
  if (kind == FeatureKind::jpeg || kind == FeatureKind::png || kind == FeatureKind::mask)
    return {"sc:ImageObject"};
  if (kind == FeatureKind::raw_uint8 || kind == FeatureKind::file) return {"cr:UInt8", true};
  if (kind == FeatureKind::raw_float32 || kind == FeatureKind::packed_float32) return {"cr:Float32", true};
  if (kind == FeatureKind::packed_int64) return {"cr:Int64", true};
  if (feature.kind == "int64") return {"cr:Int64"};
  return {feature.kind == "float" ? "cr:Float32" : "sc:Text"};
}

/// Of the array that a record has; -1 is a length that varies.
std::string array_shape(const ManifestFeature& feature, const ShardGroup& group, const CroissantType& type) {
  if (type.is_packed) {
    const std::optional<FeatureKind> kind = kind_of(feature);
    if (kind == FeatureKind::packed_float32 || kind == FeatureKind::packed_int64)
      return std::to_string(feature.origin->columns.size());
    const auto& shape = group.shards.front()->shape;
    if (kind == FeatureKind::file || shape.empty()) return "-1";
    return joined(shape, ",", [](std::uint64_t side) { return std::to_string(side); });
  }
  return has_fixed_length(feature) ? std::to_string(feature.max_length) : "-1";
}

/// The only list of classes whose ids the feature has; null if there is none, or several.
const ClassColumn* classes_of(const Manifest& set, const ManifestFeature& feature) {
  const std::optional<FeatureKind> kind = kind_of(feature);
  if (kind != FeatureKind::index && kind != FeatureKind::indices) return nullptr;
  const auto is_its = [&](const ClassColumn& column) {
    return column.column == feature.origin->columns.front();
  };
  const auto found = std::ranges::find_if(set.classes, is_its);
  const bool is_only = std::ranges::count_if(set.classes, is_its) == 1;
  return is_only && is_listed(*found) ? &*found : nullptr;
}

Json field_json(const Manifest& set, const ManifestFeature& feature, const ShardGroup& group) {
  const CroissantType type = type_of(feature);
  Json field{{"@type", "cr:Field"},
             {"@id", id_of("records", group) + "/" + segment(feature.name)},
             {"name", feature.name},
             {"dataType", type.type}};
  if (std::string kind = kind_text(feature); !kind.empty()) field["description"] = std::move(kind);
  if (type.is_packed || feature.min_length != 1 || feature.max_length != 1) {
    field["isArray"] = true;
    field["arrayShape"] = array_shape(feature, group, type);
  }
  field["source"] = {{"fileSet", {{"@id", id_of("shards", group)}}}, {"extract", {{"column", feature.name}}}};
  if (const ClassColumn* classes = classes_of(set, feature))
    field["references"] = {{"field", {{"@id", id_of(*classes) + "/id"}}}};
  return field;
}

Json records_json(const Manifest& set, const ShardGroup& group) {
  Json fields = Json::array();
  for (const ManifestFeature& feature : set.features_of(group.split))
    fields.push_back(field_json(set, feature, group));
  return {{"@type", "cr:RecordSet"},
          {"@id", id_of("records", group)},
          {"name", id_of("records", group)},
          {"description", counted(group.records, "record", "records") + ": tf.train.Example messages"},
          {"field", fields}};
}

Json classes_json(const ClassColumn& column, std::int64_t label_base) {
  const std::string set_id = id_of(column);
  const std::string id = set_id + "/id";
  const std::string name = set_id + "/name";
  const ClassList classes = class_list(column, label_base);
  const std::vector<std::int64_t> ids = classes.ids().all(classes.size());
  Json data = Json::array();
  for (std::size_t i = 0; i < ids.size(); ++i) data.push_back({{id, ids[i]}, {name, classes.names()[i]}});
  const Json fields = Json::array({
      {{"@type", "cr:Field"}, {"@id", id}, {"name", "id"}, {"dataType", "cr:Int64"}},
      {{"@type", "cr:Field"}, {"@id", name}, {"name", "name"}, {"dataType", "sc:Text"}},
  });
  return {{"@type", "cr:RecordSet"},
          {"@id", set_id},
          {"name", set_id},
          {"description", "Classes of column '" + column.column + "'"},
          {"dataType", "sc:Enumeration"},
          {"key", {{"@id", id}}},
          {"field", fields},
          {"data", std::move(data)}};
}

Json shards_json(const Manifest& set, const ShardGroup& group) {
  Json formats = Json::array({"application/x-tfrecord"});
  if (set.option("gzip") != nullptr) formats.push_back("application/gzip");
  Json includes = Json::array();
  for (const ManifestShard* shard : group.shards) includes.push_back(glob_escaped(shard->path));
  return {{"@type", "cr:FileSet"},
          {"@id", id_of("shards", group)},
          {"name", id_of("shards", group)},
          {"description", counted(group.shards.size(), "shard", "shards") + ", " + format_bytes(group.bytes)},
          {"encodingFormat", std::move(formats)},
          {"includes", std::move(includes)}};
}

}  // namespace

std::string croissant_json(const Manifest& set) {
  Json json{{"@context", Json::parse(k_context)},
            {"@type", "sc:Dataset"},
            {"conformsTo", "http://mlcommons.org/croissant/1.1"},
            {"name", set.name},
            {"description", one_line_summary(set)},
            {"distribution", Json::array()},
            {"recordSet", Json::array()}};
  for (const ShardGroup& group : shard_groups(set)) {
    json["distribution"].push_back(shards_json(set, group));
    json["recordSet"].push_back(records_json(set, group));
  }
  for (const ClassColumn& column : set.classes) {
    if (is_listed(column)) json["recordSet"].push_back(classes_json(column, label_base_of(set)));
  }
  return json.dump(2) + "\n";
}

}  // namespace tfrec
