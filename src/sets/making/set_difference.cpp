// SPDX-License-Identifier: Apache-2.0
#include "sets/making/set_difference.hpp"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "image/codec.hpp"
#include "records/image/made_image.hpp"
#include "sets/input/record_options.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/plan/describe_set.hpp"
#include "sets/plan/test_part.hpp"
#include "shards/manifest/json_field.hpp"

namespace tfrec {

namespace {

std::string quoted(const std::string& name) {
  return "'" + printable_excerpt(name, 60) + "'";
}

std::string text_of(const OptionValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* real = std::get_if<double>(&value)) return nlohmann::json(*real).dump();
  if (const auto* text = std::get_if<std::string>(&value)) return shell_word(*text);
  return joined(std::get<std::vector<std::string>>(value), ",", printable);
}

std::string option_difference(const Manifest& earlier, const PreparedBuild& wanted) {
  const RecordedOptions options = recorded_options(wanted.options, *wanted.input, wanted.layout);
  for (const auto& [name, value] : options) {
    const OptionValue* known = earlier.option(name);
    const std::string before = known == nullptr ? "not given" : text_of(*known);
    if (before != text_of(value)) return "--" + name + " was " + before + ", now " + text_of(value);
  }
  for (const auto& known : earlier.options) {
    const bool still = std::any_of(options.begin(), options.end(),
                                   [&](const auto& option) { return option.first == known.first; });
    if (!still) return "--" + known.first + " was " + text_of(known.second) + ", now not given";
  }
  if (earlier.name != wanted.options.name) return "its name was " + printable(earlier.name);
  if (earlier.seed != wanted.options.seed) return "its seed was " + std::to_string(earlier.seed);
  return {};
}

std::string version_difference(const Manifest& earlier, const PreparedBuild& wanted) {
  if (!may_decode(wanted.layout, wanted.options.image)) return {};
  const std::pair<const char*, std::string> versions[] = {{"opencv", codec().opencv_version()},
                                                          {"libjpeg", codec().jpeg_version()}};
  for (const auto& [library, version] : versions) {
    const std::string before = version_of(earlier, library);
    if (before != version) return std::string(library) + " was " + printable(before) + ", now " + version;
  }
  return {};
}

std::string feature_difference(const Manifest& earlier, const RecordLayout& layout) {
  for (const BoundFeature& feature : layout.features) {
    const auto known = std::ranges::find(earlier.features, feature.spec.name, &ManifestFeature::name);
    const std::string spec = to_string(feature.spec);
    if (known == earlier.features.end()) return "feature " + quoted(spec) + " is new";
    if (known->spec != spec) return "feature " + quoted(known->spec) + " is now " + quoted(spec);
  }
  for (const ManifestFeature& known : earlier.features) {
    if (!std::ranges::any_of(layout.features,
                             [&](const auto& feature) { return feature.spec.name == known.name; }))
      return "feature " + quoted(known.name) + " is gone";
  }
  for (std::size_t i = 0; i < layout.features.size(); ++i) {
    if (earlier.features[i].name != layout.features[i].spec.name)
      return "its features are in another order, from " + quoted(earlier.features[i].name) + " on";
  }
  return {};
}

std::string class_difference(const ClassColumn& earlier, const ClassColumn& wanted) {
  const std::string column = "column '" + printable(wanted.column) + "': class ";
  const auto has = [](const ClassColumn& classes, const std::string& name) {
    return std::ranges::find(classes.classes, name, &ClassCount::name) != classes.classes.end();
  };
  for (const ClassCount& known : wanted.classes) {
    if (!has(earlier, known.name)) return column + quoted(known.name) + " is new";
  }
  for (const ClassCount& known : earlier.classes) {
    if (!has(wanted, known.name)) return column + quoted(known.name) + " is gone";
  }
  for (std::size_t i = 0; i < wanted.classes.size(); ++i) {
    const bool has_other_id = !earlier.ids.empty() && !wanted.ids.empty() && earlier.ids[i] != wanted.ids[i];
    if (has_other_id || earlier.ids.empty() != wanted.ids.empty() ||
        earlier.classes[i].name != wanted.classes[i].name)
      return column + quoted(wanted.classes[i].name) + " has another id";
  }
  return {};
}

/// Labelled samples of one size, bad ones included.
std::uint64_t samples_of(const Manifest& set) {
  const bool has_test = set.option("test") != nullptr;
  std::uint64_t count = set.bad_images;
  for (const ManifestShard& shard : set.shards) {
    if (shard.size == set.shards.front().size && !(has_test && shard.split == k_test_split))
      count += shard.records;
  }
  return count;
}

/// How many records each class had, as the manifest counts them.
std::string count_difference(const nlohmann::ordered_json& earlier, const std::vector<ClassColumn>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& known = earlier.at("classes").at(i).at("records");
    for (std::size_t id = 0; id < wanted[i].classes.size(); ++id) {
      const auto before = known.at(id).get<std::uint64_t>();
      const ClassCount& now = wanted[i].classes[id];
      if (before == now.records) continue;
      return "column '" + printable(wanted[i].column) + "': class " + quoted(now.name) + " had " +
             counted(before, "record", "records") + ", now " + format_count(now.records);
    }
  }
  return {};
}

/// A model that was trained with one deal must not be tested with another.
std::string dealt_anew(const SplitOptions& options) {
  if (!options.deals()) return {};
  return std::string("; ") + (options.folds ? "--folds" : "--split") +
         " deals all of them anew, --split-column keeps each image in its split";
}

/// What no option decides: classes and rows.
std::string row_difference(const Manifest& earlier, const PreparedBuild& wanted,
                           const std::filesystem::path& file) {
  const std::vector<ClassColumn> classes = class_counts(wanted);
  if (classes.size() != earlier.classes.size()) return {};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (std::string found = class_difference(earlier.classes[i], classes[i]); !found.empty()) return found;
  }
  if (earlier.option("equal") != nullptr) return {};  // it has not one record of each sample
  const std::uint64_t before = samples_of(earlier);
  const std::uint64_t now = wanted.input->samples->size();
  if (before != now && wanted.options.test.empty())
    return "it was made from " + counted(before, "image", "images") + ", now there are " + format_count(now) +
           dealt_anew(wanted.options.splits);
  if (earlier.bad_images > 0) return {};
  try {
    return count_difference(read_json(InputFile(file), k_max_manifest_bytes), classes);
  } catch (const nlohmann::json::exception&) {
    return {};  // an old manifest without counts
  }
}

}  // namespace

std::string newer_image(const Samples& samples, std::int64_t time) {
  for (const SampleIndex sample : samples.all()) {
    if (!samples.modified_ns.empty() && samples.modified_ns[sample] >= time)
      return "image '" + printable(samples.image_path(sample)) + "' is newer than the set";
  }
  return {};
}

std::string set_difference(const Manifest& earlier, const PreparedBuild& wanted,
                           const std::filesystem::path& file) {
  std::string found = option_difference(earlier, wanted);
  if (found.empty()) found = version_difference(earlier, wanted);
  if (found.empty()) found = feature_difference(earlier, wanted.layout);
  if (found.empty()) found = row_difference(earlier, wanted, file);
  if (!found.empty()) return found;
  return newer_image(*wanted.input->samples, InputFile(file).modified_ns());
}

}  // namespace tfrec
