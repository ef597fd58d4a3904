// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/recorded_difference.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "dataset/table/word_breaks.hpp"
#include "example/feature_spec.hpp"
#include "image/resize_options.hpp"

namespace tfrec {

namespace {

bool is_set(const Manifest& manifest, const std::string& name) {
  const OptionValue* value = manifest.option(name);
  return value != nullptr && *value == OptionValue(true);
}

bool is_packed(FeatureKind kind) {
  return kind == FeatureKind::packed_float32 || kind == FeatureKind::packed_int64;
}

bool is_raw(FeatureKind kind) {
  return kind == FeatureKind::raw_uint8 || kind == FeatureKind::raw_float32;
}

/// The width and height of every image, where the options fix them.
std::optional<Extent> fixed_size(const Manifest& manifest, const std::string& size_of_shards) {
  const std::string option = text_option(manifest, "size");
  const std::string fit = text_option(manifest, "fit");
  const bool exact = fit == "pad" || ((fit == "stretch" || fit == "crop") && !is_set(manifest, "no-upscale"));
  if (!exact) return std::nullopt;
  return parse_extent(option.empty() ? size_of_shards : option);
}

/// What the manifest of a source records about its images.
class RecordedImages {
 public:
  RecordedImages(const FoundShards& found, const ShardOrigins& origins, std::size_t origin) {
    const Manifest& manifest = *origins.all[origin].earlier->manifest;
    const std::string color = text_option(manifest, "color");
    const bool is_applied = text_option(manifest, "encode") == "reencode";
    if (is_applied && color == "gray") add_channels(1);
    if (is_applied && color == "rgb") add_channels(3);
    for (std::size_t i = 0; i < found.shards.size(); ++i) {
      if (origins.of_shard[i] == origin) add_shard(*found.listed(found.shards[i]), manifest);
    }
  }

  /// Of encoded images, or of raw pixels, whose shape is known in any case.
  StoredTally tally(FeatureKind kind) const {
    StoredTally tally;
    tally.images = is_raw(kind) && m_raw.width.seen() ? m_raw : m_encoded;
    tally.images.count = 2;  // fixed by an option, not by chance
    return tally;
  }

 private:
  void add_channels(int channels) { m_encoded.channels[channels] = 1; }

  void add_shard(const ManifestShard& shard, const Manifest& manifest) {
    if (const auto size = fixed_size(manifest, shard.size)) {
      m_encoded.width.add(static_cast<std::uint32_t>(size->width));
      m_encoded.height.add(static_cast<std::uint32_t>(size->height));
    }
    if (shard.shape.size() != 3) return;
    m_raw.height.add(static_cast<std::uint32_t>(shard.shape[0]));
    m_raw.width.add(static_cast<std::uint32_t>(shard.shape[1]));
    m_raw.channels[static_cast<int>(shard.shape[2])] = 1;
  }

  ImageSummary m_encoded;
  ImageSummary m_raw;
};

/// A feature as one source made it.
struct MadeFeature {
  std::size_t origin = 0;
  FeatureSpec spec;
};

std::string columns_text(const FeatureSpec& spec) {
  return joined(spec.columns, ", ", [](const std::string& column) { return printable_excerpt(column, 30); });
}

std::string scale_text(const SourceOrigin& origin) {
  const OptionValue* value = origin.earlier->manifest->option("scale");
  if (value == nullptr) return "1";
  const auto* scale = std::get_if<double>(value);
  if (scale == nullptr) {
    const auto* whole = std::get_if<std::int64_t>(value);
    return whole == nullptr ? "1" : std::to_string(*whole);
  }
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), *scale).ptr};
}

/// What decides about ids of masks, as the manifest records it.
std::string masks_text(const SourceOrigin& source) {
  std::string text;
  const Manifest& manifest = *source.earlier->manifest;
  if (const auto* bits = std::get_if<std::int64_t>(manifest.option("mask-bits")))
    text += std::to_string(*bits) + " bits";
  if (const auto* ignored = std::get_if<std::int64_t>(manifest.option("mask-ignore")))
    text += " and the ignored id " + std::to_string(*ignored);
  return text;
}

