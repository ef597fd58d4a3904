// SPDX-License-Identifier: Apache-2.0
#include "shards/manifest/manifest.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/ascii.hpp"

namespace tfrec {

namespace {

constexpr std::string_view k_base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool is_of_column(std::string_view name, std::string_view stem, std::string_view extension) {
  if (!name.starts_with(stem) || !name.ends_with(extension) || name.find('/') != std::string_view::npos)
    return false;
  return name.size() == stem.size() + extension.size() || name[stem.size()] == '-';
}

}  // namespace

std::vector<ManifestFeature> Manifest::features_of(const std::string& split) const {
  const auto fewer = std::ranges::find_if(
      totals, [&](const SetTotals& one) { return one.split == split && !one.features.empty(); });
  if (fewer == totals.end()) return features;
  std::vector<ManifestFeature> held;
  std::ranges::copy_if(features, std::back_inserter(held), [&](const ManifestFeature& feature) {
    return std::ranges::find(fewer->features, feature.name) != fewer->features.end();
  });
  return held;
}

std::uint64_t Manifest::samples() const {
  const bool has_test = option("test") != nullptr;
  std::uint64_t count = bad_images;
  for (const ManifestShard& shard : shards) {
    const bool is_unlabelled = has_test && shard.split == k_test_split;
    if (shard.size == shards.front().size && !is_unlabelled) count += shard.records;
  }
  return count;
}

const OptionValue* Manifest::option(std::string_view option) const {
  const auto found = std::ranges::find(options, option, &std::pair<std::string, OptionValue>::first);
  return found == options.end() ? nullptr : &found->second;
}

void require_recipe(const Manifest& manifest, const std::string& file) {
  if (!manifest.recipe_problem.empty()) throw Error(ErrorKind::bad_data, file, manifest.recipe_problem);
}

std::vector<std::string> Manifest::all_side_files() const {
  std::vector<std::string> files;
  for (const ClassColumn& column : classes) files.push_back(column.file);
  if (bad_images > 0) files.emplace_back(k_bad_images_name);
  files.insert(files.end(), side_files.begin(), side_files.end());
  return files;
}

std::set<std::string> Manifest::shard_folders() const {
  std::set<std::string> folders;
  for (const ManifestShard& shard : shards) {
    for (std::size_t end = shard.path.find('/'); end != std::string::npos;
         end = shard.path.find('/', end + 1))
      folders.insert(shard.path.substr(0, end));
  }
  return folders;
}

std::string free_classes_file(const std::string& wanted, const std::vector<ClassColumn>& taken) {
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(taken.begin(), taken.end(),
                       [&](const ClassColumn& other) { return lowered(other.file) == lowered(name); });
  };
  std::string name = wanted;
  for (int number = 2; is_taken(name); ++number) {
    name = wanted.substr(0, wanted.size() - 4) + "-" + std::to_string(number) + ".txt";
  }
  return name;
}

std::string label_map_file(const std::string& classes_file) {
  constexpr std::string_view k_prefix = "classes";
  constexpr std::string_view k_suffix = ".txt";
  const std::size_t fixed = k_prefix.size() + k_suffix.size();
  if (classes_file.size() < fixed) return {};
  return "label_map" + classes_file.substr(k_prefix.size(), classes_file.size() - fixed) + ".pbtxt";
}

bool has_label_map(const Manifest& set, const ClassColumn& column) {
  return std::ranges::find(set.side_files, label_map_file(column.file)) != set.side_files.end();
}

bool is_classes_file(std::string_view name) {
  return is_of_column(name, "classes", ".txt");
}

bool is_label_map_file(std::string_view name) {
  return is_of_column(name, "label_map", ".pbtxt");
}

bool is_card(std::string_view file_name) {
  return std::ranges::find(k_card_names, file_name) != k_card_names.end();
}

std::string encode_crc32c(std::uint32_t crc) {
  // 32 bits in groups of six: five whole ones, then two bits filled up with zeros.
  std::string text;
  for (int shift = 26; shift >= 2; shift -= 6) text += k_base64[(crc >> shift) & 63U];
  text += k_base64[(crc & 3U) << 4U];
  return text + "==";
}

bool decode_crc32c(const std::string& text, std::uint32_t& crc) {
  if (text.size() != 8 || text.substr(6) != "==") return false;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const std::size_t value = k_base64.find(text[i]);
    if (value == std::string_view::npos) return false;
    bits = (bits << 6U) | value;
  }
  if ((bits & 15U) != 0) return false;
  crc = static_cast<std::uint32_t>(bits >> 4U);
  return true;
}

}  // namespace tfrec
