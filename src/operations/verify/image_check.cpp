// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/image_check.hpp"

#include <algorithm>

#include "base/concurrency/stop.hpp"
#include "base/sandbox/sandbox.hpp"
#include "example/schema.hpp"
#include "image/decode_memory.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_max_rejected = 100'000;  // of a feature in a file; more are only counted
constexpr std::size_t k_max_others = 1'000;
constexpr std::size_t k_few = 5;
constexpr std::size_t k_batch_items = 64;
constexpr std::size_t k_batch_bytes = std::size_t{256} << 10;

std::string wrong_length(std::uint64_t length, const std::string& unit, const ExpectedShape& expected) {
  return "has " + std::to_string(length) + " " + unit + (length == 1 ? "" : "s") + ", not those of " +
         text_of(expected);
}

}  // namespace

ImageLint::ImageLint(unsigned workers, std::uint64_t max_pixels, const RecordVisitor* visitor)
    : m_visitor(visitor), m_images(workers) {
  m_options.max_pixels = max_pixels;
  // Neither changes the verdict: libjpeg decodes every code, and leaves out what makes samples of them.
  m_options.orientation = OrientationPolicy::ignore;
  m_options.reduction = 8;
}

unsigned ImageLint::reduction(const ImageFacts& facts) const {
  return m_visitor == nullptr ? m_options.reduction : m_visitor->reduction(facts);
}

std::optional<Rejected> ImageLint::check(std::string_view image, unsigned worker, const Look& look) {
  constexpr std::uint64_t k_kept_bytes = std::uint64_t{64} << 20;
  std::unique_ptr<Pixels>& pixels = m_images[worker];
  if (!pixels) pixels = codec().new_pixels();
  DecodeReport report;
  DecodeOptions options = m_options;
  if (m_visitor != nullptr) options.reduction = reduction(image_facts(image));
  auto rejected = codec().decode(image, options, *pixels, report);
  if (!rejected) look(report.source, *pixels, options.reduction);
  // The memory of huge ones would add up over the workers.
  if (bytes_needed(report.source) > k_kept_bytes) pixels.reset();
  return rejected;
}

std::uint64_t ImageLint::bytes_needed(const ImageFacts& facts) const {
  const std::uint64_t pixels = std::uint64_t{facts.width} * facts.height;
  return pixels > m_options.max_pixels ? 0 : bytes_to_decode(facts, reduction(facts));
}

FeatureTallies::value_type* ImageCheck::tally_of(std::string_view name) {
  const auto known = m_tallies.find(name);
  if (known != m_tallies.end()) return &*known;
  if (m_tallies.size() >= Schema::k_max_names) return nullptr;
  return &*m_tallies.try_emplace(std::string(name)).first;
}

void ImageCheck::look_into(const Record& record, const ExampleView& example) {
  const std::uint64_t payload = record.offset + k_frame_header_bytes;
  for (const FeatureView& feature : example.features()) {
    auto* named = tally_of(feature.name);
    if (named == nullptr || !feature.kind) continue;
    auto& [name, tally] = *named;
    if (feature.kind != ListKind::bytes) {
      look_at_list(feature, {record.index, payload, record.payload.size()}, tally);
      continue;
    }
    const bool may_be_mask = m_questions.masks != nullptr && m_questions.masks->has(feature.name);
    example.read(feature, m_values);
    for (std::size_t i = 0; i < m_values.size(); ++i) {
      const auto at = static_cast<std::uint64_t>(m_values[i].data() - record.payload.data());
      look_at(m_values[i], {record.index, payload + at, m_values[i].size(), i, m_values.size()}, name, tally,
              may_be_mask);
    }
  }
}

void ImageCheck::look_at_payload(const Record& record) {
  look_at(record.payload, {record.index, record.offset + k_frame_header_bytes, record.payload.size()}, {},
          m_payloads);
}

