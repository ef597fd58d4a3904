// SPDX-License-Identifier: Apache-2.0
#include "sets/input/record_options.hpp"

#include <algorithm>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "sets/options/image_colors.hpp"
#include "sets/options/option_words.hpp"
#include "sets/options/taken_options.hpp"

namespace tfrec {

namespace {

std::string size_text(Extent size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

bool take_extents(const std::vector<std::string>& texts, std::vector<Extent>& sizes) {
  sizes.clear();
  for (const std::string& text : texts) {
    const auto size = parse_extent(text);
    if (!size || std::find(sizes.begin(), sizes.end(), *size) != sizes.end()) return false;
    sizes.push_back(*size);
  }
  return !sizes.empty();
}

bool take_size(const std::string& text, ResizeOptions& resize) {
  const auto size = parse_extent(text);
  if (!size) return false;
  resize.width = size->width;
  resize.height = size->height;
  return true;
}

/// Replaces the earlier image column by this one's; false where another column is missing.
bool fits(FeatureSpec& spec, const std::string& earlier_image, const BuildInput& input) {
  const auto& columns = input.table->columns();
  for (std::string& column : spec.columns) {
    if (column == earlier_image) column = columns[input.image_column];
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) return false;
  }
  return true;
}

void record_images(const ImageOptions& image, RecordedOptions& recorded) {
  recorded.emplace_back("quality", std::int64_t{image.quality});
  recorded.emplace_back("encode", word_of(encoding_words(), image.encoding));
  if (image.quality_cap) recorded.emplace_back("quality-cap", true);
  if (image.strip) recorded.emplace_back("strip", true);
  if (image.reduced_decode) recorded.emplace_back("reduced-decode", true);
  if (image.check != Check::full) recorded.emplace_back("check", word_of(check_words(), image.check));
  recorded.emplace_back("color", word_of(color_words(), image.decode.color));
  recorded.emplace_back("orientation", word_of(orientation_words(), image.decode.orientation));
  recorded.emplace_back("alpha", alpha_text(image.decode));
  if (image.decode.deep != ConversionPolicy::convert)
    recorded.emplace_back("deep", word_of(conversion_words(), image.decode.deep));
  if (image.decode.cmyk != ConversionPolicy::convert)
    recorded.emplace_back("cmyk", word_of(conversion_words(), image.decode.cmyk));
  if (image.decode.max_pixels != DecodeOptions().max_pixels) {
    recorded.emplace_back("max-pixels", static_cast<std::int64_t>(image.decode.max_pixels));
  }
}

void record_sizes(const ImageOptions& image, RecordedOptions& recorded) {
  if (image.resize.wanted())
    recorded.emplace_back("size", size_text({image.resize.width, image.resize.height}));
  if (!image.sizes.empty()) {
    std::vector<std::string> sizes;
    for (const Extent& size : image.sizes) sizes.push_back(size_text(size));
    recorded.emplace_back("sizes", sizes);
  }
  if (image.resize.wanted() || !image.sizes.empty()) {
    if (image.resize.fit == Fit::pad) recorded.emplace_back("pad-color", color_text(image.resize.pad_rgb));
    recorded.emplace_back("fit", word_of(fit_words(), image.resize.fit));
    recorded.emplace_back("no-upscale", image.resize.no_upscale);
    recorded.emplace_back("interpolation", word_of(interpolation_words(), image.resize.interpolation));
  }
}

void record_splits(const BuildOptions& options, const BuildInput& input, RecordedOptions& recorded) {
  const SplitOptions& splits = options.splits;
  if (!splits.shares.empty()) recorded.emplace_back("split", splits.shares);
  if (splits.folds) recorded.emplace_back("folds", static_cast<std::int64_t>(*splits.folds));
  if (!splits.column.empty()) recorded.emplace_back("split-column", splits.column);
  if (!options.test.empty()) recorded.emplace_back("test", true);
  if (splits.column.empty() && input.split_column) recorded.emplace_back("split-folders", true);
  if (!splits.stratify.empty()) recorded.emplace_back("stratify", splits.stratify);
  if (!splits.group.empty()) recorded.emplace_back("group", splits.group);
  if (splits.deals()) {
    recorded.emplace_back("dedupe", word_of(dedupe_words(), splits.dedupe.value_or(Dedupe::group)));
    recorded.emplace_back("dedupe-distance", std::int64_t{splits.dedupe_distance});
  }
}

}  // namespace

void record_shard_request(const ShardRequest& request, RecordedOptions& recorded) {
  const auto number = [&](const char* name, const std::optional<std::uint64_t>& value) {
    if (value) recorded.emplace_back(name, static_cast<std::int64_t>(*value));
  };
  number("shards", request.shards);
  number("records-per-shard", request.records_per_shard);
  number("shard-size", request.shard_bytes);
  number("hosts", request.hosts);
}

RecordedOptions recorded_options(const BuildOptions& options, const BuildInput& input,
                                 const RecordLayout& layout) {
  const ImageOptions& image = options.image;
  RecordedOptions recorded{{"image-column", input.table->columns()[input.image_column]}};
  const ImageFilter& filter = options.filter;
  if (filter.min_size.width > 0) recorded.emplace_back("min-size", size_text(filter.min_size));
  if (filter.max_size.width > 0) recorded.emplace_back("max-size", size_text(filter.max_size));
  if (filter.max_aspect > 0) recorded.emplace_back("max-aspect", filter.max_aspect);
  if (layout.uses_pixels()) {
    record_images(image, recorded);
    record_sizes(image, recorded);
  }
  if (!layout.stores_image()) recorded.emplace_back("no-image", true);
  if (layout.has(FeatureKind::raw_float32)) recorded.emplace_back("scale", options.scale);
  if (layout.label_base != 0) recorded.emplace_back("label-base", std::int64_t{layout.label_base});
  for (const auto& known : layout.classes) {
    if (known->separator.empty()) continue;
    recorded.emplace_back("label-separator", known->separator);
    break;
  }
  if (options.missing) recorded.emplace_back("missing", *options.missing);
  recorded.emplace_back("shuffle", options.shuffle);
  record_splits(options, input, recorded);
  record_shard_request(options.shards, recorded);
  if (options.name_style != NameStyle::count)
    recorded.emplace_back("name-style", word_of(name_style_words(), options.name_style));
  if (options.compression == Compression::gzip) recorded.emplace_back("gzip", true);
  if (options.image.statistics) recorded.emplace_back("stats", true);
  if (options.record_list) recorded.emplace_back("record-list", true);
  if (options.extension != BuildOptions().extension) recorded.emplace_back("extension", options.extension);
  return recorded;
}

void take_options(const SetChoices& earlier, BuildOptions& options) {
  const TakenOptions taking(earlier, options.like.string());
  ImageOptions& image = options.image;
  taking.take<std::int64_t>("quality", [&](std::int64_t quality) {
    image.quality = static_cast<int>(quality);
    return quality >= 1 && quality <= 100;
  });
  taking.take_word("encode", encoding_words(), image.encoding);
  taking.take_flag("quality-cap", image.quality_cap);
  taking.take_flag("strip", image.strip);
  taking.take_flag("reduced-decode", image.reduced_decode);
  taking.take_word("check", check_words(), image.check);
  taking.take_word("color", color_words(), image.decode.color);
  taking.take_word("orientation", orientation_words(), image.decode.orientation);
  taking.take<std::string>("alpha", [&](const std::string& text) { return take_alpha(text, image.decode); });
  taking.take_word("deep", conversion_words(), image.decode.deep);
  taking.take_word("cmyk", conversion_words(), image.decode.cmyk);
  taking.take<std::int64_t>("max-pixels", [&](std::int64_t pixels) {
    image.decode.max_pixels = static_cast<std::uint64_t>(pixels);
    return pixels >= 1;
  });
  taking.take<std::string>("pad-color",
                           [&](const std::string& text) { return take_color(text, image.resize.pad_rgb); });
  taking.take<std::vector<std::string>>(
      "sizes", [&](const std::vector<std::string>& texts) { return take_extents(texts, image.sizes); });
  taking.take<std::string>("size", [&](const std::string& text) { return take_size(text, image.resize); });
  taking.take_word("fit", fit_words(), image.resize.fit);
  taking.take_flag("no-upscale", image.resize.no_upscale);
  taking.take_word("interpolation", interpolation_words(), image.resize.interpolation);
  taking.take_flag("no-image", options.no_image);
  taking.take<double>("scale", [&](double scale) {
    options.scale = scale;
    return true;
  });
  taking.take<std::int64_t>("label-base", [&](std::int64_t base) {
    options.label_base = static_cast<int>(base);
    return base >= 0 && base <= 1'000'000;
  });
  taking.take<std::string>("label-separator", [&](const std::string& separator) {
    options.label_separator = separator;
    return !separator.empty();
  });
  taking.take<std::string>("missing", [&](const std::string& value) {
    options.missing = value;
    return true;
  });
}

std::vector<FeatureSpec> features_like(const SetChoices& earlier, const BuildInput& input,
                                       Observer& observer) {
  const auto image = earlier.options.find("image-column");
  const std::string* name =
      image == earlier.options.end() ? nullptr : std::get_if<std::string>(&image->second);
  const std::string earlier_image = name == nullptr ? std::string() : *name;
  std::vector<FeatureSpec> features;
  std::size_t absent = 0;
  std::string names;
  for (FeatureSpec spec : earlier.features) {
    if (fits(spec, earlier_image, input)) {
      features.push_back(std::move(spec));
    } else if (++absent <= 3) {
      names += (names.empty() ? "" : ", ") + printable(to_string(spec));
    }
  }
  if (absent > 0) {
    observer.warning(counted(absent, "feature is", "features are") + " left out, for the table has no such " +
                     (absent == 1 ? "column: " : "columns: ") + names + (absent > 3 ? ", …" : ""));
  }
  return features;
}

}  // namespace tfrec
