// SPDX-License-Identifier: Apache-2.0
#include "operations/report/shard_facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "operations/report/file_facts.hpp"
#include "records/copy/record_boxes.hpp"
#include "tfrecord/record_key.hpp"

namespace tfrec {

namespace {

std::vector<float> floats_of(std::string_view bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

std::string bytes_of_floats(const std::vector<float>& values) {
  const bool are_large = std::ranges::any_of(values, [](float value) { return value > 1.5F; });
  const float scale = are_large ? 1.0F : 255.0F;
  std::string bytes;
  bytes.reserve(values.size());
  for (const float value : values) {
    const float level = std::isfinite(value) ? std::clamp(value * scale, 0.0F, 255.0F) : 0.0F;
    bytes += static_cast<char>(static_cast<unsigned char>(std::lround(level)));
  }
  return bytes;
}

std::size_t cell_of(double share, std::size_t cells) {
  const auto place = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(cells));
  return std::min(place, cells - 1);
}

void add_shapes(BoxShapes& shapes, const RecordBoxes& boxes) {
  constexpr double k_whole = 0.99;
  constexpr double k_widest = 2;
  const auto edge = [&](BoxList list, std::size_t i) { return static_cast<double>(boxes.edge(list)[i]); };
  for (std::size_t i = 0; i < boxes.count(); ++i) {
    const double width = edge(BoxList::xmax, i) - edge(BoxList::xmin, i);
    const double height = edge(BoxList::ymax, i) - edge(BoxList::ymin, i);
    // Boxes may leave their image. Edges far outside of it are in pixels.
    if (!(width > 0 && width <= k_widest) || !(height > 0 && height <= k_widest)) continue;
    const std::size_t column =
        cell_of((edge(BoxList::xmin, i) + edge(BoxList::xmax, i)) / 2, BoxShapes::k_cells);
    const std::size_t row =
        cell_of((edge(BoxList::ymin, i) + edge(BoxList::ymax, i)) / 2, BoxShapes::k_cells);
    ++shapes.centers[row * BoxShapes::k_cells + column];
    ++shapes.sizes[cell_of(std::sqrt(width * height), BoxShapes::k_sizes)];
    if (width * height >= k_whole) ++shapes.whole;
    if (std::min(width, height) < BoxShapes::k_tiny_side) ++shapes.tiny;
  }
}

}  // namespace

void BoxShapes::add(const BoxShapes& other) {
  for (std::size_t i = 0; i < centers.size(); ++i) centers[i] += other.centers[i];
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] += other.sizes[i];
  whole += other.whole;
  tiny += other.tiny;
}

RawPixels8 raw_pixels8(const RawImages& raw, std::string_view bytes, const ExampleView& example,
                       std::size_t shard) {
  const auto shape = raw.shape_in(example, shard, bytes.size());
  if (!shape || shape->size() < 2 || raw.bytes_of(*shape) != bytes.size()) return {};
  const std::uint64_t channels = shape->size() > 2 ? (*shape)[2] : 1;
  const bool fits = (*shape)[0] <= ImageRow::k_longest_side && (*shape)[1] <= ImageRow::k_longest_side &&
                    (channels == 1 || channels == 3) && shape->size() <= 3;
  if (!fits || bytes.empty()) return {};
  return {raw.are_floats ? bytes_of_floats(floats_of(bytes)) : std::string(bytes),
          static_cast<int>((*shape)[1]), static_cast<int>((*shape)[0]), static_cast<int>(channels)};
}

void ReportShardFacts::look_into(const Record& record, const ExampleView& example, TaskPool& pool) {
  ++records;
  schema.add_with_values(example);
  label_texts.add(example);
  ImageRow row;
  row.record = static_cast<std::uint32_t>(record.index);
  row.offset = record.offset;
  add_label(row, example);
  RawPixels8 raw = add_image(row, example);
  add_boxes(row, example);
  if (m_source != nullptr) m_source->add_facts(single_text(example, m_features.name), row);
  keep(row);
  if (!raw.bytes.empty()) share_look(record.index, std::move(raw), pool);
}

void ReportShardFacts::look_at_payload(const Record& record) {
  ++records;
  ImageRow row;
  row.record = static_cast<std::uint32_t>(record.index);
  row.offset = record.offset;
  if (m_features.image.empty()) add_image_facts(record.payload, row);
  keep(row);
}

void ReportShardFacts::keep(const ImageRow& row) {
  const std::lock_guard lock(m_mutex);
  if (rows.size() < m_quota) rows.push_back(row);
}

ImageRow* ReportShardFacts::kept_row(std::uint64_t record) {
  const auto row = std::ranges::lower_bound(rows, record, {}, &ImageRow::record);
  return row == rows.end() || row->record != record ? nullptr : &*row;
}

