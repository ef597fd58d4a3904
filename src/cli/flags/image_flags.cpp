// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/image_flags.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "cli/flags/choice_option.hpp"
#include "cli/flags/validators.hpp"
#include "example/comma_list.hpp"
#include "sets/options/image_colors.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec::cli {

namespace {

constexpr const char* k_group = "Images";

void into_bad_limit(BadLimit& limit, const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  const std::string number = percent ? text.substr(0, text.size() - 1) : text;
  const RealNumber share = parse_real(number);
  const WholeNumber count = parse_whole(number);
  const bool is_share =
      percent && share.problem == NumberProblem::none && share.value >= 0 && share.value <= 100;
  const bool is_count = !percent && count.problem == NumberProblem::none && count.value >= 0;
  if (!is_share && !is_count)
    throw CLI::ValidationError("--max-bad '" + printable(text) + "'", "write a count (3) or a share (1%)");
  if (is_share) {
    limit.percent = share.value;
  } else {
    limit.count = static_cast<std::uint64_t>(count.value);
  }
}

Extent extent_of(const std::string& option, const std::string& text) {
  const auto size = parse_extent(text);
  if (!size) throw CLI::ValidationError(option + " '" + printable(text) + "'", "write 224 or 640x480");
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
    if (!parsed.problem.empty())
      throw CLI::ValidationError("--sizes '" + printable(list) + "'", parsed.problem);
    sizes.insert(sizes.end(), parsed.items.begin(), parsed.items.end());
  }
  return sizes;
}

void into_extents(ImageOptions& image, const std::vector<std::string>& lists) {
  for (const std::string& text : sizes_in(lists)) {
    const auto size = parse_extent(text);
    if (!size) throw CLI::ValidationError("--sizes '" + printable(text) + "'", "write 192,224,331,512");
    if (std::find(image.sizes.begin(), image.sizes.end(), *size) != image.sizes.end()) {
      throw CLI::ValidationError("--sizes", "'" + printable(text) + "' is listed twice");
    }
    image.sizes.push_back(*size);
  }
}

void into_color(std::array<std::uint8_t, 3>& color, const std::string& text) {
  if (!take_color(text, color)) {
    throw CLI::ValidationError("--pad-color '" + printable(text) + "'",
                               "write black, white, gray or #rrggbb");
  }
}

void into_alpha(DecodeOptions& decode, const std::string& text) {
  if (!take_alpha(text, decode)) {
    throw CLI::ValidationError("--alpha '" + printable(text) + "'",
                               "write drop, error, or a colour to lay it over");
  }
}

void add_size_options(CLI::App& app, ImageOptions& image) {
  auto* size = app.add_option_function<std::string>(
                      "--size", [&image](const std::string& text) { into_extent(image.resize, text); },
                      "Bring all to N (square) or WxH pixels [as they are]")
                   ->group(k_group)
                   ->type_name("N|WxH");
  app.add_option_function<std::vector<std::string>>(
         "--sizes", [&image](const std::vector<std::string>& lists) { into_extents(image, lists); },
         "One set per size in pixels, from one decode: 192,224,331,512")
      ->group(k_group)
      ->type_name("LIST")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->excludes(size);
  add_choice(app, k_group, "--fit", image.resize.fit, fit_words(), "How an image meets its size [stretch]");
  app.add_option_function<std::string>(
         "--pad-color", [&image](const std::string& text) { into_color(image.resize.pad_rgb, text); },
         "What --fit pad fills with [black]")
      ->group(k_group)
      ->type_name("COLOR");
  app.add_flag("--no-upscale", image.resize.no_upscale, "Never make an image larger")->group(k_group);
  add_choice(app, k_group, "--interpolation", image.resize.interpolation, interpolation_words(),
             "How pixels are resampled; auto: area down, cubic up [auto]");
  app.add_flag("--reduced-decode", image.reduced_decode,
               "Let libjpeg scale down while it decodes, never below the size")
      ->group(k_group);
}

