// SPDX-License-Identifier: Apache-2.0
#include "operations/report/shard_facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>

#include "image/jpeg/jpeg_segments.hpp"
#include "operations/report/image_look.hpp"
#include "records/copy/record_boxes.hpp"
#include "tfrecord/record_key.hpp"

namespace tfrec {

namespace {

constexpr std::uint32_t k_longest_side = 65'535;

std::uint16_t side_of(std::uint64_t side) {
  return static_cast<std::uint16_t>(std::min<std::uint64_t>(side, k_longest_side));
}

/// Quantisation tables come before the samples, behind some metadata.
std::uint8_t quality_of(std::string_view jpeg) {
  constexpr std::size_t k_headers = std::size_t{96} << 10U;
  const auto quality = jpeg_quality(jpeg.substr(0, k_headers));
  return static_cast<std::uint8_t>(quality.value_or(0));
}

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
  const auto edge = [&](BoxList list, std::size_t i) { return static_cast<double>(boxes.edge(list)[i]); };
  for (std::size_t i = 0; i < boxes.count(); ++i) {
    const double width = edge(BoxList::xmax, i) - edge(BoxList::xmin, i);
    const double height = edge(BoxList::ymax, i) - edge(BoxList::ymin, i);
    if (!(width > 0 && width <= 1.01) || !(height > 0 && height <= 1.01)) continue;
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
  const bool fits = (*shape)[0] <= k_longest_side && (*shape)[1] <= k_longest_side &&
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
  add_image(row, example, pool);
  add_boxes(row, example);
  if (m_source != nullptr) m_source->add_facts(single_text(example, m_features.name), row);
  if (m_budget.take()) rows.push_back(row);
}

void ReportShardFacts::look_at_payload(const Record& record) {
  ++records;
  ImageRow row;
  row.record = static_cast<std::uint32_t>(record.index);
  row.offset = record.offset;
  if (m_features.image.empty()) add_facts(row, record.payload);
  if (m_budget.take()) rows.push_back(row);
}

void ReportShardFacts::add_facts(ImageRow& row, std::string_view image) const {
  const ImageFacts facts = image_facts(image);
  if (!is_image_value(facts)) return;
  row.format = facts.format;
  row.width = side_of(facts.width);
  row.height = side_of(facts.height);
  row.channels = static_cast<std::uint8_t>(std::clamp(facts.channels, 0, 255));
  row.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(image.size(), UINT32_MAX));
  row.key = record_key(image);
  row.is_progressive = facts.progressive;
  row.is_turned = facts.exif_orientation != 1;
  if (facts.format == ImageFormat::jpeg) row.quality = quality_of(image);
}

void ReportShardFacts::add_image(ImageRow& row, const ExampleView& example, TaskPool& pool) {
  const FeatureView* feature = m_features.image.empty() ? nullptr : example.find(m_features.image);
  if (feature == nullptr || feature->kind != ListKind::bytes || feature->length == 0) return;
  example.read(*feature, m_values);
  if (m_features.raw) return add_raw(row, m_values.front(), example, pool);
  add_facts(row, m_values.front());
}

void ReportShardFacts::add_raw(ImageRow& row, std::string_view bytes, const ExampleView& example,
                               TaskPool& pool) {
  auto pixels = std::make_shared<RawPixels8>(raw_pixels8(*m_features.raw, bytes, example, m_shard));
  if (pixels->bytes.empty()) return;
  row.is_raw = true;
  row.width = side_of(static_cast<std::uint64_t>(pixels->width));
  row.height = side_of(static_cast<std::uint64_t>(pixels->height));
  row.channels = static_cast<std::uint8_t>(pixels->channels);
  row.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes.size(), UINT32_MAX));
  row.key = record_key(bytes);
  pool.share(pixels->bytes.size(), 0, [this, pixels, record = row.record](unsigned) {
    const auto stride = static_cast<std::size_t>(pixels->width) * static_cast<std::size_t>(pixels->channels);
    const PixelView view{reinterpret_cast<const std::uint8_t*>(pixels->bytes.data()),
                         stride,
                         pixels->width,
                         pixels->height,
                         pixels->channels,
                         true};
    ImageRow look;
    look.record = record;
    tfrec::look_at(view, 1, static_cast<std::uint32_t>(pixels->width),
                   static_cast<std::uint32_t>(pixels->height), look);
    const std::lock_guard lock(m_mutex);
    m_looks.push_back(look);
  });
}

void ReportShardFacts::add_label(ImageRow& row, const ExampleView& example) {
  const std::optional<std::string> text = m_labels.read(example);
  if (!text) return;
  auto known = m_label_places.find(*text);
  if (known == m_label_places.end()) {
    if (labels.size() >= k_most_labels) return;
    known = m_label_places.emplace(*text, static_cast<std::uint32_t>(labels.size())).first;
    labels.push_back(*text);
    label_records.push_back(0);
  }
  row.label = known->second;
  ++label_records[known->second];
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
  ImageRow look;
  look.record = static_cast<std::uint32_t>(image.record);
  tfrec::look_at(view_of(image.pixels), image.reduction, image.facts.width, image.facts.height, look);
  const std::lock_guard lock(m_mutex);
  m_looks.push_back(look);
}

void ReportShardFacts::look_at_mask(std::uint64_t /*record*/, const MaskPixels& pixels) {
  const std::lock_guard lock(m_mutex);
  masks.add(1, 0, pixels);
}

void ReportShardFacts::finish() {
  std::ranges::sort(m_looks, {}, &ImageRow::record);
  auto row = rows.begin();
  for (const ImageRow& look : m_looks) {
    while (row != rows.end() && row->record < look.record) ++row;
    if (row == rows.end() || row->record != look.record) continue;
    row->hash = look.hash;
    row->brightness = look.brightness;
    row->contrast = look.contrast;
    row->sharpness = look.sharpness;
    row->saturation = look.saturation;
    row->low = look.low;
    row->high = look.high;
    row->is_seen = true;
  }
  m_looks = {};
}

}  // namespace tfrec
