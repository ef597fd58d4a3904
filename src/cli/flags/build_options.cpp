// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/build_options.hpp"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/joined.hpp"
#include "cli/flags/choice_option.hpp"
#include "cli/flags/image_flags.hpp"
#include "cli/flags/layout_help.hpp"
#include "cli/flags/shard_options.hpp"
#include "cli/flags/split_flags.hpp"
#include "cli/flags/validators.hpp"
#include "example/presets.hpp"
#include "sets/options/option_table.hpp"

namespace tfrec::cli {

namespace {

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
  app.add_flag("--allow-masks", options.allow_masks, "Take files that look like masks for images")
      ->group(group);
  app.add_flag("--strict", options.strict, "An image without a row is an error, too")->group(group);
}

std::string layout_names() {
  return joined(presets(), "|", [&](const Preset& preset) { return std::string(preset.name); });
}

void add_record_options(CLI::App& app, BuildOptions& options) {
  constexpr const char* group = "Records";
  app.add_option("--layout", options.layout, "Features by name, listed below [auto]")
      ->group(group)
      ->type_name(layout_names());
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
  app.add_flag("--no-image", options.no_image, "The records are to hold no image")->group(group);
  app.add_option("--scale", options.scale, "Factor of raw-float32 pixels [1]")
      ->check(CLI::Validator(CLI::Number).description(""))
      ->group(group)
      ->type_name("FACTOR");
}

/// --like decides how records are made, so it excludes the options that do.
void add_like(CLI::App& app, BuildOptions& options) {
  auto* like =
      app.add_option("--like", options.like, "Layout, types, classes and image options of an earlier set")
          ->group("Records")
          ->type_name("MANIFEST");
  for (const char* other : {"--layout", "--label-column", "--classes"}) like->excludes(app.get_option(other));
  for (const RecordedOption& option : option_table()) {
    if (option.use == OptionUse::records && option.excludes_like)
      like->excludes(app.get_option("--" + std::string(option.name)));
  }
}

void add_shard_options(CLI::App& app, BuildOptions& options) {
  constexpr const char* group = "Shards";
  app.add_option("--name", options.name, "Shards are called NAME00-230.tfrec [the folder's name]")
      ->group(group)
      ->type_name("NAME");
  add_choice(app, group, "--name-style", options.name_style, name_style_words(),
             "Or NAME-train.tfrecord-00000-of-00005, as tfds reads them [count]");
  add_extension_option(app, options.extension);
  add_shard_count_options(app, options.shards);
  app.add_option("--seed", options.seed, "Seed of shuffle and splits [42]")
      ->group(group)
      ->type_name("N")
      ->check(whole_number(0));
  app.add_flag_callback(
         "--gzip", [&options] { options.compression = Compression::gzip; },
         "Compress whole shards; JPEGs hardly shrink")
      ->group(group);
  app.add_flag("--record-list", options.record_list, "Write records.csv: the row and image of each record")
      ->group(group);
  app.add_flag("--stats", options.image.statistics,
               "Mean and deviation of each channel of the stored images, per split")
      ->group(group);
  app.add_flag("!--no-shuffle", options.shuffle, "Keep the order of the rows")->group(group);
}

}  // namespace

void add_build_options(CLI::App& app, BuildOptions& options) {
  add_input_options(app, options);
  add_record_options(app, options);
  add_image_options(app, options);
  add_split_options(app, options);
  add_shard_options(app, options);
  add_like(app, options);
  app.add_option_function<std::string>(
         "--memory", into_bytes("--memory", options.memory),
         "Bytes of images in flight, as 512MB; at most half the cgroup's limit [1GiB]")
      ->group("General")
      ->type_name("SIZE");
  app.footer(layouts_and_kinds());
}

}  // namespace tfrec::cli
