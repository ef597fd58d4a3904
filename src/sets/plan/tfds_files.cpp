// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/tfds_files.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/names/file_name_problem.hpp"
#include "base/text/printable.hpp"
#include "sets/plan/tfds_names.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

using Json = nlohmann::ordered_json;

const std::string k_features = "tensorflow_datasets.core.features.";

Error refused(const std::string& what, std::string hint) {
  return Error(ErrorKind::usage, "", "--name-style tfds: " + what, std::move(hint));
}

bool has_labels_file(const BoundFeature& feature) {
  return feature.spec.kind == FeatureKind::index || feature.spec.kind == FeatureKind::indices;
}

std::string problem_of_classes(const BoundFeature& feature) {
  for (const std::string& name : feature.classes->classes.names()) {
    const std::string problem = problem_of_tfds_class(name);
    if (!problem.empty()) return "its class '" + printable_excerpt(name, 60) + "' " + problem;
  }
  return {};
}

/// Why TensorFlow Datasets can't express a feature; empty if it can.
std::string problem_of(const BoundFeature& feature, const BuildOptions& options) {
  const FeatureKind kind = feature.spec.kind;
  const bool has_labels = has_labels_file(feature);
  if (std::string problem = problem_of_tfds_feature(feature.spec.name, has_labels); !problem.empty())
    return problem;
  if (kind == FeatureKind::raw_uint8 || kind == FeatureKind::raw_float32 ||
      kind == FeatureKind::packed_float32 || kind == FeatureKind::packed_int64)
    return "it has no kind for raw bytes";
  if (has_labels && feature.classes->classes.ids() != ClassIds{0})
    return "class ids are 0, 1, 2, … there: use --label-base 0, or --classes with only names";
  if (kind == FeatureKind::jpeg && options.image.encoding == Encoding::webp) return "it reads no WebP";
  if ((kind == FeatureKind::jpeg || kind == FeatureKind::png) &&
      options.image.decode.color == ColorPolicy::keep)
    return "all images must have as many channels (--color rgb or gray)";
  return has_labels ? problem_of_classes(feature) : std::string();
}

Json shape_json(const std::vector<std::string>& dimensions) {
  if (dimensions.empty()) return Json::object();
  return {{"dimensions", dimensions}};
}

Json image_json(const std::string& encoding, const std::string& channels, const std::string& type = "uint8") {
  return {{"image",
           {{"dtype", type}, {"encodingFormat", encoding}, {"shape", shape_json({"-1", "-1", channels})}}},
          {"pythonClassName", k_features + "image_feature.Image"}};
}

/// A scalar, or a list of `length`.
Json tensor_json(const std::string& type, std::size_t length, bool scalar) {
  Json tensor{{"dtype", type}, {"encoding", "none"}};
  tensor["shape"] = scalar ? shape_json({}) : shape_json({std::to_string(length)});
  return {{"pythonClassName", k_features + (scalar ? "scalar.Scalar" : "tensor_feature.Tensor")},
          {"tensor", tensor}};
}

Json class_json(const BoundFeature& feature) {
  return {{"classLabel", {{"numClasses", std::to_string(feature.classes->classes.size())}}},
          {"pythonClassName", k_features + "class_label_feature.ClassLabel"}};
}

Json feature_json(const BoundFeature& feature, const BuildOptions& options, const RecordLayout& layout) {
  const std::string channels = options.image.decode.color == ColorPolicy::gray ? "1" : "3";
  const std::size_t columns = feature.columns.size();
  const ListKind list = info(feature.spec.kind).list;
  switch (feature.spec.kind) {
    case FeatureKind::jpeg:
      return image_json(options.image.encoding == Encoding::png ? "png" : "jpeg", channels);
    case FeatureKind::png:
      return image_json("png", channels);
    case FeatureKind::mask:
      return image_json("png", "1", layout.masks->bits == 16 ? "uint16" : "uint8");
    case FeatureKind::onehot:
    case FeatureKind::multihot:
      return tensor_json("float32", feature.classes->classes.size(), false);
    case FeatureKind::index:
      return class_json(feature);
    case FeatureKind::indices:
      return {{"pythonClassName", k_features + "sequence_feature.Sequence"},
              {"sequence", {{"feature", class_json(feature)}, {"length", "-1"}}}};
    default:
      if (list != ListKind::bytes)
        return tensor_json(list == ListKind::int64_list ? "int64" : "float32", columns, columns <= 1);
      return {{"pythonClassName", k_features + "text_feature.Text"}, {"text", Json::object()}};
  }
}

std::string features_json(const BuildOptions& options, const RecordLayout& layout) {
  Json features = Json::object();
  for (const BoundFeature& feature : layout.features)
    features[feature.spec.name] = feature_json(feature, options, layout);
  const Json json{{"featuresDict", {{"features", features}}},
                  {"pythonClassName", k_features + "features_dict.FeaturesDict"}};
  return json.dump(4) + "\n";
}

