// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dataset/classes/classes.hpp"
#include "example/feature_spec.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Classes, and the file beside the shards that lists them.
struct ListedClasses {
  ClassList list;
  std::string file;
};

/// How the records of an earlier set were made, so that another set can be made alike. Points into its
/// manifest, which must outlive it.
struct EarlierSet {
  const Manifest* manifest = nullptr;
  std::vector<FeatureSpec> features;             // those of which the manifest records it
  std::map<std::string, ListedClasses> classes;  // of each column
  // A column can have classes twice: of its cells, as above, and of the labels in its cells, as here.
  std::map<std::string, ListedClasses> label_classes;
};

/// The largest id of a first class that --label-base takes.
inline constexpr std::int64_t k_most_label_base = 1'000'000;

/// The id of the first class. Lists that record their ids do not use it.
std::int64_t label_base_of(const Manifest& manifest);

/// The names of a column's classes, with their ids.
ClassList class_list(const ClassColumn& column, std::int64_t label_base);

/// Throws Error (bad_data) naming `file` if the manifest does not record how the set was made.
EarlierSet earlier_set(const Manifest& manifest, const std::string& file);

/// The manifest that an option ("--like") names; the folder of a set means its manifest. Throws Error (usage)
/// if no such file exists.
std::filesystem::path earlier_manifest(const std::filesystem::path& given, const std::string& option);

/// The feature with the names by which the table or the folder called the images; nothing if there is none.
std::optional<std::string> image_name_feature(const EarlierSet& earlier);

/// Whether an option names the set of OUT, by its folder or its manifest.
bool is_own_set(const std::filesystem::path& given, const std::filesystem::path& out);

/// The version of a library that the set was made with; "another" if the manifest does not record it.
std::string version_of(const Manifest& manifest, std::string_view library);

/// The text of a recorded option; empty if it is not recorded or not a text.
std::string text_option(const Manifest& manifest, std::string_view option);

}  // namespace tfrec
