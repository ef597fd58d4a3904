// SPDX-License-Identifier: Apache-2.0
#include "sets/options/option_table.hpp"

#include <set>

#include "base/error.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

constexpr LayoutFacts k_all_apply{true, true, true};

/// Every option has a value that is recorded; `size` and `sizes` exclude each other, and so do some splits.
BuildOptions unusual_options(bool several_sizes) {
  BuildOptions options;
  options.labels = "labels.csv";
  options.image_column = "file";
  options.filter = {{10, 20}, {300, 400}, 2.5};
  options.image.quality = 71;
  options.image.encoding = Encoding::automatic;
  options.image.quality_cap = options.image.strip = options.image.reduced_decode = true;
  options.image.check = Check::structure;
  options.image.decode = {1,         OrientationPolicy::ignore, ColorPolicy::gray,       AlphaPolicy::blend,
                          {1, 2, 3}, ConversionPolicy::reject,  ConversionPolicy::reject};
  options.max_pixels = 1234;
  options.image.resize.fit = Fit::pad;
  options.image.resize.pad_rgb = {4, 5, 6};
  options.image.resize.no_upscale = true;
  options.image.resize.interpolation = Interpolation::lanczos;
  if (several_sizes) {
    options.image.sizes = {{30, 40}, {50, 60}};
  } else {
    options.image.resize.width = 30;
    options.image.resize.height = 40;
  }
  options.boxes = {
      {"x", "y", "w", "h"}, BoxFormat::cxcywh, BoxUnits::fraction, 1, BoxSize::scale, BadBoxes::clip, 0.25};
  options.masks = {"masks", "_mask", MaskOrientation::upright, 300, true, {}, {}, {"1,2,3,4"}, {"0,a"}, 16};
  options.files = "files";
  options.record_per = RecordPer::image;
  options.per_image = {"split"};
  options.keep_unlisted = true;
  options.no_image = true;
  options.scale = 0.1;
  options.label_base = 3;
  options.label_separator = "|";
  options.missing = "";
  if (several_sizes) options.column_missing = {"n=-1", "note="};
  options.drop_missing = "class,n";
  options.delimiter = '|';
  options.shuffle = false;
  options.splits = {"a=0.5,b=0.5", "part", 5, true, {"class"}, "patient", 7, Dedupe::refuse};
  options.splits.kept = "0123abcd";
  options.test = "unseen";
  options.shards = {3, 4, 5, 6};
  options.name_style = NameStyle::tfds;
  options.compression = Compression::gzip;
  options.image.statistics = options.record_list = options.card = true;
  options.extension = ".tfrecord";
  options.shards.equal = EqualShards::repeat;
  return options;
}

BuildOptions read_back(const RecordedOptions& recorded, bool has_table) {
  Manifest earlier;
  earlier.options = recorded;
  BuildOptions options;
  if (has_table) options.labels = "labels.csv";
  options.splits.kept = "0123abcd";
  options.test = "unseen";  // its folder is not recorded
  options.masks.folder = "masks";
  options.files = "files";
  read_plan_options(earlier, "m.json", options);
  read_options(earlier, {OptionUse::records, OptionUse::report}, "m.json", options);
  return options;
}

}  // namespace

TEST_CASE("Each option that is recorded is read back, and recorded again the same") {
  std::set<std::string> seen;
  for (const bool several_sizes : {false, true}) {
    const RecordedOptions recorded = record_options(unusual_options(several_sizes), k_all_apply);
    const RecordedOptions again = record_options(read_back(recorded, true), k_all_apply);
    REQUIRE(again.size() == recorded.size());
    for (std::size_t i = 0; i < recorded.size(); ++i) {
      INFO(recorded[i].first);
      CHECK(again[i] == recorded[i]);
      seen.insert(recorded[i].first);
    }
  }
  for (const RecordedOption& option : option_table()) {
    INFO(option.name);
    CHECK(seen.count(std::string(option.name)) == 1);
  }
}

TEST_CASE("An option without effect is not recorded") {
  const RecordedOptions recorded = record_options({}, {});
  std::set<std::string> names;
  for (const auto& [name, value] : recorded) names.insert(name);
  CHECK(names == std::set<std::string>{"shuffle", "split-folders"});
}

TEST_CASE("A recorded value that an option does not take is an error that names it") {
  const auto fails = [](const std::string& name, const OptionValue& value) {
    try {
      read_back({{name, value}}, true);
      return std::string("accepted");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::bad_data);
      return error.message();
    }
  };
  for (const RecordedOption& option : option_table()) {
    const std::set<std::string_view> of_texts{"sizes",     "stratify",    "missing",     "boxes",
                                              "per-image", "mask-colors", "mask-classes"};
    const bool takes_texts = of_texts.contains(option.name);
    const OptionValue of_another_type =
        takes_texts ? OptionValue(true) : OptionValue(std::vector<std::string>{"x"});
    if (option.name == "test") continue;  // its folder is given again
    CHECK(fails(std::string(option.name), of_another_type) ==
          "'options." + std::string(option.name) + "' has a value this tfrec does not know");
  }
  for (const auto& [name, value] : RecordedOptions{{"quality", std::int64_t{0}},
                                                   {"quality", std::int64_t{101}},
                                                   {"size", std::string("0x9")},
                                                   {"sizes", std::vector<std::string>{}},
                                                   {"sizes", std::vector<std::string>{"8x8", "8x8"}},
                                                   {"fit", std::string("bend")},
                                                   {"alpha", std::string("#12")},
                                                   {"max-pixels", std::int64_t{0}},
                                                   {"label-base", std::int64_t{-1}},
                                                   {"dedupe-distance", std::int64_t{65}},
                                                   {"shards", std::int64_t{0}}}) {
    INFO(name);
    CHECK(fails(name, value) != "accepted");
  }
}

TEST_CASE("--max-pixels overrides what an earlier set records") {
  Manifest earlier;
  earlier.options = {{"max-pixels", std::int64_t{1000}}};
  BuildOptions options;
  options.max_pixels = 5;
  read_options(earlier, {OptionUse::records}, "m.json", options);
  CHECK(options.max_pixels == 5U);
  BuildOptions not_given;
  read_options(earlier, {OptionUse::records}, "m.json", not_given);
  apply_max_pixels(not_given);
  CHECK(not_given.image.decode.max_pixels == 1000);
}
