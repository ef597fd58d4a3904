// SPDX-License-Identifier: Apache-2.0
#include "operations/describe_set.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>

#include "image/codec.hpp"
#include "operations/record_options.hpp"
#include "shards/set_names.hpp"

namespace tfrec {

namespace {

/// One path component for a column's classes file.
std::string classes_file_name(const RecordLayout& layout, const ColumnClasses& known,
                              const std::string& column) {
  if (layout.classes.size() == 1) return "classes.txt";
  // A column can have classes twice: of whole cells and of the labels in them.
  const auto same = [&](const auto& other) { return other->column == known.column; };
  const bool twice = std::count_if(layout.classes.begin(), layout.classes.end(), same) > 1;
  std::string name = "classes-" + column + (twice && !known.separator.empty() ? "-labels" : "") + ".txt";
  for (char& c : name) {
    if (c == '/' || static_cast<unsigned char>(c) < 0x20) c = '_';
  }
  return name;
}

/// The name, with a number where another column has it already (in any case: some disks don't tell).
std::string free_name(const std::string& wanted, const std::vector<ClassColumn>& taken) {
  const auto lowered = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(taken.begin(), taken.end(),
                       [&](const ClassColumn& other) { return lowered(other.file) == lowered(name); });
  };
  std::string name = wanted;
  for (int number = 2; is_taken(name); ++number) {
    name = wanted.substr(0, wanted.size() - 4) + "-" + std::to_string(number) + ".txt";
  }
  return name;
}

std::vector<ClassColumn> empty_classes(const BuildInput& input, const RecordLayout& layout) {
  std::vector<ClassColumn> columns;
  for (const auto& known : layout.classes) {
    const std::string& column = input.table->columns()[known->column];
    ClassColumn entry{column, free_name(classes_file_name(layout, *known, column), columns), {}};
    for (const std::string& name : known->classes.names()) entry.classes.push_back({name, 0});
    columns.push_back(std::move(entry));
  }
  return columns;
}

DescribedFeature described(const BoundFeature& feature) {
  const ValueCount count = value_count(feature);
  return {feature.spec.name, to_string(feature.spec), std::string(to_string(info(feature.spec.kind).list)),
          count.least, count.most};
}

/// The classes of a cell, each once.
std::vector<std::size_t> ids_in(std::string_view cell, const ColumnClasses& known) {
  std::vector<std::size_t> ids;
  const bool several = !known.separator.empty();
  for (const std::string_view label : several ? split_labels(cell, known.separator) : std::vector{cell}) {
    if (const auto id = known.classes.id_of(label)) ids.push_back(static_cast<std::size_t>(*id));
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

/// Counts each class over the rows that became records.
void count_classes(SetDescription& set, const BuildInput& input, const RecordLayout& layout,
                   const std::vector<bool>& written) {
  if (layout.classes.empty()) return;
  for (ClassColumn& column : set.classes) {
    for (ClassCount& known : column.classes) known.records = 0;
  }
  input.table->for_each([&](std::size_t row, std::span<const std::string_view> cells) {
    if (!written[row]) return;
    for (std::size_t i = 0; i < layout.classes.size(); ++i) {
      const ColumnClasses& known = *layout.classes[i];
      std::string_view cell = cells[known.column];
      if (cell.empty() && layout.missing) cell = *layout.missing;
      for (const std::size_t id : ids_in(cell, known)) ++set.classes[i].classes[id].records;
    }
  });
}

std::vector<bool> rows_with_image(const BuildInput& input) {
  std::vector<bool> with_image(input.table->rows(), false);
  for (const std::uint32_t row : input.rows->rows) with_image[row] = true;
  return with_image;
}

std::string hex(std::uint32_t number) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "%08x", number);
  return buffer;
}

/// "192x192", and "" where there is one set.
std::vector<std::string> size_names(const PictureOptions& options) {
  if (options.sizes.empty()) return {""};
  std::vector<std::string> names;
  for (const Extent& size : options.sizes)
    names.push_back(std::to_string(size.width) + "x" + std::to_string(size.height));
  return names;
}

std::string shard_path(const SetDescription& set, const std::string& size, std::size_t shard,
                       std::size_t shards, std::uint64_t records) {
  return (size.empty() ? "" : size + "/") +
         counted_shard_name(set.name, shard, shards, records, set.extension);
}

void add_planned_shards(SetDescription& set, const PictureOptions& options, const BuildPlan& plan) {
  const std::vector<std::string> sizes = size_names(options);
  for (std::size_t v = 0; v < sizes.size(); ++v) {
    SetTotals totals;
    totals.size = sizes[v];
    totals.shards = plan.shards.size();
    totals.records = plan.order.size();
    totals.predicted_bytes = plan.predicted_bytes[v];
    totals.shard_rule = plan.shard_rule;
    set.totals.push_back(totals);
    for (std::size_t k = 0; k < plan.shards.size(); ++k) {
      const std::uint64_t records = plan.shards[k].size();
      const auto share = static_cast<double>(records) / static_cast<double>(plan.order.size());
      const auto bytes = static_cast<std::uint64_t>(share * static_cast<double>(plan.predicted_bytes[v]));
      set.shards.push_back(
          {shard_path(set, sizes[v], k, plan.shards.size(), records), "", sizes[v], records, bytes, 0, ""});
    }
  }
}

void add_bad_images(SetDescription& set, const BuildInput& input, const std::vector<StagedShard>& shards,
                    std::vector<bool>& written) {
  for (const StagedShard& shard : shards) {
    for (const BadRow& bad : shard.bad) {
      const std::uint32_t row = input.rows->rows[bad.row];
      written[row] = false;
      set.bad.push_back({input.table->number(row), input.rows->image_path(bad.row), bad.reason});
    }
  }
  std::sort(set.bad.begin(), set.bad.end(),
            [](const BadImage& a, const BadImage& b) { return a.row < b.row; });
}

}  // namespace

