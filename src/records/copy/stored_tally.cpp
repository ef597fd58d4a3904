// SPDX-License-Identifier: Apache-2.0
#include "records/copy/stored_tally.hpp"

#include "base/text/utf8.hpp"

namespace tfrec {

void StoredTally::add(std::string_view value) {
  if (const auto facts = stored_facts(value)) {
    images.add(*facts);
    return;
  }
  ++others;
  sizes.add(value.size());
  others_are_text = others_are_text && is_utf8(value) && value.find('\0') == std::string_view::npos;
}

void StoredTally::add(const StoredTally& other) {
  images.add(other.images);
  others += other.others;
  sizes.add(other.sizes);
  others_are_text = others_are_text && other.others_are_text;
}

void add_tallies(StoredTallies& all, const StoredTallies& more) {
  for (const auto& [name, tally] : more) {
    if (all.size() < Schema::k_max_names || all.contains(name)) all[name].add(tally);
  }
}

void StoredReader::add(StoredTallies& tallies, const ExampleView& example) {
  for (const FeatureView& feature : example.features()) {
    if (feature.kind != ListKind::bytes) continue;
    auto tally = tallies.find(feature.name);
    if (tally == tallies.end()) {
      if (tallies.size() == Schema::k_max_names) continue;
      tally = tallies.emplace(feature.name, StoredTally()).first;
    }
    example.read(feature, m_values);
    for (const std::string_view value : m_values) tally->second.add(value);
  }
}

}  // namespace tfrec