void ImageCheck::look_at(std::string_view value, const ValuePlace& place, std::string_view feature,
                         FeatureTally& tally, bool may_be_mask) {
  ++tally.counts.values;
  const ImageFacts facts = image_facts(value);
  if (!is_image_value(facts)) return look_at_other(value, facts.format, place, tally);
  const bool is_decoded = info(facts.format).is_decodable;
  ++(is_decoded ? tally.counts.images : tally.counts.undecodable);
  if (!is_decoded) tally.unreadable.add(1, place, [&] { return std::string(info(facts.format).phrase); });
  const bool is_mask = may_be_mask && has_mask_form(facts);
  std::optional<ExpectedShape> expected = m_questions.expected;
  if (expected && is_mask) expected->channels = 0;  // those of its image
  const bool has_shape = is_decoded || facts.width > 0;
  if (expected && has_shape && !expected->fits(facts))
    tally.misshapen.add(k_few, place, [&] { return describe_mismatch(*expected, facts); });
  if (is_decoded && !is_mask && m_questions.lint != nullptr)
    enqueue(facts, value, {&tally, feature, place, m_batch.bytes.size()});
}

void ImageCheck::look_at_other(std::string_view value, ImageFormat format, const ValuePlace& place,
                               FeatureTally& tally) const {
  if (value.empty()) ++tally.counts.empty;
  const auto& expected = m_questions.expected;
  if (expected && expected->fits_bytes(value.size())) {
    ++tally.counts.raw;
  } else if (expected) {
    tally.not_raw.add(k_few, place, [&] { return wrong_length(value.size(), "byte", *expected); });
  }
  tally.others.add(k_max_others, place, [&] {
    return value.empty() ? "is empty" : "is not an image: " + std::string(info(format).phrase);
  });
  if (tally.others.count > k_max_others && tally.counts.images == 0 && tally.others.first.size() > k_few) {
    tally.others.first.resize(k_few);  // most likely no feature of images
    tally.others.first.shrink_to_fit();
  }
}

void ImageCheck::look_at_list(const FeatureView& feature, const ValuePlace& place,
                              FeatureTally& tally) const {
  const auto& expected = m_questions.expected;
  if (!expected) return;
  ++tally.counts.values;
  if (expected->fits_values(feature.length)) {
    ++tally.counts.raw;
  } else {
    tally.not_raw.add(k_few, place, [&] { return wrong_length(feature.length, "value", *expected); });
  }
}

void ImageCheck::enqueue(const ImageFacts& facts, std::string_view value, const Item& item) {
  m_batch.items.push_back(item);
  m_batch.bytes += value;
  m_batch.needed = std::max(m_batch.needed, m_questions.lint->bytes_needed(facts));
  if (m_batch.items.size() >= k_batch_items || m_batch.bytes.size() >= k_batch_bytes) share_batch();
}

void ImageCheck::share_batch() {
  if (m_batch.items.empty()) return;
  const auto batch = std::make_shared<const Batch>(std::move(m_batch));
  m_batch = {};
  m_pool.share(batch->bytes.size(), batch->needed, [this, batch](unsigned worker) {
    codec();  // is not loaded where no file can be opened
    run_confined([&] { decode(*batch, worker); });
  });
}

void ImageCheck::decode(const Batch& batch, unsigned worker) {
  for (const Item& item : batch.items) {
    throw_if_stopped();
    const auto image =
        std::string_view(batch.bytes).substr(item.begin, static_cast<std::size_t>(item.place.length));
    const std::optional<Rejected> rejected = m_questions.lint->check(
        image, worker, [&](const ImageFacts& facts, const Pixels& pixels, unsigned reduction) {
          if (m_questions.visitor == nullptr) return;
          m_questions.visitor->look_at(
              {item.feature, item.place.record, item.place.value, image, facts, pixels, reduction});
        });
    const std::lock_guard lock(m_mutex);
    if (rejected) {
      item.tally->rejected.add(k_max_rejected, item.place, [&] { return rejected->reason; });
    } else {
      ++item.tally->counts.sound;
    }
  }
}

}  // namespace tfrec
