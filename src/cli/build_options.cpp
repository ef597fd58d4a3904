// SPDX-License-Identifier: Apache-2.0
#include "cli/build_options.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "cli/layout_help.hpp"
#include "cli/validators.hpp"
#include "example/presets.hpp"
#include "operations/picture_colors.hpp"
#include "operations/picture_words.hpp"

namespace tfrec::cli {

namespace {

/// A size option's parser: stores the bytes, or tells CLI11 what was wrong.
template <class Target>
auto into_bytes(Target& target) {
  return [&target](const std::string& text) {
    const auto bytes = parse_bytes(text);
    if (!bytes || *bytes == 0)
      throw CLI::ValidationError("'" + printable(text) + "' is no size", "write 64MB or 1GiB");
    target = *bytes;
  };
}

void into_bad_limit(BadLimit& limit, const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  const std::string number = percent ? text.substr(0, text.size() - 1) : text;
  double value = 0;
  if (!CLI::detail::lexical_cast(number, value) || !(value >= 0) || (percent && value > 100) ||
      (!percent && value != static_cast<double>(static_cast<std::uint64_t>(value)))) {
    throw CLI::ValidationError("--max-bad '" + printable(text) + "'", "write a count (3) or a share (1%)");
  }
  if (percent) {
    limit.percent = value;
  } else {
    limit.count = static_cast<std::uint64_t>(value);
  }
}

void add_input_options(CLI::App& app, BuildOptions& options) {
  constexpr const char* group = "Input";
  app.add_option("IMAGES", options.images, "Folder of images, searched recursively")->required();
  app.add_option("--labels", options.labels, "CSV with a header row [sub-folders are the classes]")
      ->group(group)
      ->type_name("FILE");
  app.add_option("--image-column", options.image_column, "Column that names the images [guessed]")
      ->group(group)
      ->type_name("NAME");
  app.add_flag("--allow-missing-images", options.allow_missing_images, "Leave out rows without an image")
      ->group(group);
  app.add_flag("--allow-repeats", options.allow_repeats, "One image may stand in several rows")->group(group);
  app.add_flag("--strict", options.strict, "An image without a row is an error, too")->group(group);
}

std::string layout_names() {
  std::string names;
  for (const Preset& preset : presets()) names += (names.empty() ? "" : ", ") + std::string(preset.name);
  return names;
}

void add_record_options(CLI::App& app, BuildOptions& options) {
  constexpr const char* group = "Records";
  app.add_option("--layout", options.layout, "Features by name, listed below: " + layout_names() + " [auto]")
      ->group(group)
      ->type_name("NAME");
  app.add_option("--feature", options.features,
                 "NAME=KIND[:COLUMN,…]: define or replace one; kinds are listed below")
      ->group(group)
      ->type_name("SPEC")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  app.add_option("--label-column", options.label_columns,
                 "Label column of the layout, repeatable [class, label, or all]")
      ->group(group)
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
  app.add_option("--classes", options.classes, "Class names, one a line, in the order of their ids [sorted]")
      ->group(group)
      ->type_name("FILE");
  app.add_option("--label-base", options.label_base, "The first class id [0; 1 in slim]")
      ->group(group)
      ->type_name("N")
      ->check(whole_number(0, 1'000'000));
  app.add_option("--label-separator", options.label_separator, "Between labels in one cell [guessed]")
      ->group(group)
      ->type_name("TEXT");
  app.add_option("--missing", options.missing,
                 "What to store for empty and malformed cells [they are errors]")
      ->group(group)
      ->type_name("VALUE");
  app.add_option("--scale", options.scale, "Factor of raw-float32 pixels [1]")
      ->check(CLI::Validator(CLI::Number).description(""))

      ->group(group)
      ->type_name("FACTOR");
}

/// An option whose words stand for the values of an enumeration.
template <class Value>
void add_choice(CLI::App& app, const std::string& flags, Value& target, const Words<Value>& words,
                const std::string& description, const char* group) {
  std::string list;
  std::vector<std::string> names;
  for (const auto& [word, value] : words) {
    names.push_back(word);
    list += (list.empty() ? "" : "|") + word;
  }
  app.add_option_function<std::string>(
         flags, [&target, &words](const std::string& word) { value_of(words, word, target); }, description)
      ->group(group)
      ->type_name(list)
      ->check(CLI::IsMember(names).description(""));
}

void into_extent(ResizeOptions& resize, const std::string& text) {
  const auto size = parse_extent(text);
  if (!size) throw CLI::ValidationError("--size '" + printable(text) + "'", "write 224 or 640x480");
  resize.width = size->width;
  resize.height = size->height;
}

void into_extents(PictureOptions& picture, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    const auto size = parse_extent(text);
    if (!size) throw CLI::ValidationError("--sizes '" + printable(text) + "'", "write 192,224,331,512");
    if (std::find(picture.sizes.begin(), picture.sizes.end(), *size) != picture.sizes.end()) {
      throw CLI::ValidationError("--sizes", "'" + printable(text) + "' stands there twice");
    }
    picture.sizes.push_back(*size);
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

void add_size_options(CLI::App& app, PictureOptions& picture) {
  constexpr const char* group = "Pictures";
  auto* size = app.add_option_function<std::string>(
                      "--size", [&picture](const std::string& text) { into_extent(picture.resize, text); },
                      "Bring all to N (square) or WxH [as they are]")
                   ->group(group)
                   ->type_name("N|WxH");
  app.add_option_function<std::vector<std::string>>(
         "--sizes", [&picture](const std::vector<std::string>& texts) { into_extents(picture, texts); },
         "One set per size from one decode: 192,224,331,512")
      ->group(group)
      ->type_name("LIST")
      ->delimiter(',')
      ->expected(1, -1)
      ->allow_extra_args(false)
      ->excludes(size);
  add_choice(app, "--fit", picture.resize.fit, fit_words(), "How a picture meets its size [stretch]", group);
  app.add_option_function<std::string>(
         "--pad-color", [&picture](const std::string& text) { into_color(picture.resize.pad_rgb, text); },
         "What --fit pad fills with [black]")
      ->group(group)
      ->type_name("COLOR");
  app.add_flag("--no-upscale", picture.resize.no_upscale, "Never make a picture larger")->group(group);
  add_choice(app, "--interpolation", picture.resize.interpolation, interpolation_words(),
             "auto: area down, cubic up [auto]", group);
  app.add_flag("--reduced-decode", picture.reduced_decode,
               "Let libjpeg scale down while it decodes, never below the size")
      ->group(group);
}

void add_encoding_options(CLI::App& app, PictureOptions& picture) {
  constexpr const char* group = "Pictures";
  add_choice(
      app, "--encode", picture.encoding, encoding_words(),
      "Kind jpeg: encode anew, keep the source's bytes (auto: where no change is needed), or other formats "
      "[reencode]",
      group);
  app.add_option("--quality", picture.quality, "JPEG and WebP quality [95]")
      ->group(group)
      ->check(whole_number(1, 100))
      ->type_name("1-100");
  app.add_flag("--quality-cap", picture.quality_cap, "Never store a JPEG at a higher quality than it came in")
      ->group(group);
  app.add_flag("--strip", picture.strip, "Take EXIF (GPS!), XMP and comments out of kept JPEGs")
      ->group(group);
  add_choice(app, "--check", picture.check, check_words(),
             "Decode every sample, or look at markers alone [full]", group);
}

void add_picture_options(CLI::App& app, BuildOptions& options) {
  constexpr const char* group = "Pictures";
  PictureOptions& picture = options.picture;
  add_size_options(app, picture);
  add_encoding_options(app, picture);
  add_choice(app, "--color", picture.decode.color, color_words(), "Three channels, one, or as it came [rgb]",
             group);
  add_choice(app, "--orientation", picture.decode.orientation, orientation_words(),
             "EXIF orientation: turn, leave, or bad [apply]", group);
  app.add_option_function<std::string>(
         "--alpha", [&picture](const std::string& text) { into_alpha(picture.decode, text); },
         "Transparency: drop, error, or a colour to lay it over [drop]")
      ->group(group)
      ->type_name("WORD|COLOR");
  app.add_option("--max-pixels", picture.decode.max_pixels, "Larger pictures are bad [178956970]")
      ->group(group)
      ->type_name("N")
      ->check(whole_number(1));
  app.add_option_function<std::string>(
         "--max-bad", [&options](const std::string& text) { into_bad_limit(options.max_bad, text); },
         "Leave out at most so many bad images [0]")
      ->group(group)
      ->type_name("N|P%");
}

/// --like decides about all that makes records alike, so those options don't stand beside it.
void add_like(CLI::App& app, BuildOptions& options) {
  auto* like =
      app.add_option("--like", options.like, "Layout, types, classes and picture options of an earlier set")
          ->group("Records")
          ->type_name("MANIFEST");
  for (const char* decided :
       {"--layout",      "--label-column", "--classes",       "--label-base",     "--label-separator",
        "--missing",     "--scale",        "--quality",       "--quality-cap",    "--encode",
        "--strip",       "--check",        "--size",          "--sizes",          "--fit",
        "--pad-color",   "--no-upscale",   "--interpolation", "--reduced-decode", "--color",
        "--orientation", "--alpha"}) {
    like->excludes(app.get_option(decided));
  }
}

void add_shard_options(CLI::App& app, BuildOptions& options) {
  constexpr const char* group = "Shards";
  app.add_option("--name", options.name, "Shards are called NAME00-230.tfrec [the folder's name]")
      ->group(group)
      ->type_name("NAME");
  app.add_option("--extension", options.extension, "End of the shards' names [.tfrec]")
      ->group(group)
      ->type_name(".EXT");
  auto* shards = app.add_option("--shards", options.shards.shards, "Number of shards")
                     ->group(group)
                     ->type_name("N")
                     ->check(whole_number(1));
  auto* records =
      app.add_option("--records-per-shard", options.shards.records_per_shard, "Records in a shard")
          ->group(group)
          ->type_name("N")
          ->check(whole_number(1));
  auto* size = app.add_option_function<std::string>("--shard-size", into_bytes(options.shards.shard_bytes),
                                                    "Mean size aimed at [64MB]")
                   ->group(group)
                   ->type_name("SIZE");
  shards->excludes(records)->excludes(size);
  records->excludes(size);
  app.add_option("--seed", options.seed, "Seed of the shuffle [42]")
      ->group(group)
      ->type_name("N")
      ->check(whole_number(0));
  app.add_flag("!--no-shuffle", options.shuffle, "Keep the order of the rows")->group(group);
}

}  // namespace

void add_build_options(CLI::App& app, BuildOptions& options) {
  add_input_options(app, options);
  add_record_options(app, options);
  add_picture_options(app, options);
  add_shard_options(app, options);
  add_like(app, options);
  app.add_option_function<std::string>("--memory", into_bytes(options.memory), "Bytes in flight [1GiB]")
      ->group("Output and threads")
      ->type_name("SIZE");
  app.footer(layouts_and_kinds());
}

}  // namespace tfrec::cli
