// SPDX-License-Identifier: Apache-2.0
#include "sets/options/plan_options.hpp"

#include "sets/options/option_words.hpp"
#include "sets/options/taken_options.hpp"

namespace tfrec {

namespace {

void take_number(const TakenOptions& taking, const char* option, std::optional<std::uint64_t>& target) {
  taking.take<std::int64_t>(option, [&](std::int64_t value) {
    target = static_cast<std::uint64_t>(value);
    return value >= 1;
  });
}

void take_extent(const TakenOptions& taking, const char* option, Extent& target) {
  taking.take<std::string>(option, [&](const std::string& text) {
    const auto size = parse_extent(text);
    if (size) target = *size;
    return size.has_value();
  });
}

void take_splits(const TakenOptions& taking, SplitOptions& splits) {
  taking.take_value("split", splits.shares);
  take_number(taking, "folds", splits.folds);
  taking.take_value("split-column", splits.column);
  splits.folders = false;
  taking.take_flag("split-folders", splits.folders);
  taking.take_value("stratify", splits.stratify);
  taking.take_value("group", splits.group);
  taking.take<std::string>("dedupe", [&](const std::string& word) {
    return value_of(dedupe_words(), word, splits.dedupe.emplace());
  });
  taking.take<std::int64_t>("dedupe-distance", [&](std::int64_t distance) {
    splits.dedupe_distance = static_cast<unsigned>(distance);
    return distance >= 0 && distance <= 64;
  });
}

}  // namespace

void take_plan_options(const SetChoices& earlier, BuildOptions& options) {
  const TakenOptions taking(earlier, options.like.string());
  options.name = earlier.name;
  options.seed = earlier.seed;
  if (!options.labels.empty()) taking.take_value("image-column", options.image_column);
  take_extent(taking, "min-size", options.filter.min_size);
  take_extent(taking, "max-size", options.filter.max_size);
  taking.take_value("max-aspect", options.filter.max_aspect);
  taking.take_flag("shuffle", options.shuffle);
  take_splits(taking, options.splits);
  take_number(taking, "shards", options.shards.shards);
  take_number(taking, "records-per-shard", options.shards.records_per_shard);
  take_number(taking, "shard-size", options.shards.shard_bytes);
  take_number(taking, "hosts", options.shards.hosts);
  taking.take_value("extension", options.extension);
  taking.take_word("name-style", name_style_words(), options.name_style);
  taking.take<bool>("gzip", [&](bool wanted) {
    options.compression = wanted ? Compression::gzip : Compression::none;
    return true;
  });
}

}  // namespace tfrec
