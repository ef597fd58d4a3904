// SPDX-License-Identifier: Apache-2.0
#include "sets/options/earlier_set.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "base/text/printable.hpp"

namespace tfrec {

namespace {

/// What a feature is made of. Manifests of before 0.1 have only `spec`, the text of --feature.
FeatureSpec spec_of(const ManifestFeature& feature, const std::string& file, const std::string& key) {
  const auto fail = [&](const std::string& what, const std::string& reason) -> Error {
    return {ErrorKind::bad_data, file, "'" + key + what + "' " + reason};
  };
  if (const auto& origin = feature.origin) {
    const std::optional<FeatureKind> kind = kind_named(origin->kind, !origin->columns.empty());
    if (!kind)
      throw fail(".made_of.kind", "'" + printable_excerpt(origin->kind, 60) + "' is not a kind of feature");
    const std::string problem = problem_of_columns(*kind, origin->columns.size());
    if (!problem.empty()) throw fail(".made_of", problem);
    return {feature.name, *kind, origin->columns};
  }
  if (!feature.spec.starts_with(feature.name + "="))
    throw fail(".spec", "does not begin with the feature's name");
  try {
    FeatureSpec spec = parse_feature_spec("name" + feature.spec.substr(feature.name.size()));
    spec.name = feature.name;
    return spec;
  } catch (const Error& error) {
    throw fail(".spec", error.what());
  }
}

void add_classes(EarlierSet& earlier, const ClassColumn& entry, const std::string& file, std::size_t index) {
  const std::string& column = entry.column;
  const bool is_second = earlier.classes.contains(column);
  if (is_second && earlier.label_classes.contains(column)) {
    throw Error(ErrorKind::bad_data, file,
                "'classes[" + std::to_string(index) + "]' is the third list of its column");
  }
  (is_second ? earlier.label_classes : earlier.classes)[column] = {
      class_list(entry, label_base_of(*earlier.manifest)), entry.file};
  // build names the second list after the first: classes-tags.txt, classes-tags-labels.txt.
  if (is_second && entry.file.size() < earlier.classes[column].file.size())
    std::swap(earlier.classes[column], earlier.label_classes[column]);
}

}  // namespace

std::int64_t label_base_of(const Manifest& manifest) {
  const OptionValue* value = manifest.option("label-base");
  const auto* base = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return base == nullptr ? 0 : *base;
}

ClassList class_list(const ClassColumn& column, std::int64_t label_base) {
  std::vector<std::string> names;
  for (const ClassCount& known : column.classes) names.push_back(known.name);
  return ClassList(std::move(names), column.ids.empty() ? ClassIds{label_base} : ClassIds::of(column.ids));
}

EarlierSet earlier_set(const Manifest& manifest, const std::string& file) {
  require_recipe(manifest, file);
  EarlierSet earlier;
  earlier.manifest = &manifest;
  for (std::size_t i = 0; i < manifest.features.size(); ++i) {
    const ManifestFeature& feature = manifest.features[i];
    if (!feature.origin && feature.spec.empty()) continue;
    earlier.features.push_back(spec_of(feature, file, "schema[" + std::to_string(i) + "]"));
  }
  for (std::size_t i = 0; i < manifest.classes.size(); ++i)
    add_classes(earlier, manifest.classes[i], file, i);
  return earlier;
}

std::filesystem::path earlier_manifest(const std::filesystem::path& given, const std::string& option) {
  std::error_code failed;
  const bool is_folder = std::filesystem::is_directory(given, failed);
  std::filesystem::path manifest = is_folder ? given / k_manifest_name : given;
  const auto status = std::filesystem::status(manifest, failed);
  if (!std::filesystem::is_regular_file(status)) {
    throw Error(ErrorKind::usage, manifest.string(),
                std::filesystem::exists(status) ? "is not a regular file" : "does not exist",
                option + " takes an earlier set's manifest.json");
  }
  return manifest;
}

std::optional<std::string> image_name_feature(const EarlierSet& earlier) {
  const std::string column = text_option(*earlier.manifest, "image-column");
  const auto is_name = [&](const FeatureSpec& spec) {
    return spec.kind == FeatureKind::path ||
           (spec.kind == FeatureKind::bytes && spec.columns == std::vector{column});
  };
  const auto found = std::ranges::find_if(earlier.features, is_name);
  return found == earlier.features.end() ? std::nullopt : std::optional(found->name);
}

bool is_own_set(const std::filesystem::path& given, const std::filesystem::path& out) {
  if (given.empty() || out.empty()) return false;
  const std::filesystem::path set = real_path(given);
  return set == real_path(out) || set == real_path(out / k_manifest_name);
}

std::string version_of(const Manifest& manifest, std::string_view library) {
  for (const auto& [known, version] : manifest.versions) {
    if (known == library) return version;
  }
  return "another";
}

std::string text_option(const Manifest& manifest, std::string_view option) {
  const OptionValue* value = manifest.option(option);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return text == nullptr ? std::string() : *text;
}

}  // namespace tfrec
