// SPDX-License-Identifier: Apache-2.0
#include "sets/cards/hugging_face.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/text/utf8.hpp"
#include "example/feature_spec.hpp"
#include "sets/cards/set_description.hpp"
#include "sets/cards/set_facts.hpp"

namespace tfrec {

namespace {

/// By thousands; "n>1T" beyond.
std::string size_category(std::uint64_t records) {
  constexpr std::array<std::string_view, 10> k_steps{"1K",   "10K", "100K", "1M",   "10M",
                                                     "100M", "1B",  "10B",  "100B", "1T"};
  std::uint64_t limit = 1000;
  if (records < limit) return "n<1K";
  for (std::size_t i = 0; i + 1 < k_steps.size(); ++i) {
    limit *= 10;
    if (records < limit) return std::string(k_steps[i]) + "<n<" + std::string(k_steps[i + 1]);
  }
  return "n>1T";
}

std::string list(const char* key, const std::vector<std::string>& items) {
  if (items.empty()) return {};
  std::string text = std::string(key) + ":\n";
  for (const std::string& item : items) text += "- " + item + "\n";
  return text;
}

/// What the features of the records are made for.
std::vector<std::string> task_categories(const Manifest& set) {
  const auto has = [&](auto... kinds) {
    return std::ranges::any_of(set.features, [&](const ManifestFeature& feature) {
      const std::optional<FeatureKind> kind = kind_of(feature);
      return kind && ((*kind == kinds) || ...);
    });
  };
  using enum FeatureKind;
  if (!has(jpeg, png, raw_uint8, raw_float32)) return {};
  if (has(mask)) return {"image-segmentation"};
  if (has(boxes)) return {"object-detection"};
  if (has(index, onehot, multihot, indices)) return {"image-classification"};
  return {};
}

}  // namespace

std::string yaml_string(std::string_view text) {
  std::string quoted = "\"";
  for (const Utf8Character& character : Utf8Characters(text)) {
    if (character.code >= ' ' && character.code < 0x7F) {
      if (character.code == '"' || character.code == '\\') quoted += '\\';
      quoted += character.bytes;
      continue;
    }
    std::array<char, 11> escape{};
    std::snprintf(escape.data(), escape.size(), "\\U%08X", static_cast<unsigned>(character.code));
    quoted += escape.data();
  }
  return quoted + "\"";
}

std::string hugging_face_readme(const Manifest& set) {
  return "---\npretty_name: " + yaml_string(set.name) + "\n" +
         list("size_categories", {size_category(count_records(set))}) +
         list("task_categories", task_categories(set)) + list("tags", {"tfrecord"}) +
         // It would show the tables beside the shards as if they were the data.
         "viewer: false\n---\n\n" + set_description(set);
}

}  // namespace tfrec
