// SPDX-License-Identifier: Apache-2.0
#include "operations/describe_set.hpp"

#include <algorithm>
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

std::vector<ClassColumn> empty_classes(const BuildInput& input, const RecordLayout& layout) {
  std::vector<ClassColumn> columns;
  for (const auto& known : layout.classes) {
    const std::string& column = input.table->columns()[known->column];
    ClassColumn entry{column, classes_file_name(layout, *known, column), {}};
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
      const bool several = !known.separator.empty();
      for (const std::string_view label : several ? split_labels(cell, known.separator) : std::vector{cell}) {
        if (const auto id = known.classes.id_of(label))
          ++set.classes[i].classes[static_cast<std::size_t>(*id)].records;
      }
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

}  // namespace

SetDescription describe_plan(const BuildOptions& options, const BuildInput& input, const RecordLayout& layout,
                             const BuildPlan& plan) {
  SetDescription set;
  set.name = options.name;
  set.seed = options.seed;
  if (layout.uses_pixels()) set.versions.emplace_back("opencv", codec().opencv_version());
  set.options = recorded_options(options, input, layout);
  for (const BoundFeature& feature : layout.features) set.features.push_back(described(feature));
  set.classes = empty_classes(input, layout);
  SetTotals totals;
  totals.shards = plan.shards.size();
  totals.records = plan.order.size();
  totals.predicted_bytes = plan.predicted_bytes;
  totals.shard_rule = plan.shard_rule;
  set.totals.push_back(totals);
  for (std::size_t k = 0; k < plan.shards.size(); ++k) {
    const std::uint64_t records = plan.shards[k].size();
    const std::uint64_t bytes = plan.order.empty() ? 0 : plan.predicted_bytes * records / plan.order.size();
    set.shards.push_back(
        {counted_shard_name(set.name, k, plan.shards.size(), records), "", "", records, bytes, 0, ""});
  }
  count_classes(set, input, layout, rows_with_image(input));
  return set;
}

void add_outcome(SetDescription& set, const PreparedBuild& prepared, const std::vector<StagedShard>& shards) {
  const BuildInput& input = *prepared.input;
  std::vector<bool> written = rows_with_image(input);
  SetTotals& totals = set.totals.front();
  totals.shards = totals.records = totals.bytes = 0;
  set.shards.clear();
  for (std::size_t k = 0; k < shards.size(); ++k) {
    const StagedShard& shard = shards[k];
    for (const BadRow& bad : shard.bad) {
      const std::uint32_t row = input.rows->rows[bad.row];
      written[row] = false;
      set.bad.push_back({input.table->number(row), input.rows->image_path(bad.row), bad.reason});
    }
    if (shard.facts.records == 0) continue;
    ++totals.shards;
    totals.records += shard.facts.records;
    totals.bytes += shard.facts.bytes;
    set.shards.push_back({counted_shard_name(set.name, k, shards.size(), shard.facts.records), "", "",
                          shard.facts.records, shard.facts.bytes, shard.facts.crc32c,
                          hex(shard.sources_crc32c)});
  }
  std::sort(set.bad.begin(), set.bad.end(),
            [](const BadImage& a, const BadImage& b) { return a.row < b.row; });
  count_classes(set, input, prepared.layout, written);
}

}  // namespace tfrec