void add_encoding_options(CLI::App& app, ImageOptions& image) {
  add_choice(
      app, k_group, "--encode", image.encoding, encoding_words(),
      "Kind jpeg: encode anew, keep the source's bytes (auto: where no change is needed), or other formats "
      "[reencode]");
  app.add_option("--quality", image.quality, "JPEG and WebP quality [95]")
      ->group(k_group)
      ->check(whole_number(1, 100))
      ->type_name("1-100");
  app.add_flag("--quality-cap", image.quality_cap, "Never store a JPEG at a higher quality than it came in")
      ->group(k_group);
  app.add_flag("--strip", image.strip, "Take EXIF (GPS!), XMP and comments out of kept JPEGs")
      ->group(k_group);
  add_choice(app, k_group, "--check", image.check, check_words(),
             "Decode every sample, or look at markers alone [full]");
}

void into_aspect(double& aspect, const std::string& text) {
  double value = 0;
  if (!CLI::detail::lexical_cast(text, value) || !(value >= 1) || value > 65'500) {
    throw CLI::ValidationError("--max-aspect '" + printable(text) + "'",
                               "write longer side over shorter, such as 2.5");
  }
  aspect = value;
}

void add_filter_options(CLI::App& app, ImageFilter& filter) {
  app.add_option_function<std::string>(
         "--min-size",
         [&filter](const std::string& text) { filter.min_size = extent_of("--min-size", text); },
         "Leave out images with a side of fewer pixels [any]")
      ->group(k_group)
      ->type_name("N|WxH");
  app.add_option_function<std::string>(
         "--max-size",
         [&filter](const std::string& text) { filter.max_size = extent_of("--max-size", text); },
         "Leave out images with a side of more pixels [any]")
      ->group(k_group)
      ->type_name("N|WxH");
  app.add_option_function<std::string>(
         "--max-aspect", [&filter](const std::string& text) { into_aspect(filter.max_aspect, text); },
         "Leave out images whose longer side is over R times the shorter [any]")
      ->group(k_group)
      ->type_name("R");
}

}  // namespace

void add_image_options(CLI::App& app, BuildOptions& options) {
  ImageOptions& image = options.image;
  add_size_options(app, image);
  add_encoding_options(app, image);
  add_choice(app, k_group, "--color", image.decode.color, color_words(),
             "Three channels, one, or as it came [rgb]");
  add_choice(app, k_group, "--orientation", image.decode.orientation, orientation_words(),
             "EXIF orientation: turn, leave, or bad [apply]");
  app.add_option_function<std::string>(
         "--alpha", [&image](const std::string& text) { into_alpha(image.decode, text); },
         "Transparency: drop, error, or a colour to lay it over [drop]")
      ->group(k_group)
      ->type_name("WORD|COLOR");
  add_choice(app, k_group, "--deep", image.decode.deep, conversion_words(),
             "Samples of more than 8 bits: their high bytes, or bad [convert]");
  add_choice(app, k_group, "--cmyk", image.decode.cmyk, conversion_words(),
             "CMYK and YCCK images: to RGB, or bad [convert]");
  app.add_option("--max-pixels", options.max_pixels, "Images of more pixels are bad [178956970]")
      ->group(k_group)
      ->type_name("N")
      ->check(whole_number(1));
  add_filter_options(app, options.filter);
  add_max_bad_option(
      app, [&options](const BadLimit& limit) { options.max_bad = limit; },
      "Leave out at most so many bad images, or a share of all [0]")
      ->group(k_group);
}

CLI::Option* add_max_bad_option(CLI::App& app, const std::function<void(const BadLimit&)>& take,
                                const std::string& text) {
  const auto parse = [take](const std::string& value) {
    BadLimit limit;
    into_bad_limit(limit, value);
    take(limit);
  };
  return app.add_option_function<std::string>("--max-bad", parse, text)->type_name("N|P%");
}

}  // namespace tfrec::cli
