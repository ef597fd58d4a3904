// SPDX-License-Identifier: Apache-2.0
#include "operations/reader/record_survey.hpp"

#include "base/concurrency/stop.hpp"
#include "base/files/file.hpp"
#include "base/text/utf8.hpp"
#include "records/copy/image_summary.hpp"
#include "records/masks/record_masks.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace {

/// Names that producers give to the sides of an image.
const std::array<SizeFeatures, 4> k_size_features{
    SizeFeatures{"image/height", "image/width", "image/channels"},
    SizeFeatures{"image/height", "image/width", "image/depth"}, SizeFeatures{"height", "width", "channels"},
    SizeFeatures{"height", "width", "depth"}};

bool is_shown(char32_t code) {
  return code >= U' ' || code == U'\n' || code == U'\r' || code == U'\t';
}

bool is_text(std::string_view value) {
  for (const Utf8Character& one : Utf8Characters(value)) {
    if (!one.is_valid || !is_shown(one.code)) return false;
  }
  return true;
}

}  // namespace

void ValueTally::add(std::string_view value, const ExampleView& record) {
  ++values;
  if (const auto facts = stored_facts(value)) {
    ++images;
    if (has_mask_form(*facts)) ++masks;
    ++formats[facts->format];
    channels.insert(facts->channels);
    has_palette = has_palette || facts->palette;
    has_cmyk = has_cmyk || facts->cmyk;
    bits.add(facts->bits);
    heights.add(facts->height);
    widths.add(facts->width);
    return;
  }
  if (is_text(value)) ++texts;
  constexpr std::size_t k_least_pixels = 64;
  if (value.size() < k_least_pixels) return;
  for (const SizeFeatures& names : k_size_features) {
    const auto as_bytes = shape_from_features(record, names, value.size());
    const auto as_floats = value.size() % sizeof(float) == 0
                               ? shape_from_features(record, names, value.size() / sizeof(float))
                               : std::nullopt;
    if (as_bytes) ++sized[names];
    if (as_floats) ++sized_floats[names];
    if (as_bytes || as_floats) return sized_channels.insert((as_bytes ? *as_bytes : *as_floats)[2]), void();
  }
}

void ValueTally::add(const ValueTally& other) {
  values += other.values;
  texts += other.texts;
  images += other.images;
  masks += other.masks;
  for (const auto& [format, count] : other.formats) formats[format] += count;
  channels.insert(other.channels.begin(), other.channels.end());
  has_palette = has_palette || other.has_palette;
  has_cmyk = has_cmyk || other.has_cmyk;
  bits.add(other.bits);
  heights.add(other.heights);
  widths.add(other.widths);
  for (const auto& [names, count] : other.sized) sized[names] += count;
  for (const auto& [names, count] : other.sized_floats) sized_floats[names] += count;
  sized_channels.insert(other.sized_channels.begin(), other.sized_channels.end());
}

void RecordSurvey::read(const FoundShard& shard, std::uint64_t most_bytes) {
  const InputFile file(shard.path);
  Reader reader(file);
  while (true) {
    throw_if_stopped();
    const ReadItem item = reader.next();
    if (std::holds_alternative<End>(item)) return;
    if (const auto* damage = std::get_if<Damage>(&item)) {
      throw Error(ErrorKind::bad_data, shard.path.string(), text_of(*damage),
                  "`tfrec repair` recovers the intact records");
    }
    if (m_bytes >= most_bytes) {
      m_is_complete = false;
      return;
    }
    add(std::get<Record>(item).payload);
  }
}

void RecordSurvey::add(std::string_view payload) {
  ++m_records;
  m_bytes += payload.size();
  const bool is_parsed = m_view.parse(payload);
  if (!is_parsed || (!m_view.has_features() && !payload.empty())) {
    if (is_parsed && m_view.has_feature_lists()) ++m_sequences;
    ++m_others;
    return;
  }
  if (m_view.has_feature_lists()) ++m_sequences;
  m_schema.add_with_values(m_view);
  m_label_texts.add(m_view);
  add_boxes();
  for (const FeatureView& feature : m_view.features()) {
    if (feature.kind == ListKind::float_list && feature.length % 4 != 0) m_not_by_fours.emplace(feature.name);
    if (feature.kind != ListKind::bytes) continue;
    if (m_values.size() >= Schema::k_max_names && !m_values.contains(feature.name)) continue;
    m_view.read(feature, m_bytes_values);
    ValueTally& tally = m_values[std::string(feature.name)];
    for (const std::string_view value : m_bytes_values) tally.add(value, m_view);
  }
}

void RecordSurvey::add_boxes() {
  if (!m_boxes.read(m_view) || m_boxes.texts().size() != m_boxes.labels().size()) return;
  for (std::size_t i = 0; i < m_boxes.labels().size(); ++i) {
    const std::int64_t id = m_boxes.labels()[i];
    if (m_box_texts.size() < k_most_classes || m_box_texts.contains(id))
      m_box_texts[id].emplace(m_boxes.texts()[i]);
  }
}

std::map<std::int64_t, std::string> RecordSurvey::box_classes() const {
  std::map<std::int64_t, std::string> classes;
  for (const auto& [id, texts] : m_box_texts) {
    if (texts.size() != 1 || m_box_texts.size() == k_most_classes) return {};
    classes[id] = *texts.begin();
  }
  return classes;
}

void RecordSurvey::add(const RecordSurvey& other) {
  for (const auto& [id, texts] : other.m_box_texts) m_box_texts[id].insert(texts.begin(), texts.end());
  m_schema.add(other.m_schema);
  m_label_texts.add(other.m_label_texts);
  for (const auto& [name, tally] : other.m_values) m_values[name].add(tally);
  m_not_by_fours.insert(other.m_not_by_fours.begin(), other.m_not_by_fours.end());
  m_records += other.m_records;
  m_bytes += other.m_bytes;
  m_sequences += other.m_sequences;
  m_others += other.m_others;
  m_is_complete = m_is_complete && other.m_is_complete;
}

const ValueTally& RecordSurvey::values(const std::string& feature) const {
  static const ValueTally k_none;
  const auto found = m_values.find(feature);
  return found == m_values.end() ? k_none : found->second;
}

}  // namespace tfrec