/// The one feature of these kinds; empty if there are none or several.
std::string only_feature(const RecordLayout& layout, std::initializer_list<FeatureKind> kinds) {
  std::string name;
  for (const BoundFeature& feature : layout.features) {
    if (std::find(kinds.begin(), kinds.end(), feature.spec.kind) == kinds.end()) continue;
    if (!name.empty()) return {};
    name = feature.spec.name;
  }
  return name;
}

Json splits_json(const Manifest& set, const std::string& size) {
  Json splits = Json::array();
  for (const SetTotals& totals : set.totals) {
    if (totals.size != size) continue;
    Json lengths = Json::array();
    for (const ManifestShard& shard : set.shards) {
      if (shard.size == size && shard.split == totals.split) lengths.push_back(std::to_string(shard.records));
    }
    if (lengths.empty()) continue;
    const std::uint64_t payload = totals.bytes - totals.records * k_frame_overhead;
    splits.push_back({{"filepathTemplate", "{DATASET}-{SPLIT}.{FILEFORMAT}-{SHARD_X_OF_Y}"},
                      {"name", totals.split.empty() ? std::string(k_tfds_split) : totals.split},
                      {"numBytes", std::to_string(payload)},
                      {"shardLengths", lengths}});
  }
  return splits;
}

std::string dataset_info_json(const Manifest& set, const std::string& size, const RecordLayout& layout) {
  Json json{{"fileFormat", "tfrecord"}, {"name", set.name}, {"splits", splits_json(set, size)}};
  const std::string image = only_feature(layout, {FeatureKind::jpeg, FeatureKind::png});
  const std::string label = only_feature(layout, {FeatureKind::index});
  if (!image.empty() && !label.empty()) {
    json["supervisedKeys"] = {
        {"tuple", {{"items", Json::array({{{"featureKey", image}}, {{"featureKey", label}}})}}}};
  }
  json["version"] = "1.0.0";
  return json.dump(2) + "\n";
}

std::string labels_file_name(const BoundFeature& feature) {
  return feature.spec.name + ".labels.txt";
}

}  // namespace

void check_tfds(const BuildOptions& options, const RecordLayout& layout,
                const std::vector<std::string>& splits) {
  if (options.name_style != NameStyle::tfds) return;
  if (const std::string problem = problem_of_tfds_name(options.name); !problem.empty())
    throw refused("the set's name '" + printable(options.name) + "' " + problem, "--name flowers");
  if (!options.test.empty()) {
    throw refused("all splits have the same features, and --test has no labels",
                  "build the test set by itself");
  }
  if (options.extension != BuildOptions().extension)
    throw refused("names end in the shard's number, not in --extension", "leave it out");
  if (options.compression != Compression::none)
    throw refused("TensorFlow Datasets reads no compressed shards", "leave out --gzip");
  for (const std::string& split : splits) {
    const std::string problem = problem_of_tfds_split(split);
    if (problem.empty()) continue;
    throw refused("the split's name '" + printable(split) + "' " + problem, "rename it");
  }
  for (const std::string& split : splits) {
    if (looks_like_count(tfds_shard_name(options.name, split, 0, 1))) {
      throw refused(
          "the split's name '" + printable(split) + "' is a number, which readers take for the record count",
          "put a letter before it");
    }
  }
  for (const BoundFeature& feature : layout.features) {
    const std::string problem = problem_of(feature, options);
    if (problem.empty()) continue;
    throw refused("TensorFlow Datasets can't read feature '" + printable(feature.spec.name) + "': " + problem,
                  "choose other features with --feature, or leave out --name-style");
  }
}

std::vector<std::string> tfds_file_names(const RecordLayout& layout) {
  std::vector<std::string> names{"dataset_info.json", "features.json"};
  for (const BoundFeature& feature : layout.features) {
    if (has_labels_file(feature)) names.push_back(labels_file_name(feature));
  }
  return names;
}

std::vector<NamedFile> tfds_files(const Manifest& set, const BuildOptions& options,
                                  const RecordLayout& layout) {
  std::vector<NamedFile> files;
  if (set.name_style != NameStyle::tfds) return files;
  std::set<std::string> sizes;
  for (const SetTotals& totals : set.totals) {
    if (!sizes.insert(totals.size).second) continue;
    const std::string folder = totals.size.empty() ? "" : totals.size + "/";
    files.push_back({folder + "dataset_info.json", dataset_info_json(set, totals.size, layout)});
    files.push_back({folder + "features.json", features_json(options, layout)});
    for (const BoundFeature& feature : layout.features) {
      if (has_labels_file(feature)) {
        const std::string names = classes_file_content(feature.classes->classes, false);
        files.push_back({folder + labels_file_name(feature), names});
      }
    }
  }
  return files;
}

}  // namespace tfrec