SetDescription describe_plan(const BuildOptions& options, const BuildInput& input, const RecordLayout& layout,
                             const BuildPlan& plan) {
  SetDescription set;
  set.name = options.name;
  set.extension = options.extension;
  set.seed = options.seed;
  set.filtered = input.filtered;
  if (layout.uses_pixels()) {
    set.versions = {{"opencv", codec().opencv_version()}, {"libjpeg", codec().jpeg_version()}};
  }
  set.options = recorded_options(options, input, layout);
  for (const BoundFeature& feature : layout.features) set.features.push_back(described(feature));
  set.classes = empty_classes(input, layout);
  add_planned_shards(set, options.picture, plan);
  count_classes(set, input, layout, rows_with_image(input));
  return set;
}

void add_outcome(SetDescription& set, const PreparedBuild& prepared, const BuiltShards& built) {
  const BuildInput& input = *prepared.input;
  std::vector<bool> written = rows_with_image(input);
  add_bad_images(set, input, built.shards, written);
  set.pictures = built.pictures.entries();
  set.shards.clear();
  for (std::size_t v = 0; v < set.totals.size(); ++v) {
    SetTotals& totals = set.totals[v];
    totals.shards = totals.records = totals.bytes = 0;
    for (std::size_t k = 0; k < built.shards.size(); ++k) {
      const StagedShard& shard = built.shards[k];
      if (shard.files.empty()) continue;
      const ShardFacts& facts = shard.files[v].facts;
      ++totals.shards;
      totals.records += facts.records;
      totals.bytes += facts.bytes;
      set.shards.push_back({shard_path(set, totals.size, k, built.shards.size(), facts.records), "",
                            totals.size, facts.records, facts.bytes, facts.crc32c,
                            hex(shard.sources_crc32c)});
    }
  }
  count_classes(set, input, prepared.layout, written);
}

std::vector<Publication> publications(const SetDescription& set, const std::vector<StagedShard>& shards) {
  std::vector<Publication> files;
  auto described = set.shards.begin();
  for (std::size_t v = 0; v < set.totals.size(); ++v) {
    for (const StagedShard& shard : shards) {
      if (!shard.files.empty())
        files.push_back({shard.files[v].file.filename().string(), (described++)->path});
    }
  }
  return files;
}

}  // namespace tfrec
