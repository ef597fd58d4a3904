// SPDX-License-Identifier: Apache-2.0
#include "sets/options/set_choices.hpp"

#include <set>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

namespace {

std::vector<std::string> texts(const JsonField& list) {
  std::vector<std::string> found;
  list.for_each([&](const JsonField& entry) { found.push_back(entry.text()); });
  return found;
}

/// Class names, as they can stand in a classes file: one a line, each once.
std::vector<std::string> class_names(const JsonField& list) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  list.for_each([&](const JsonField& entry) {
    names.push_back(entry.text());
    if (names.back().empty() || names.back().find_first_of("\r\n") != std::string::npos)
      entry.fail("is no name of a class");
    if (!seen.insert(names.back()).second) entry.fail("is a class that comes twice");
  });
  return names;
}

OptionValue option_value(const JsonField& field, const nlohmann::ordered_json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_array()) return texts(field);
  return field.text();
}

/// What a feature is made of, from its parts.
FeatureSpec made_of(const std::string& name, const JsonField& field) {
  const std::vector<std::string> columns = texts(field.member("columns"));
  const JsonField kind_field = field.member("kind");
  const std::optional<FeatureKind> kind = kind_named(kind_field.text(), !columns.empty());
  if (!kind) kind_field.fail("'" + printable_excerpt(kind_field.text(), 60) + "' is no kind of feature");
  const std::string problem = problem_of_columns(*kind, columns.size());
  if (!problem.empty()) field.fail(problem);
  return {name, *kind, columns};
}

/// Manifests of before had the text of --feature alone. Its name stands beside it, so that only what follows
/// is parsed.
FeatureSpec made_of_text(const std::string& name, const JsonField& field) {
  const std::string text = field.text();
  if (!text.starts_with(name + "=")) field.fail("does not begin with the feature's name");
  try {
    FeatureSpec spec = parse_feature_spec("name" + text.substr(name.size()));
    spec.name = name;
    return spec;
  } catch (const Error& error) {
    field.fail(error.what());
  }
}

SetChoices choices_of(const nlohmann::ordered_json& json, const std::string& file) {
  const JsonField root(json, file, "");
  SetChoices choices;
  root.member("schema").for_each([&](const JsonField& feature) {
    const std::string name = feature.member("name").text();
    if (feature.has("made_of")) {
      choices.features.push_back(made_of(name, feature.member("made_of")));
    } else if (feature.has("spec")) {
      choices.features.push_back(made_of_text(name, feature.member("spec")));
    } else if (!choices.unknown_feature) {
      choices.unknown_feature = name;
    }
  });
  root.member("classes").for_each([&](const JsonField& entry) {
    const std::string column = entry.member("column").text();
    const std::string listed = path_in_folder(entry.member("file"));
    const bool is_second = choices.classes.contains(column);
    if (is_second && choices.label_classes.contains(column)) entry.fail("is the third list of its column");
    (is_second ? choices.label_classes : choices.classes)[column] = class_names(entry.member("names"));
    (is_second ? choices.label_class_files : choices.class_files)[column] = listed;
    // build names the second list after the first: classes-tags.txt, classes-tags-labels.txt.
    if (!is_second || listed.size() >= choices.class_files[column].size()) return;
    std::swap(choices.classes[column], choices.label_classes[column]);
    std::swap(choices.class_files[column], choices.label_class_files[column]);
  });
  const JsonField options = root.member("options");
  if (!json["options"].is_object()) options.fail("is no object");
  for (const auto& [name, value] : json["options"].items()) {
    choices.options[name] = option_value(options.member(name.c_str()), value);
  }
  choices.name = root.member("name").text();
  choices.is_from_images = root.has("fingerprint");
  if (root.has("mixed_options")) choices.mixed_options = texts(root.member("mixed_options"));
  choices.seed = root.member("seed").number();
  const JsonField versions = root.member("versions");
  for (const auto& [library, version] : json["versions"].items())
    choices.versions[library] = versions.member(library.c_str()).text();
  return choices;
}

}  // namespace

SetChoices read_set_choices(const std::filesystem::path& given) {
  std::error_code failed;
  // The folder of a set stands for its manifest.
  const bool is_folder = std::filesystem::is_directory(given, failed);
  const std::filesystem::path manifest = is_folder ? given / k_manifest_name : given;
  const auto status = std::filesystem::status(manifest, failed);
  if (!std::filesystem::is_regular_file(status)) {
    throw Error(ErrorKind::usage, manifest.string(),
                std::filesystem::exists(status) ? "is not a regular file" : "does not exist",
                "--like takes an earlier set's manifest.json");
  }
  const std::string text = read_whole(manifest, k_max_manifest_bytes);  // once: it may be replaced meanwhile
  parse_manifest(text, manifest.string());                              // says what is wrong where it is none
  return set_choices_of(text, manifest.string());
}

SetChoices set_choices_of(std::string_view manifest, const std::string& name) {
  return choices_of(parse_json(manifest, name), name);
}

}  // namespace tfrec
