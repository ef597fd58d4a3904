// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "example/feature_spec.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// How the records of an earlier set were made, so that another set can be made alike. Points into its
/// manifest, which must outlive it.
struct EarlierSet {
  const Manifest* manifest = nullptr;
  std::vector<FeatureSpec> features;                        // those of which the manifest records it
  std::map<std::string, std::vector<std::string>> classes;  // names of each column, in the order of their ids
  std::map<std::string, std::string> class_files;           // where each column's names are listed
  // A column can have classes twice: of its cells, as above, and of the labels in its cells, as here.
  std::map<std::string, std::vector<std::string>> label_classes;
  std::map<std::string, std::string> label_class_files;
};

/// Throws Error (bad_data) naming `file` if the manifest does not record how the set was made.
EarlierSet earlier_set(const Manifest& manifest, const std::string& file);

/// The manifest that --like names; the folder of a set means its manifest. Throws Error (usage) if there is
/// no such file.
std::filesystem::path like_manifest(const std::filesystem::path& given);

/// The version of a library that the set was made with; "another" if the manifest does not record it.
std::string version_of(const Manifest& manifest, std::string_view library);

/// The text of a recorded option; empty if it is not recorded or not a text.
std::string text_option(const Manifest& manifest, std::string_view option);

}  // namespace tfrec
