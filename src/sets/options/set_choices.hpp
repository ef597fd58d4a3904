// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "example/feature_spec.hpp"
#include "shards/manifest/set_description.hpp"

namespace tfrec {

/// What a manifest says about how its set's records were made, so that another set can be made alike.
struct SetChoices {
  std::vector<FeatureSpec> features;
  std::optional<std::string> unknown_feature;               // the first that does not say what it is made of
  std::map<std::string, std::vector<std::string>> classes;  // names of each column, in the order of their ids
  std::map<std::string, std::string> class_files;           // where each column's names are listed
  // A column can have classes twice: of its cells, as above, and of the labels in its cells, as here.
  std::map<std::string, std::vector<std::string>> label_classes;
  std::map<std::string, std::string> label_class_files;
  std::map<std::string, OptionValue> options;  // by their names, without "--"
  std::string name;                            // of the set
  bool is_from_images = false;                 // as Manifest::is_from_images()
  /// Options in which the sources of a set that reshard made differ, so that `options` has none of them.
  std::vector<std::string> mixed_options;
  std::uint64_t seed = 0;
  std::map<std::string, std::string> versions;  // of libraries that decide about bytes
};

/// Throws Error: usage where the file does not exist, bad_data where it is no manifest.
SetChoices read_set_choices(const std::filesystem::path& manifest);
/// The same of a manifest's text; `name` is used in messages.
SetChoices set_choices_of(std::string_view manifest, const std::string& name);

}  // namespace tfrec
