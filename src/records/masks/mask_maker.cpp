// SPDX-License-Identifier: Apache-2.0
#include "records/masks/mask_maker.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "base/text/number.hpp"
#include "image/codec.hpp"
#include "image/facts/image_facts.hpp"
#include "image/png/plain_png.hpp"
#include "records/masks/place_mask.hpp"

namespace tfrec {

namespace {

std::string quoted_color(std::uint32_t rgb) {
  return std::to_string(rgb >> 16U) + "," + std::to_string((rgb >> 8U) & 255U) + "," +
         std::to_string(rgb & 255U);
}

/// Some reasons are "its samples …", not "has samples …".
Rejected of_mask(const std::string& reason) {
  constexpr std::string_view k_its = "its ";
  return Rejected{reason.starts_with(k_its) ? "its mask's " + reason.substr(k_its.size())
                                            : "its mask " + reason};
}

/// Formats other than PNG have no ids of more than 8 bits here, and no palette.
std::optional<Rejected> decode_other(std::string_view file, const ImageFacts& facts, StoredSamples& ids) {
  const bool is_scaled =
      facts.white_is_zero || facts.bits != 8 || (facts.max_sample != 0 && facts.max_sample != UINT8_MAX);
  if (facts.palette || is_scaled) {
    return Rejected{std::string(facts.palette ? "has a palette" : "has other samples than those of 8 bits") +
                    ", which is read from PNG only: convert it to PNG"};
  }
  DecodeOptions options;
  options.color = ColorPolicy::keep;
  options.orientation = OrientationPolicy::ignore;
  options.max_pixels = UINT64_MAX;  // its size is that of its image
  const std::unique_ptr<Pixels> pixels = codec().new_pixels();
  DecodeReport report;
  if (auto bad = codec().decode(file, options, *pixels, report)) return bad;
  ids.width = pixels->width();
  ids.height = pixels->height();
  ids.channels = pixels->channels();
  ids.bits = 8;
  const std::size_t row = static_cast<std::size_t>(ids.width) * static_cast<std::size_t>(ids.channels);
  ids.bytes.resize(row * static_cast<std::size_t>(ids.height));
  for (int y = 0; y < ids.height; ++y) {
    std::copy_n(pixels->row(y), row,
                ids.bytes.begin() + static_cast<std::ptrdiff_t>(row * static_cast<std::size_t>(y)));
  }
  for (std::size_t i = 0; ids.channels == 3 && i < ids.bytes.size(); i += 3)
    std::swap(ids.bytes[i], ids.bytes[i + 2]);  // B, G, R
  return std::nullopt;
}

/// Colours become ids.
std::optional<Rejected> look_up_colors(const MaskRules& rules, StoredSamples& ids) {
  if (rules.colors.empty()) return Rejected{"has colours, not ids: give their ids with --mask-colors FILE"};
  if (ids.bits != 8) return Rejected{"has colours of 16 bits"};
  const bool is_deep = rules.bits == 16;
  std::vector<std::uint8_t> found(ids.count() * (is_deep ? 2 : 1));
  auto* const deep = reinterpret_cast<std::uint16_t*>(found.data());
  auto known = rules.colors.end();
  for (std::size_t i = 0; i < ids.count(); ++i) {
    const std::uint8_t* rgb = ids.bytes.data() + 3 * i;
    const std::uint32_t color = std::uint32_t{rgb[0]} << 16U | std::uint32_t{rgb[1]} << 8U | rgb[2];
    if (known == rules.colors.end() || known->first != color) known = rules.colors.find(color);
    if (known == rules.colors.end())
      return Rejected{"has a pixel of colour " + quoted_color(color) + ", which --mask-colors does not list"};
    if (is_deep) {
      deep[i] = known->second;
    } else {
      found[i] = static_cast<std::uint8_t>(known->second);
    }
  }
  ids.bytes = std::move(found);
  ids.channels = 1;
  ids.bits = is_deep ? 16 : 8;
  return std::nullopt;
}

std::optional<Rejected> check_ids(const MaskRules& rules, const MaskPixels& pixels) {
  for (const auto& [id, count] : pixels) {
    if (rules.bits == 8 && id > 255)
      return Rejected{"has id " + std::to_string(id) + ", and the set's masks have 8 bits"};
    if (!rules.allows(id)) {
      return Rejected{"has id " + std::to_string(id) + " in " + std::to_string(count) + " pixel" +
                      (count == 1 ? "" : "s") + ", which --mask-classes does not list"};
    }
  }
  return std::nullopt;
}

/// Smooth edges have many grey values between few ids, each in few pixels.
bool looks_antialiased(const MaskPixels& pixels, std::size_t count) {
  constexpr std::size_t k_many_ids = 24;
  constexpr std::size_t k_few_pixels = 1000;  // one in so many
  if (pixels.size() < k_many_ids) return false;
  const auto rare =
      std::ranges::count_if(pixels, [&](const auto& one) { return one.second * k_few_pixels < count; });
  return 10 * static_cast<std::size_t>(rare) >= 8 * pixels.size();
}

std::string size_text(double width, double height) {
  return sides_text(
      std::array<std::uint64_t, 2>{static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)});
}

/// Whether the mask lies as the upright image does.
std::optional<Rejected> find_orientation(const MaskRules& rules, const SourceFrame& image,
                                         const ImageFacts& mask, bool& is_upright) {
  const auto is = [&](double width, double height) { return mask.width == width && mask.height == height; };
  const bool is_stored_size = is(image.width, image.height);
  const bool is_upright_size = is(image.upright_width(), image.upright_height());
  is_upright = rules.orientation == MaskOrientation::upright ||
               (rules.orientation == MaskOrientation::automatic && !is_stored_size);
  if (is_upright ? is_upright_size : is_stored_size) return std::nullopt;
  const bool is_turned = image.orientation != 1 && image.swaps_sides();
  return Rejected{
      "is " + size_text(mask.width, mask.height) + ", and the image is " +
      size_text(image.width, image.height) +
      (is_turned ? " as stored and " + size_text(image.upright_width(), image.upright_height()) + " upright"
                 : "")};
}

}  // namespace

