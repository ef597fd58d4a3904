// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/masks/mask_check.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

constexpr std::string_view k_usual_image = "image/encoded";

ImageSides sides_of(const ImageFacts& facts) {
  return {facts.width, facts.height};
}

std::string form_text(const ImageFacts& facts) {
  if (facts.format != ImageFormat::png) return "is " + std::string(info(facts.format).phrase) + ", not a PNG";
  return "has " + std::to_string(facts.channels) + " channels, not one of ids";
}

/// Producers write it in upper or lower case.
bool states_png(std::string_view format) {
  return lowered(format) == "png";
}

/// "has id 7 in 12 pixels and 2 other ids that are not among the classes of the manifest"; empty if all are.
std::string unknown_ids(const MaskPixels& pixels, const MaskRules& rules) {
  std::string text;
  std::uint64_t others = 0;
  for (const auto& [id, count] : pixels) {
    if (rules.allows(id)) continue;
    if (text.empty()) {
      text = "has id " + std::to_string(id) + " in " + counted(count, "pixel", "pixels");
    } else {
      ++others;
    }
  }
  if (text.empty()) return {};
  if (others > 0) text += " and " + counted(others, "other id", "other ids");
  return text + (others > 0 ? ", which are" : ", which is") + " not among the manifest's mask-classes";
}

}  // namespace

void MaskFindings::add(const ValuePlace& place, std::string reason) {
  ++count;
  const auto order = [](const ValueFinding& one) { return std::tuple(one.place.record, one.place.value); };
  ValueFinding finding{place, std::move(reason)};
  first.insert(std::ranges::upper_bound(first, order(finding), {}, order), std::move(finding));
  if (first.size() > k_most_kept) first.pop_back();
}

void MaskCheck::look_into(const Record& record, const ExampleView& example) {
  const std::uint64_t payload = record.offset + k_frame_header_bytes;
  m_example = &example;
  m_sizes.reset();
  for (const FeatureView& feature : example.features()) {
    if (feature.kind != ListKind::bytes || !m_recorded.features.has(feature.name)) continue;
    const auto [known, is_new] = m_tallies.try_emplace(std::string(feature.name));
    MaskTally& tally = known->second;
    if (is_new) tally.is_stated = m_recorded.features.stated().contains(feature.name);
    read_formats(feature.name);
    example.read(feature, m_values);
    for (std::size_t i = 0; i < m_values.size(); ++i) {
      const auto at = static_cast<std::uint64_t>(m_values[i].data() - record.payload.data());
      look_at(m_values[i], {record.index, payload + at, m_values[i].size(), i, m_values.size()}, tally);
    }
  }
}

void MaskCheck::look_at(std::string_view value, const ValuePlace& place, MaskTally& tally) {
  const ImageFacts facts = image_facts(value);
  if (!is_image_value(facts)) return;
  if (!has_mask_form(facts)) {
    ++tally.others;
    const std::lock_guard lock(m_mutex);
    if (facts.width > 0) tally.of(MaskFault::form).add(place, form_text(facts));
    return;
  }
  ++tally.masks;
  if (facts.palette && tally.palettes++ == 0) tally.first_palette = place;
  if (place.value < m_formats.size() && !states_png(m_formats[place.value])) {
    const std::lock_guard lock(m_mutex);
    tally.of(MaskFault::format)
        .add(place,
             "is a PNG, and its format is " + in_quotes(printable_excerpt(m_formats[place.value], 20)));
  }
  if (has_size_of_an_image(facts)) return share(value, facts, place, tally);
  const std::string image = m_sizes->size() == 1 ? "the image is " : "an image is ";
  const std::lock_guard lock(m_mutex);
  tally.of(MaskFault::size)
      .add(place, "is " + sides_text(sides_of(facts)) + ", and " + image + sides_text(m_sizes->front()));
}

/// They are in ".../format" beside ".../encoded", as those of images are.
void MaskCheck::read_formats(std::string_view mask_feature) {
  constexpr std::string_view k_encoded = "/encoded";
  m_formats.clear();
  if (!mask_feature.ends_with(k_encoded)) return;
  mask_feature.remove_suffix(k_encoded.size());
  const FeatureView* formats = m_example->find(std::string(mask_feature) + "/format");
  if (formats != nullptr && formats->kind == ListKind::bytes) m_example->read(*formats, m_formats);
}

/// A record without an image has none to differ from.
bool MaskCheck::has_size_of_an_image(const ImageFacts& facts) {
  if (!m_sizes) read_image_sizes();
  return m_sizes->empty() || std::ranges::find(*m_sizes, sides_of(facts)) != m_sizes->end();
}

/// The image is the feature with the usual name; without it, any that is not a mask.
void MaskCheck::read_image_sizes() {
  m_sizes.emplace();
  const auto add = [&](const FeatureView& feature) {
    m_example->read(feature, m_images);
    for (const std::string_view image : m_images) {
      const ImageFacts facts = image_facts(image);
      if (is_image_value(facts) && facts.width > 0) m_sizes->push_back(sides_of(facts));
    }
  };
  const FeatureView* usual = m_example->find(k_usual_image);
  if (usual != nullptr && usual->kind == ListKind::bytes) add(*usual);
  if (!m_sizes->empty()) return;
  for (const FeatureView& feature : m_example->features()) {
    if (feature.kind == ListKind::bytes && !m_recorded.features.has(feature.name)) add(feature);
  }
}

void MaskCheck::share(std::string_view png, const ImageFacts& facts, const ValuePlace& place,
                      MaskTally& tally) {
  const std::uint64_t pixels = std::uint64_t{facts.width} * facts.height;
  const std::uint64_t needed = pixels > m_max_pixels ? 0 : pixels * (facts.bits > 8 ? 2 : 1);
  m_pool.share(png.size(), needed,
               [this, copy = std::string(png), place, &tally](unsigned) { count(copy, place, tally); });
}

void MaskCheck::count(std::string_view png, const ValuePlace& place, MaskTally& tally) {
  throw_if_stopped();
  MaskPixels pixels;
  const std::optional<Rejected> bad = count_mask_pixels(png, m_max_pixels, pixels);
  if (!bad && m_visitor != nullptr) m_visitor->look_at_mask(place.record, pixels);
  const std::lock_guard lock(m_mutex);
  if (bad) return tally.of(MaskFault::unreadable).add(place, bad->reason);
  ++tally.counted;
  add_pixels(pixels, tally.pixels);
  if (!tally.is_stated) return;
  if (std::string unknown = unknown_ids(pixels, m_recorded.rules); !unknown.empty())
    tally.of(MaskFault::ids).add(place, std::move(unknown));
}

}  // namespace tfrec
