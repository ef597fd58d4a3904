// SPDX-License-Identifier: Apache-2.0
#include "sets/options/option_table.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/options/image_colors.hpp"
#include "sets/options/option_rows.hpp"

namespace tfrec {

namespace {

/// A member of BuildOptions, for the builders of rows.
#define FIELD(member)          \
  [](auto& options) -> auto& { \
    return options.member;     \
  }

using namespace rows;
using Texts = std::vector<std::string>;

bool with_pixels(const BuildOptions& /*options*/, const LayoutFacts& facts) {
  return facts.uses_pixels;
}
bool with_resize(const BuildOptions& options, const LayoutFacts& facts) {
  return facts.uses_pixels && (options.image.resize.wanted() || !options.image.sizes.empty());
}
bool with_padding(const BuildOptions& options, const LayoutFacts& facts) {
  return with_resize(options, facts) && options.image.resize.fit == Fit::pad;
}
bool with_scale(const BuildOptions& /*options*/, const LayoutFacts& facts) {
  return facts.uses_scale;
}
bool with_dealing(const BuildOptions& options, const LayoutFacts& /*facts*/) {
  return options.splits.deals();
}
bool with_boxes(const BuildOptions& options, const LayoutFacts& /*facts*/) {
  return !options.boxes.columns.empty();
}
bool with_masks(const BuildOptions& /*options*/, const LayoutFacts& facts) {
  return facts.has_masks;
}
bool with_aspect(const BuildOptions& options, const LayoutFacts& /*facts*/) {
  return options.filter.max_aspect > 0;
}

RecordedOption sizes() {
  return row<Texts>(
      "sizes", OptionUse::records, with_resize,
      [](const BuildOptions& options) {
        Texts texts;
        for (const Extent& size : options.image.sizes) texts.push_back(extent_text(size));
        return texts.empty() ? Value() : Value(texts);
      },
      [](const Texts& texts, BuildOptions& options) {
        std::vector<Extent>& sizes = options.image.sizes;
        sizes.clear();
        for (const std::string& text : texts) {
          const auto size = parse_extent(text);
          if (!size || std::find(sizes.begin(), sizes.end(), *size) != sizes.end()) return false;
          sizes.push_back(*size);
        }
        return !sizes.empty();
      });
}

RecordedOption image_column() {
  RecordedOption option = text("image-column", OptionUse::input, FIELD(image_column));
  option.read = [read = option.read](const OptionValue& value, BuildOptions& options) {
    return options.labels.empty() || read(value, options);  // without a table no column names the images
  };
  return option;
}

RecordedOption delimiter() {
  return row<std::string>(
      "delimiter", OptionUse::input, always,
      [](const BuildOptions& options) {
        return options.delimiter ? Value(std::string(1, *options.delimiter)) : Value();
      },
      [](const std::string& text, BuildOptions& options) {
        if (text.size() == 1) options.delimiter = text.front();
        return text.size() == 1;
      });
}

RecordedOption max_pixels() {
  RecordedOption option = number("max-pixels", OptionUse::records, with_pixels, FIELD(max_pixels), 1, k_most);
  option.excludes_like = false;  // the flag overrides the recorded value
  option.record = [record = option.record](const BuildOptions& options, const LayoutFacts& facts) {
    const bool is_default = options.max_pixels == DecodeOptions().max_pixels;
    return is_default ? Value() : record(options, facts);
  };
  option.read = [read = option.read](const OptionValue& value, BuildOptions& options) {
    return options.max_pixels.has_value() || read(value, options);
  };
  return option;
}

RecordedOption unmerged(RecordedOption option) {
  option.is_merged = false;
  return option;
}

RecordedOption label_base() {  // merged with the classes
  auto option =
      unmerged(number("label-base", OptionUse::records, always, FIELD(label_base), 0, k_most_label_base));
  option.record = [record = option.record](const BuildOptions& options, const LayoutFacts& facts) {
    return options.label_base == 0 ? Value() : record(options, facts);
  };
  return option;
}

/// A text if one value is stored in all columns, else a list of "VALUE" and "COLUMN=VALUE".
RecordedOption missing() {
  RecordedOption option = row<Texts>(
      "missing", OptionUse::records, always,
      [](const BuildOptions& options) -> Value {
        if (options.column_missing.empty()) return options.missing ? Value(*options.missing) : Value();
        Texts texts = options.column_missing;
        if (options.missing) texts.insert(texts.begin(), *options.missing);
        return texts;
      },
      [](const Texts& texts, BuildOptions& options) { return take_missing(texts, options).empty(); });
  option.read = [read = option.read](const OptionValue& value, BuildOptions& options) {
    const auto* text = std::get_if<std::string>(&value);
    if (text == nullptr) return read(value, options);
    options.missing = *text;  // may contain '='
    return true;
  };
  return option;
}

/// The flag is allowed beside --like: it is compared with the earlier set.
RecordedOption beside_like(RecordedOption option) {
  option.excludes_like = false;
  return option;
}

/// A text with a form of its own, written and read by two functions.
template <class Write, class Read>
RecordedOption written(const char* name, When when, Write write, Read read) {
  return row<std::string>(
      name, OptionUse::records, when,
      [write](const BuildOptions& options) { return Value(write(options.image)); },
      [read](const std::string& value, BuildOptions& options) { return read(value, options.image); });
}

/// One of several words that the input decides, if the option is not given.
template <class Choice, class Field>
RecordedOption found_word(const char* name, OptionUse use, When when, const Words<Choice>& words,
                          Field field) {
  return row<std::string>(
      name, use, when,
      [&words, field](const BuildOptions& options) {
        const std::optional<Choice>& choice = field(options);
        return choice ? Value(word_of(words, *choice)) : Value();
      },
      [&words, field](const std::string& value, BuildOptions& options) {
        return value_of(words, value, field(options).emplace());
      });
}

/// Whether a folder was given. It is given again where the set is made again.
template <class Field>
RecordedOption given_folder(const char* name, OptionUse use, Field field) {
  return row<bool>(
      name, use, always,
      [field](const BuildOptions& options) { return field(options).empty() ? Value() : Value(true); },
      [](bool, BuildOptions&) { return true; });
}

std::vector<RecordedOption> rows_of_input() {
  constexpr auto k_use = OptionUse::input;
  return {
      image_column(),
      delimiter(),
      extent("min-size", k_use, always, FIELD(filter.min_size)),
      extent("max-size", k_use, always, FIELD(filter.max_size)),
      real("max-aspect", k_use, with_aspect, FIELD(filter.max_aspect)),
      text("drop-missing", k_use, FIELD(drop_missing)),
  };
}

std::vector<RecordedOption> rows_of_boxes() {
  constexpr auto k_use = OptionUse::input;
  return {
      text("boxes", k_use, FIELD(boxes.columns)),
      found_word("box-format", k_use, with_boxes, box_format_words(), FIELD(boxes.format)),
      found_word("box-units", k_use, with_boxes, box_units_words(), FIELD(boxes.units)),
      number("box-origin", k_use, with_boxes, FIELD(boxes.origin), 0, 1),
      word("box-size", k_use, with_boxes, box_size_words(), FIELD(boxes.size)),
      word("bad-boxes", k_use, with_boxes, bad_boxes_words(), FIELD(boxes.bad)),
  };
}

std::vector<RecordedOption> rows_of_masks() {
  constexpr auto k_use = OptionUse::records;
  return {
      given_folder("masks", OptionUse::input, FIELD(masks.folder)),
      given_folder("files", OptionUse::input, FIELD(files)),
      text("mask-suffix", OptionUse::input, FIELD(masks.suffix)),
      word("mask-orientation", k_use, with_masks, mask_orientation_words(), FIELD(masks.orientation)),
      number("mask-ignore", k_use, with_masks, FIELD(masks.ignore), 0, 65'535),
      text("mask-colors", k_use, FIELD(masks.colors)),
      text("mask-classes", k_use, FIELD(masks.classes)),
      beside_like(number("mask-bits", k_use, with_masks, FIELD(masks.bits), 8, 16)),  // found, not given
  };
}

std::vector<RecordedOption> rows_of_images() {
  constexpr auto k_use = OptionUse::records;
  return {
      number("quality", k_use, with_pixels, FIELD(image.quality), 1, 100),
      word("encode", k_use, with_pixels, encoding_words(), FIELD(image.encoding)),
      flag("quality-cap", k_use, with_pixels, FIELD(image.quality_cap)),
      flag("strip", k_use, with_pixels, FIELD(image.strip)),
      flag("reduced-decode", k_use, with_pixels, FIELD(image.reduced_decode)),
      word("check", k_use, with_pixels, check_words(), FIELD(image.check), std::optional(Check::full)),
      word("color", k_use, with_pixels, color_words(), FIELD(image.decode.color)),
      word("orientation", k_use, with_pixels, orientation_words(), FIELD(image.decode.orientation)),
      written(
          "alpha", with_pixels, [](const ImageOptions& image) { return alpha_text(image.decode); },
          [](const std::string& text, ImageOptions& image) { return take_alpha(text, image.decode); }),
      word("deep", k_use, with_pixels, conversion_words(), FIELD(image.decode.deep),
           std::optional(ConversionPolicy::convert)),
      word("cmyk", k_use, with_pixels, conversion_words(), FIELD(image.decode.cmyk),
           std::optional(ConversionPolicy::convert)),
      max_pixels(),
      real("min-visible", k_use, with_boxes, FIELD(boxes.min_visible)),
      extent("size", k_use, with_resize, FIELD(image.resize)),
      unmerged(sizes()),  // each size is a set of its own
      written(
          "pad-color", with_padding,
          [](const ImageOptions& image) { return color_text(image.resize.pad_rgb); },
          [](const std::string& text, ImageOptions& image) {
            return take_color(text, image.resize.pad_rgb);
          }),
      word("fit", k_use, with_resize, fit_words(), FIELD(image.resize.fit)),
      switched("no-upscale", k_use, with_resize, FIELD(image.resize.no_upscale)),
      word("interpolation", k_use, with_resize, interpolation_words(), FIELD(image.resize.interpolation)),
  };
}

std::vector<RecordedOption> rows_of_records() {
  constexpr auto k_use = OptionUse::records;
  return {
      beside_like(flag("no-image", k_use, always, FIELD(no_image))),
      real("scale", k_use, with_scale, FIELD(scale)),
      found_word("record-per", k_use, always, record_per_words(), FIELD(record_per)),
      row<Texts>(
          "per-image", k_use, always,
          [](const BuildOptions& options) {
            return options.per_image.empty() ? Value() : Value(options.per_image);
          },
          [](const Texts& columns, BuildOptions& options) {
            options.per_image = columns;
            return true;
          }),
      flag("keep-unlisted", k_use, always, FIELD(keep_unlisted)),
      label_base(),
      text("label-separator", k_use, FIELD(label_separator)),
      missing(),
  };
}

std::vector<RecordedOption> rows_of_splits() {
  constexpr auto k_use = OptionUse::dealing;
  return {
      switched("shuffle", k_use, always, FIELD(shuffle)),
      text("split", k_use, FIELD(splits.shares)),
      number("folds", k_use, always, FIELD(splits.folds), 1, k_most),
      text("split-column", k_use, FIELD(splits.column)),
      text("keep-splits", k_use, FIELD(splits.kept)),
      given_folder("test", k_use, FIELD(test)),
      flag("split-folders", k_use, always, FIELD(splits.folders)),
      text("stratify", k_use, FIELD(splits.stratify)),
      text("group", k_use, FIELD(splits.group)),
      row<std::string>(
          "dedupe", k_use, with_dealing,
          [](const BuildOptions& options) {
            return Value(word_of(dedupe_words(), options.splits.dedupe.value_or(Dedupe::group)));
          },
          [](const std::string& word, BuildOptions& options) {
            return value_of(dedupe_words(), word, options.splits.dedupe.emplace());
          }),
      number("dedupe-distance", k_use, with_dealing, FIELD(splits.dedupe_distance), 0, 64),
  };
}

std::vector<RecordedOption> rows_of_shard_request() {
  constexpr auto k_use = OptionUse::dealing;
  return {
      number("shards", k_use, always, FIELD(shards.shards), 1, k_most),
      number("records-per-shard", k_use, always, FIELD(shards.records_per_shard), 1, k_most),
      number("shard-size", k_use, always, FIELD(shards.shard_bytes), 1, k_most),
      number("hosts", k_use, always, FIELD(shards.hosts), 1, k_most),
      word("equal", k_use, always, equal_words(), FIELD(shards.equal), std::optional(EqualShards::no)),
  };
}

std::vector<RecordedOption> rows_of_files() {
  constexpr auto k_use = OptionUse::dealing;
  RecordedOption extension = text("extension", k_use, FIELD(extension));
  extension.record = [](const BuildOptions& options, const LayoutFacts& /*facts*/) {
    return options.extension == BuildOptions().extension ? Value() : Value(options.extension);
  };
  return {
      word("name-style", k_use, always, name_style_words(), FIELD(name_style),
           std::optional(NameStyle::count)),
      row<bool>(
          "gzip", k_use, always,
          [](const BuildOptions& options) {
            return options.compression == Compression::gzip ? Value(true) : Value();
          },
          [](bool wanted, BuildOptions& options) {
            options.compression = wanted ? Compression::gzip : Compression::none;
            return true;
          }),
      flag("stats", OptionUse::report, always, FIELD(image.statistics)),
      flag("record-list", OptionUse::report, always, FIELD(record_list)),
      unmerged(flag("card", OptionUse::report, always, FIELD(card))),
      extension,
  };
}
#undef FIELD

RecordedOptions recorded(const std::vector<RecordedOption>& table, const BuildOptions& options,
                         const LayoutFacts& facts) {
  RecordedOptions recorded;
  for (const RecordedOption& option : table) {
    if (auto value = option.record(options, facts)) recorded.emplace_back(option.name, std::move(*value));
  }
  return recorded;
}

}  // namespace

const std::vector<RecordedOption>& option_table() {
  static const std::vector<RecordedOption> table = [] {
    std::vector<RecordedOption> all;
    for (const auto& rows : {rows_of_input(), rows_of_boxes(), rows_of_masks(), rows_of_images(),
                             rows_of_records(), rows_of_splits(), rows_of_shard_request(), rows_of_files()})
      all.insert(all.end(), rows.begin(), rows.end());
    return all;
  }();
  return table;
}

RecordedOptions record_options(const BuildOptions& options, const LayoutFacts& facts) {
  return recorded(option_table(), options, facts);
}

RecordedOptions record_shard_request(const ShardRequest& request) {
  BuildOptions options;
  options.shards = request;
  return recorded(rows_of_shard_request(), options, {});
}

void read_options(const Manifest& earlier, std::initializer_list<OptionUse> uses, const std::string& file,
                  BuildOptions& options) {
  require_recipe(earlier, file);
  for (const RecordedOption& option : option_table()) {
    const OptionValue* value = earlier.option(option.name);
    if (value == nullptr || std::find(uses.begin(), uses.end(), option.use) == uses.end()) continue;
    if (option.read(*value, options)) continue;
    throw Error(ErrorKind::bad_data, file,
                "'options." + std::string(option.name) + "' has a value this tfrec does not know");
  }
}

void read_plan_options(const Manifest& earlier, const std::string& file, BuildOptions& options) {
  options.name = earlier.name;
  options.seed = earlier.seed;
  options.splits.folders = false;  // recorded if true
  read_options(earlier, {OptionUse::input, OptionUse::dealing}, file, options);
}

std::string take_missing(const std::vector<std::string>& texts, BuildOptions& options) {
  options.missing.reset();
  options.column_missing.clear();
  for (const std::string& text : texts) {
    if (text.find('=') != std::string::npos) {
      options.column_missing.push_back(text);
      continue;
    }
    if (options.missing) return "is given twice for all columns";
    options.missing = text;
  }
  return {};
}

void apply_max_pixels(BuildOptions& options) {
  if (options.max_pixels) options.image.decode.max_pixels = *options.max_pixels;
}

}  // namespace tfrec