/// "Age" and "age" of two tables are one column.
bool are_same_columns(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::ranges::equal(a, b, {}, without_word_breaks, without_word_breaks);
}

/// How a feature is made otherwise than in the source before; empty if a reader reads both alike.
std::string difference(const ShardOrigins& origins, const MadeFeature& made, const MadeFeature& first) {
  const FeatureKind kind = made.spec.kind;
  const FeatureKind other = first.spec.kind;
  const std::string in_other = ", in " + origins.all[first.origin].name() + " ";
  const auto decides = [](FeatureKind k) { return info(k).source == FeatureSource::image || is_packed(k); };
  if (kind != other && (decides(kind) || decides(other)))
    return "is made as " + std::string(info(kind).name) + in_other + "as " + std::string(info(other).name);
  if (kind == FeatureKind::raw_float32) {
    const std::string scale = scale_text(origins.all[made.origin]);
    const std::string scale_there = scale_text(origins.all[first.origin]);
    if (scale != scale_there) return "is scaled by " + scale + in_other + "by " + scale_there;
  }
  if (kind == FeatureKind::mask) {
    const std::string masks = masks_text(origins.all[made.origin]);
    const std::string masks_there = masks_text(origins.all[first.origin]);
    if (masks != masks_there) return "has masks of " + masks + in_other + "of " + masks_there;
  }
  // A text and the name of a class show what they are; a number does not.
  const bool is_number = kind == FeatureKind::int64 || kind == FeatureKind::float32 || is_packed(kind);
  const bool are_raw_columns = is_raw(kind) && !made.spec.columns.empty();
  if ((is_number || are_raw_columns) && !are_same_columns(made.spec.columns, first.spec.columns)) {
    return "is made from the columns " + columns_text(made.spec) + in_other + "of " +
           columns_text(first.spec);
  }
  return {};
}

/// The first source that makes a feature, of those that `is_wanted` takes, otherwise than a source before.
template <class IsWanted>
std::optional<SchemaDifference> made_difference(const ShardOrigins& origins, const IsWanted& is_wanted) {
  std::map<std::string, MadeFeature> first;
  for (std::size_t i = 0; i < origins.all.size(); ++i) {
    if (!origins.all[i].earlier) continue;
    for (const FeatureSpec& spec : origins.all[i].earlier->features) {
      if (!is_wanted(spec.name)) continue;
      const MadeFeature made{i, spec};
      const auto [known, fresh] = first.emplace(spec.name, made);
      const std::string message = fresh ? std::string() : difference(origins, made, known->second);
      if (!message.empty()) return SchemaDifference{i, "feature " + in_quotes(spec.name) + " " + message};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<SchemaDifference> recorded_difference(const FoundShards& found, const ShardOrigins& origins,
                                                    const std::vector<std::string>& drop) {
  const auto is_kept = [&](const std::string& name) {
    return std::find(drop.begin(), drop.end(), name) == drop.end();
  };
  if (auto difference = made_difference(origins, is_kept)) return difference;
  std::vector<SourceContent> images(origins.all.size());
  for (std::size_t i = 0; i < origins.all.size(); ++i) {
    images[i].name = origins.all[i].name();
    if (!origins.all[i].earlier) continue;
    const RecordedImages recorded(found, origins, i);
    for (const FeatureSpec& spec : origins.all[i].earlier->features) {
      if (is_kept(spec.name) && info(spec.kind).source == FeatureSource::image)
        images[i].stored[spec.name] = recorded.tally(spec.kind);
    }
  }
  return shape_difference(images, {});
}

std::optional<SchemaDifference> recorded_difference_of(const ShardOrigins& origins,
                                                       const std::string& feature) {
  return made_difference(origins, [&](const std::string& name) { return name == feature; });
}

std::set<std::string> varying_features(const ShardOrigins& origins) {
  std::set<std::string> names;
  for (const SourceOrigin& origin : origins.all) {
    if (!origin.earlier) continue;
    for (const FeatureSpec& spec : origin.earlier->features) {
      if (spec.kind == FeatureKind::indices) names.insert(spec.name);
    }
  }
  return names;
}

}  // namespace tfrec
