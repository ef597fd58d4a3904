// SPDX-License-Identifier: Apache-2.0
#include "sets/cards/set_description.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/python_text.hpp"
#include "base/text/quantity.hpp"
#include "example/feature_spec.hpp"
#include "sets/cards/set_facts.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_classes = 100;  // in a table; the file beside it has all

std::string row(const std::vector<std::string>& cells) {
  return "| " + joined(cells, " | ") + " |\n";
}

std::string splits_table(const Manifest& set) {
  const std::vector<ShardGroup> groups = shard_groups(set);
  const bool has_sizes = std::ranges::any_of(groups, [](const ShardGroup& one) { return !one.size.empty(); });
  std::string text = "## Splits\n\n";
  text += has_sizes ? "| size | split | shards | records | bytes |\n| --- | --- | ---: | ---: | ---: |\n"
                    : "| split | shards | records | bytes |\n| --- | ---: | ---: | ---: |\n";
  for (const ShardGroup& group : groups) {
    std::vector<std::string> cells{group.split.empty() ? "all" : markdown_text(group.split),
                                   format_count(group.shards.size()), format_count(group.records),
                                   format_count(group.bytes)};
    if (has_sizes) cells.insert(cells.begin(), markdown_text(group.size));
    text += row(cells);
  }
  return text;
}

std::string length_text(const ManifestFeature& feature) {
  if (feature.min_length == feature.max_length) return format_count(feature.max_length);
  return format_count(feature.min_length) + " to " + format_count(feature.max_length);
}

std::string features_table(const Manifest& set) {
  std::string text = "## Features\n\n";
  text += "Each record is a `tf.train.Example`.\n\n";
  text += "| feature | type | values | kind |\n| --- | --- | ---: | --- |\n";
  for (const ManifestFeature& feature : set.features) {
    text += row(
        {markdown_text(feature.name), feature.kind, length_text(feature), markdown_text(kind_text(feature))});
  }
  for (const SetTotals& totals : set.totals) {
    if (totals.features.empty() || totals.size != set.totals.front().size) continue;
    text += "\nSplit " + markdown_text(totals.split) + " has only " +
            joined(totals.features, ", ", [](const std::string& name) { return markdown_text(name); }) +
            ".\n";
  }
  return text;
}

/// The manifest counts boxes of each class where records have boxes.
std::string classes_table(const Manifest& set, const ClassColumn& column) {
  const std::vector<std::int64_t> ids =
      class_list(column, label_base_of(set)).ids().all(column.classes.size());
  const std::size_t shown = std::min(ids.size(), k_most_classes);
  std::string text = "## Classes of " + markdown_text(column.column) + "\n\n";
  const bool has_boxes = std::ranges::any_of(
      set.features, [](const ManifestFeature& feature) { return kind_of(feature) == FeatureKind::boxes; });
  text += row({"id", "class", has_boxes ? "boxes" : "records"}) + "| ---: | --- | ---: |\n";
  for (std::size_t i = 0; i < shown; ++i) {
    text += row({std::to_string(ids[i]), markdown_text(column.classes[i].name),
                 format_count(column.classes[i].records)});
  }
  if (shown < ids.size())
    text += "\nAnd " + format_count(ids.size() - shown) + " more: see " + markdown_text(column.file) + ".\n";
  return text;
}

std::string parsed_feature(const ManifestFeature& feature) {
  const std::string type = feature.kind == "bytes" ? "string" : feature.kind == "float" ? "float32" : "int64";
  if (!has_fixed_length(feature)) return "tf.io.RaggedFeature(tf." + type + ")";
  const std::string shape = feature.max_length == 1 ? "[]" : "[" + std::to_string(feature.max_length) + "]";
  return "tf.io.FixedLenFeature(" + shape + ", tf." + type + ")";
}

/// Python that reads the first split at the first size.
std::string reading_code(const Manifest& set, const ShardGroup& group) {
  std::string code = "import json\n\nimport tensorflow as tf\n\nFEATURES = {\n";
  for (const ManifestFeature& feature : set.features_of(group.split))
    code += "    " + python_literal(feature.name) + ": " + parsed_feature(feature) + ",\n";
  code += "}\n\nwith open(\"manifest.json\", encoding=\"utf-8\") as file:\n";
  code += "    shards = json.load(file)[\"shards\"]\n";
  std::string chosen;
  if (!group.split.empty()) chosen += " if shard[\"split\"] == " + python_literal(group.split);
  if (!group.size.empty()) {
    chosen +=
        std::string(chosen.empty() ? " if" : " and") + " shard[\"size\"] == " + python_literal(group.size);
  }
  code += "paths = [shard[\"path\"] for shard in shards" + chosen + "]\n";
  const bool is_gzip = set.option("gzip") != nullptr;
  code += std::string("records = tf.data.TFRecordDataset(paths") +
          (is_gzip ? ", compression_type=\"GZIP\"" : "") + ")\n";
  return code + "dataset = records.map(lambda record: tf.io.parse_single_example(record, FEATURES))\n";
}

std::string reading_section(const Manifest& set) {
  const std::vector<ShardGroup> groups = shard_groups(set);
  std::string text = "## How to read it\n\nIn the folder of this file:\n\n";
  if (!groups.empty()) text += "```python\n" + reading_code(set, groups.front()) + "```\n\n";
  return text +
         "`tfrec reader . --framework tf` prints a whole input pipeline for these shards, also for `torch`, "
         "`jax` and `dali`. `tfrec verify .` checks them.\n";
}

}  // namespace

std::string markdown_text(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text)) {
    if (std::string_view("\\`*_[]{}<>&|~$#!:@.").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string set_description(const Manifest& set) {
  std::string text = "# " + markdown_text(set.name) + "\n\n";
  text += one_line_summary(set) + ".\n\n";
  text += splits_table(set) + "\n" + features_table(set) + "\n";
  for (const ClassColumn& column : set.classes) {
    if (is_listed(column)) text += classes_table(set, column) + "\n";
  }
  return text + reading_section(set);
}

}  // namespace tfrec