void ReportShardFacts::measure(std::uint64_t record, const PixelView& pixels, unsigned reduction,
                               std::uint32_t width, std::uint32_t height) {
  {
    const std::lock_guard lock(m_mutex);
    if (kept_row(record) == nullptr) return;
  }
  ImageRow look;
  tfrec::look_at(pixels, reduction, width, height, look);
  const std::lock_guard lock(m_mutex);
  ImageRow& row = *kept_row(record);  // more rows may have moved it
  row.hash = look.hash;
  row.brightness = look.brightness;
  row.contrast = look.contrast;
  row.sharpness = look.sharpness;
  row.saturation = look.saturation;
  row.low = look.low;
  row.high = look.high;
  row.is_seen = true;
}

RawPixels8 ReportShardFacts::add_image(ImageRow& row, const ExampleView& example) {
  const FeatureView* feature = m_features.image.empty() ? nullptr : example.find(m_features.image);
  if (feature == nullptr || feature->kind != ListKind::bytes || feature->length == 0) return {};
  example.read(*feature, m_values);
  if (m_features.raw) return add_raw(row, m_values.front(), example);
  add_image_facts(m_values.front(), row);
  return {};
}

RawPixels8 ReportShardFacts::add_raw(ImageRow& row, std::string_view bytes,
                                     const ExampleView& example) const {
  RawPixels8 raw = raw_pixels8(*m_features.raw, bytes, example, m_shard);
  if (raw.bytes.empty()) return raw;
  row.is_raw = true;
  row.width = static_cast<std::uint16_t>(raw.width);
  row.height = static_cast<std::uint16_t>(raw.height);
  row.channels = static_cast<std::uint8_t>(raw.channels);
  row.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes.size(), UINT32_MAX));
  row.key = record_key(bytes);
  return raw;
}

void ReportShardFacts::share_look(std::uint64_t record, RawPixels8 raw, TaskPool& pool) {
  const std::size_t bytes = raw.bytes.size();
  const auto pixels = std::make_shared<const RawPixels8>(std::move(raw));
  pool.share(bytes, 0, [this, pixels, record](unsigned) {
    const auto stride = static_cast<std::size_t>(pixels->width) * static_cast<std::size_t>(pixels->channels);
    const PixelView view{reinterpret_cast<const std::uint8_t*>(pixels->bytes.data()),
                         stride,
                         pixels->width,
                         pixels->height,
                         pixels->channels,
                         true};
    measure(record, view, 1, static_cast<std::uint32_t>(pixels->width),
            static_cast<std::uint32_t>(pixels->height));
  });
}

std::vector<std::uint32_t> ReportShardFacts::class_places(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> places;
  bool are_beyond = false;
  for (const std::string& text : texts) {
    auto known = m_class_places.find(text);
    if (known == m_class_places.end()) {
      are_beyond |= classes.size() >= k_most_labels;
      if (classes.size() >= k_most_labels) continue;
      known = m_class_places.emplace(text, static_cast<std::uint32_t>(classes.size())).first;
      classes.push_back(text);
      class_records.push_back(0);
    }
    places.push_back(known->second);
  }
  beyond_classes += are_beyond ? 1 : 0;
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

void ReportShardFacts::add_label(ImageRow& row, const ExampleView& example) {
  constexpr std::size_t k_most_of_row = 100;  // more are counted, and not kept
  const std::vector<std::string>& texts = m_labels.read(example);
  std::vector<std::uint32_t> places = class_places(texts);
  for (const std::uint32_t place : places) ++class_records[place];
  if (!places.empty()) ++labelled;
  if (texts.empty() && m_features.label.may_be_several()) ++unlabelled;
  if (places.empty() && (!texts.empty() || !m_features.label.may_be_several())) return;
  places.resize(std::min(places.size(), k_most_of_row));
  const auto known = m_label_places.find(places);
  if (known != m_label_places.end()) {
    row.label = known->second;
  } else if (labels.size() < k_most_labels) {
    row.label = static_cast<std::uint32_t>(labels.size());
    m_label_places.emplace(places, row.label);
    labels.push_back(std::move(places));
  } else {
    ++beyond_labels;
  }
}

void ReportShardFacts::add_boxes(const ImageRow& row, const ExampleView& example) {
  RecordBoxes record;
  if (!record.read(example) || !record.has_edges()) return;
  std::optional<double> area;
  if (row.has_image()) area = static_cast<double>(row.width) * row.height;
  boxes.add(record, area);
  add_shapes(box_shapes, record);
}

void ReportShardFacts::look_at(const DecodedImage& image) {
  if (image.value != 0 || image.feature != m_features.image || m_features.raw) return;
  measure(image.record, view_of(image.pixels), image.reduction, image.facts.width, image.facts.height);
}

void ReportShardFacts::look_at_mask(std::uint64_t /*record*/, const MaskPixels& pixels) {
  const std::lock_guard lock(m_mutex);
  masks.add(1, 0, pixels);
}

}  // namespace tfrec
