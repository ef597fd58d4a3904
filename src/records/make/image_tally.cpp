// SPDX-License-Identifier: Apache-2.0
#include "records/make/image_tally.hpp"

#include <algorithm>
#include <array>

#include "base/text/ascii.hpp"
#include "base/text/printable.hpp"

namespace tfrec {

namespace {

std::string lower_extension(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string() : lowered(path.substr(dot));
}

constexpr const char* k_oddity = "oddity: ";
/// In the order of entries().
constexpr std::array<const char*, 15> k_facts{
    "progressive", "gray",      "cmyk",          "transparent",       "deep",
    "turned",      "blended",   "misnamed",      "enlarged",          "stretched",
    "copied",      "reencoded", "upright_masks", "antialiased_masks", "black_and_white_masks"};

/// Whether the name ends in the extension of another format.
bool is_misnamed(const FormatInfo& format, std::string_view path) {
  const std::string extension = lower_extension(path);
  return !format.has_extension(extension) &&
         std::any_of(image_formats().begin(), image_formats().end(),
                     [&](const FormatInfo& other) { return other.has_extension(extension); });
}

/// False for traits that whole sets share on purpose.
bool is_unusual(std::string_view fact) {
  constexpr std::array<std::string_view, 6> k_usual{"progressive", "turned",    "stretched",
                                                    "copied",      "reencoded", "black_and_white_masks"};
  return std::ranges::find(k_usual, fact) == k_usual.end();
}

}  // namespace

std::vector<std::string_view> ImageTally::add(const MadeRecord& record, std::string_view path) {
  const DecodeReport& report = record.report;
  const ImageFacts& source = report.source;
  const FormatInfo& format = info(source.format);
  if (record.rejected || !format.is_decodable) return {};
  ++m_formats[std::string(format.name)];
  const auto in_some_set = [&record](bool RecordVariant::*fact) {
    return std::any_of(record.variants.begin(), record.variants.end(),
                       [fact](const RecordVariant& variant) { return variant.*fact; });
  };
  const std::array<bool, k_facts.size()> holds{source.progressive,
                                               source.channels == 1 || source.channels == 2,
                                               report.cmyk,
                                               source.alpha,
                                               source.bits > 8,
                                               report.turned,
                                               report.blended,
                                               is_misnamed(format, path),
                                               in_some_set(&RecordVariant::enlarged),
                                               in_some_set(&RecordVariant::stretched),
                                               in_some_set(&RecordVariant::copied),
                                               in_some_set(&RecordVariant::reencoded),
                                               record.mask.upright,
                                               record.mask.antialiased,
                                               record.mask.black_and_white};
  std::vector<std::string_view> unusual;
  for (std::size_t i = 0; i < holds.size(); ++i) {
    if (!holds[i]) continue;
    ++m_facts[k_facts[i]];
    if (is_unusual(k_facts[i])) unusual.emplace_back(k_facts[i]);
  }
  for (const std::string& oddity : report.oddities) ++m_oddities[k_oddity + printable(oddity)];
  return unusual;
}

void ImageTally::add(const std::string& entry, std::uint64_t count) {
  if (entry.starts_with(k_oddity)) {
    m_oddities[entry] += count;
    return;
  }
  const bool is_format = std::any_of(image_formats().begin(), image_formats().end(),
                                     [&](const auto& known) { return known.name == entry; });
  (is_format ? m_formats : m_facts)[entry] += count;
}

void ImageTally::add(const ImageTally& other) {
  for (const auto& [entry, count] : other.entries()) add(entry, count);
}

std::vector<std::pair<std::string, std::uint64_t>> ImageTally::entries() const {
  std::vector<std::pair<std::string, std::uint64_t>> all(m_formats.begin(), m_formats.end());
  for (const char* fact : k_facts) {
    if (const auto found = m_facts.find(fact); found != m_facts.end()) all.emplace_back(*found);
  }
  all.insert(all.end(), m_oddities.begin(), m_oddities.end());
  return all;
}

}  // namespace tfrec
