// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/image_flags.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "cli/flags/choice_option.hpp"
#include "example/comma_list.hpp"
#include "sets/options/image_colors.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec::cli {

namespace {

void into_bad_limit(BadLimit& limit, const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  const std::string number = percent ? text.substr(0, text.size() - 1) : text;
  const RealNumber share = parse_real(number);
  const WholeNumber count = parse_whole(number);
  const bool is_share =
      percent && share.problem == NumberProblem::none && share.value >= 0 && share.value <= 100;
  const bool is_count = !percent && count.problem == NumberProblem::none && count.value >= 0;
  if (!is_share && !is_count)
    refuse_value("--max-bad '" + printable(text) + "'", "write a count (3) or a share (1%)");
  if (is_share) {
    limit.percent = share.value;
  } else {
    limit.count = static_cast<std::uint64_t>(count.value);
  }
}

Extent extent_of(const std::string& option, const std::string& text) {
  const auto size = parse_extent(text);
  const std::string of_shards =
      text.ends_with('B') ? "; of shards: " + shell_option("--shard-size", text) : "";
  if (!size) refuse_value(option + " '" + printable(text) + "'", "write 224 or 640x480" + of_shards);
  return *size;
}

void into_extent(ResizeOptions& resize, const std::string& text) {
  const Extent size = extent_of("--size", text);
  resize.width = size.width;
  resize.height = size.height;
}

/// The items of all lists that are given: a file of options gives one each.
std::vector<std::string> sizes_in(const std::vector<std::string>& lists) {
  std::vector<std::string> sizes;
  for (const std::string& list : lists) {
    CommaList parsed = parse_comma_list(list);
    if (!parsed.problem.empty()) refuse_value("--sizes '" + printable(list) + "'", parsed.problem);
    sizes.insert(sizes.end(), parsed.items.begin(), parsed.items.end());
  }
  return sizes;
}

void into_extents(ImageOptions& image, const std::vector<std::string>& lists) {
  for (const std::string& text : sizes_in(lists)) {
    const auto size = parse_extent(text);
    if (!size) refuse_value("--sizes '" + printable(text) + "'", "write 192,224,331,512");
    if (std::find(image.sizes.begin(), image.sizes.end(), *size) != image.sizes.end()) {
      refuse_value("--sizes", "'" + printable(text) + "' is listed twice");
    }
    image.sizes.push_back(*size);
  }
}

void into_color(std::array<std::uint8_t, 3>& color, const std::string& text) {
  if (!take_color(text, color)) {
    refuse_value("--pad-color '" + printable(text) + "'", "write black, white, gray or #rrggbb");
  }
}

void into_alpha(DecodeOptions& decode, const std::string& text) {
  if (!take_alpha(text, decode)) {
    refuse_value("--alpha '" + printable(text) + "'", "write drop, error, or a background colour");
  }
}

void add_size_options(OptionList& list, ImageOptions& image) {
  Option& size = list.parsed(
      "--size", "N|WxH", [&image](const std::string& text) { into_extent(image.resize, text); },
      "Resize images to N×N or W×H pixels [their own size]");
  size.common();
  list.list(
          "--sizes", "LIST", [&image](const std::vector<std::string>& lists) { into_extents(image, lists); },
          "Write a set for each size, such as 192,224,331,512")
      .exclude(size);
  add_choice(
      list, "--fit", image.resize.fit, fit_words(),
      "How to reach --size: stretch distorts; crop cuts edges off; pad adds a border; short, long: that side "
      "becomes N, the other follows [stretch]")
      .common();
  list.parsed(
      "--pad-color", "COLOR", [&image](const std::string& text) { into_color(image.resize.pad_rgb, text); },
      "Colour of the border of --fit pad [black]");
  list.flag("--no-upscale", image.resize.no_upscale, "Never enlarge an image");
  add_choice(list, "--interpolation", image.resize.interpolation, interpolation_words(),
             "How to resample; auto: area to shrink, cubic to enlarge [auto]");
  list.flag("--reduced-decode", image.reduced_decode,
            "Decode large JPEGs at a reduced size: faster, other pixels");
}

void add_encoding_options(OptionList& list, ImageOptions& image) {
  add_choice(list, "--encode", image.encoding, encoding_words(),
             "How kind jpeg stores images; copy: the source's bytes; auto: copy images that need no change "
             "[reencode]");
  list.number("--quality", "1-100", image.quality, "Quality of JPEG and WebP [95]", 1, 100);
  list.flag("--quality-cap", image.quality_cap, "Never store a JPEG at a higher quality than its source");
  list.flag("--strip", image.strip, "Remove EXIF (GPS!), XMP and comments from copied JPEGs");
  add_choice(list, "--check", image.check, check_words(),
             "Check images by decoding them, or only their structure [full]");
}

void into_aspect(double& aspect, const std::string& text) {
  const RealNumber number = parse_real(text);
  if (number.problem != NumberProblem::none || number.value < 1 || number.value > 65'500) {
    refuse_value("--max-aspect '" + printable(text) + "'",
                 "write the longer side divided by the shorter, such as 2.5");
  }
  aspect = number.value;
}

void add_filter_options(OptionList& list, ImageFilter& filter) {
  list.parsed(
      "--min-size", "N|WxH",
      [&filter](const std::string& text) { filter.min_size = extent_of("--min-size", text); },
      "Skip images with a side of fewer pixels [any]");
  list.parsed(
      "--max-size", "N|WxH",
      [&filter](const std::string& text) { filter.max_size = extent_of("--max-size", text); },
      "Skip images with a side of more pixels [any]");
  list.parsed(
      "--max-aspect", "R", [&filter](const std::string& text) { into_aspect(filter.max_aspect, text); },
      "Skip images whose longer side is more than R times the shorter [any]");
}

}  // namespace

void add_image_options(OptionList& list, BuildOptions& options) {
  ImageOptions& image = options.image;
  list.topic("Images");
  add_size_options(list, image);
  add_encoding_options(list, image);
  add_choice(list, "--color", image.decode.color, color_words(),
             "Channels: three, one, or those of the source [rgb]");
  add_choice(list, "--orientation", image.decode.orientation, orientation_words(),
             "EXIF orientation: rotate the image, ignore it, or count the image as bad [apply]");
  list.parsed(
      "--alpha", "WORD|COLOR", [&image](const std::string& text) { into_alpha(image.decode, text); },
      "Transparency: drop, error, or a background colour [drop]");
  add_choice(list, "--deep", image.decode.deep, conversion_words(),
             "Images of more than 8 bits per channel: keep the high byte, or count as bad [convert]");
  add_choice(list, "--cmyk", image.decode.cmyk, conversion_words(),
             "CMYK and YCCK images: convert to RGB, or count as bad [convert]");
  list.number("--max-pixels", "N", options.max_pixels, "Count images of more pixels as bad [178956970]", 1);
  add_filter_options(list, options.filter);
  add_max_bad_option(
      list, [&options](const BadLimit& limit) { options.max_bad = limit; },
      "Skip at most this many bad images, or this share of all [0]");
}

void add_max_bad_option(OptionList& list, const std::function<void(const BadLimit&)>& store,
                        std::string text) {
  const auto parse = [store](const std::string& word) {
    BadLimit limit;
    into_bad_limit(limit, word);
    store(limit);
  };
  list.parsed("--max-bad", "N|P%", parse, std::move(text));
}

}  // namespace tfrec::cli
