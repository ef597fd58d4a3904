// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract_sample.hpp"

#include <array>

#include "base/concurrency/stop.hpp"
#include "base/text/utf8.hpp"
#include "operations/extract/files/mask_findings.hpp"
#include "records/copy/image_summary.hpp"
#include "records/masks/record_masks.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace {

constexpr std::uint64_t k_sampled_records = 64;
constexpr std::uint64_t k_sampled_of_shard = 16;

/// What records call the height, width and channels of their image.
const std::array<SizeFeatures, 5> k_size_features{
    SizeFeatures{"height", "width", "channels"}, SizeFeatures{"height", "width", "depth"},
    SizeFeatures{"image/height", "image/width", "image/channels"},
    SizeFeatures{"image_height", "image_width", "image_channels"}, SizeFeatures{"rows", "cols", "channels"}};

constexpr std::size_t k_least_raw_bytes = 64;  // a name may be as long by chance

}  // namespace

ExtractSample::ExtractSample(const FoundShards& found, const std::vector<RecordSelection>& records) {
  for (std::size_t i = 0; i < found.shards.size() && m_records < k_sampled_records; ++i)
    look_into(found.shards[i], records[i]);
}

void ExtractSample::look_into(const FoundShard& shard, const RecordSelection& records) {
  const InputFile file(shard.path);
  Reader reader(file);
  ReadSoFar read;
  for (std::uint64_t i = 0; i < k_sampled_of_shard && read.places < records.end();) {
    throw_if_stopped();
    const ReadItem item = reader.next();
    if (std::holds_alternative<End>(item)) return records.require_in(read, file.name());
    if (!records.contains(add_place(read, item))) continue;
    ++i;
    const auto* record = std::get_if<Record>(&item);
    if (record == nullptr) {
      const auto& damage = std::get<Damage>(item);
      if (!m_damage) {
        m_damage = Error(ErrorKind::bad_data, file.name(), text_of_unsaved(damage),
                         hint_for_unsaved(file.name(), damage, sniff_compression(file)));
      }
      continue;
    }
    const bool is_parsed = m_view.parse(record->payload);
    if (is_parsed && !m_view.feature_list_names().empty()) ++m_sequences;
    if (!is_parsed || !m_view.has_features()) {
      m_payloads += stored_facts(record->payload) ? 1 : 0;
      continue;
    }
    ++m_records;
    for (const FeatureView& feature : m_view.features()) add(feature);
  }
}

void ExtractSample::add(const FeatureView& feature) {
  Sampled& sampled = m_features[std::string(feature.name)];
  ++sampled.records;
  if (feature.length == 0 || feature.kind == ListKind::bytes) ++sampled.bytes;
  if (feature.length == 0) return;
  if (feature.kind == ListKind::int64_list && feature.length == 1) {
    ++sampled.names;
    ++sampled.numbers;
  }
  if (feature.kind != ListKind::bytes) return;
  m_view.read(feature, m_values);
  const std::string_view value = m_values.front();
  if (feature.length == 1) ++sampled.sizes[value.size()];
  if (feature.length == 1 && value.size() >= k_least_raw_bytes) count_known_size(sampled, value.size());
  if (stored_facts(value)) {
    ++sampled.images;
    if (has_mask_form(image_facts(value))) ++sampled.masks;
  } else if (feature.length == 1 && !value.empty() && value.size() <= 1000 && is_utf8(value)) {
    ++sampled.names;
  } else if (feature.length == 1 && !value.empty() && value.size() <= 255 &&
             std::none_of(value.begin(), value.end(), [](char c) { return c >= 0 && c < ' '; })) {
    ++sampled.odd_names;
  }
}

void ExtractSample::count_known_size(Sampled& sampled, std::size_t bytes) {
  for (const SizeFeatures& names : k_size_features) {
    if (!shape_from_features(m_view, names, bytes)) continue;
    ++sampled.known_sizes;
    sampled.size_features = names;
    return;
  }
}

}  // namespace tfrec
