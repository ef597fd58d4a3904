// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/recorded_masks.hpp"

#include <utility>
#include <variant>

#include "base/error.hpp"
#include "base/text/number.hpp"
#include "sets/options/mask_rules.hpp"

namespace tfrec {

namespace {

/// The options that state which ids masks may have.
MaskOptions mask_options(const Manifest& manifest) {
  MaskOptions options;
  const OptionValue* classes = manifest.option("mask-classes");
  if (const auto* entries = classes == nullptr ? nullptr : std::get_if<std::vector<std::string>>(classes))
    options.classes = *entries;
  const OptionValue* ignore = manifest.option("mask-ignore");
  if (const auto* id = ignore == nullptr ? nullptr : std::get_if<std::int64_t>(ignore))
    options.ignore = static_cast<int>(*id);
  return options;
}

/// Of entries "id,name".
std::map<std::uint16_t, std::string> names_of(const std::vector<std::string>& classes) {
  std::map<std::uint16_t, std::string> names;
  for (const std::string& entry : classes) {
    const std::size_t comma = entry.find(',');
    if (comma == std::string::npos) continue;
    names[static_cast<std::uint16_t>(parse_whole(entry.substr(0, comma)).value)] = entry.substr(comma + 1);
  }
  return names;
}

}  // namespace

RecordedMasks recorded_masks(const Manifest& manifest) {
  MaskFeatures::Names stated;
  for (const ManifestFeature& feature : manifest.features) {
    if (feature.origin && feature.origin->kind == "mask") stated.insert(feature.name);
  }
  RecordedMasks masks;
  masks.is_recorded = !stated.empty();
  masks.features = MaskFeatures(std::move(stated));
  const MaskOptions options = mask_options(manifest);
  try {
    masks.rules = mask_rules(options);
    masks.names = names_of(options.classes);
  } catch (const Error& error) {
    masks.problem = error.message();
  }
  return masks;
}

RecordedMasksOf::RecordedMasksOf(const FoundShards& found) : m_found(found) {
  for (const ShardSet& set : found.sets)
    m_sets.push_back(set.manifest ? recorded_masks(*set.manifest) : RecordedMasks());
}

const RecordedMasks& RecordedMasksOf::shard(const FoundShard& shard) const {
  return m_found.listed(shard) == nullptr ? m_usual : m_sets[*shard.set];
}

}  // namespace tfrec