std::optional<Rejected> read_mask_ids(std::string_view file, const MaskRules& rules, MadeMask& mask) {
  mask.file = file;
  const ImageFacts facts = image_facts(file);
  if (!info(facts.format).is_decodable) return of_mask("is not an image that can be read");
  if (std::uint64_t{facts.width} * facts.height > rules.max_pixels)
    return of_mask("has more pixels than --max-pixels " + std::to_string(rules.max_pixels));
  const bool is_png = facts.format == ImageFormat::png;
  // libpng also reads PNGs with damaged texts, whose chunks can't be copied.
  mask.is_gray_png = is_png && read_plain_png(file, mask.ids);
  std::optional<Rejected> bad;
  if (!mask.is_gray_png)
    bad = is_png ? read_png_samples(file, mask.ids) : decode_other(file, facts, mask.ids);
  if (!bad && mask.ids.channels == 3) bad = look_up_colors(rules, mask.ids);
  if (bad) return of_mask(bad->reason);
  mask.pixels_of_file = pixels_by_id(mask.ids);
  if (auto unknown = check_ids(rules, mask.pixels_of_file)) return of_mask(unknown->reason);
  return std::nullopt;
}

std::optional<Rejected> read_mask(std::string_view file, const MaskRules& rules, const SourceFrame& image,
                                  MadeMask& mask, MaskRemarks& remarks) {
  // Its size comes first: one of any size would take memory that was not admitted.
  const ImageFacts facts = image_facts(file);
  const bool has_size = info(facts.format).is_decodable;
  if (auto bad = has_size ? find_orientation(rules, image, facts, mask.is_upright) : std::nullopt)
    return of_mask(bad->reason);
  if (auto bad = read_mask_ids(file, rules, mask)) return bad;
  remarks.black_and_white =
      std::ranges::all_of(mask.pixels_of_file,
                          [](const auto& one) { return one.first == 0 || one.first == 255; }) &&
      mask.pixels_of_file.contains(255);
  remarks.upright = mask.is_upright && image.orientation != 1;
  remarks.antialiased = looks_antialiased(mask.pixels_of_file, mask.ids.count());
  return std::nullopt;
}

void make_mask(const MaskRules& rules, const SourceFrame& image, const Placement& place, MadeMask& mask) {
  const int orientation = mask.is_upright ? 1 : image.orientation;
  const Extent upright{static_cast<int>(image.upright_width()), static_cast<int>(image.upright_height())};
  const bool is_unchanged = orientation == 1 && place.scaled == upright && place.stored == upright;
  if (is_unchanged && mask.is_gray_png && rules.bits == 8) {
    mask.pixels = mask.pixels_of_file;
    copy_gray_png(mask.file, mask.png);
    return;
  }
  place_mask(mask.ids, orientation, place, {rules.ignore, rules.bits}, mask.placed);
  mask.pixels = is_unchanged ? mask.pixels_of_file : pixels_by_id(mask.placed);
  mask.writer.write(mask.placed, mask.png);
}

}  // namespace tfrec
