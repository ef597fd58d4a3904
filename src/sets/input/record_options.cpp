// SPDX-License-Identifier: Apache-2.0
#include "sets/input/record_options.hpp"

#include <algorithm>

#include "base/text/in_quotes.hpp"
#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "sets/input/drop_missing.hpp"
#include "sets/options/known_features.hpp"

namespace tfrec {

namespace {

/// Replaces the earlier image column by this one's. Returns the other columns that the table does not have.
std::vector<std::string> absent_columns(FeatureSpec& spec, const EarlierSet& earlier,
                                        const std::string& earlier_image, const BuildInput& input) {
  const auto& columns = input.table->columns();
  std::vector<std::string> absent;
  if (info(spec.kind).source == FeatureSource::box_columns) {
    const auto* boxes = std::get_if<std::vector<std::string>>(earlier.manifest->option("boxes"));
    return input.box_rules || boxes == nullptr ? absent : *boxes;
  }
  for (std::string& column : spec.columns) {
    if (column == earlier_image) column = columns[input.image_column];
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) absent.push_back(column);
  }
  return absent;
}

/// "'target' (no column 'tag'; did you mean 'tags'?)"
std::string absence(const FeatureSpec& spec, const std::string& column, const Table& table) {
  const auto near = nearest(column, table.columns());
  return in_quotes(spec.name) + " (no column " + in_quotes(column) +
         (near ? "; did you mean " + in_quotes(*near) + "?)" : ")");
}

/// With what the input and the layout decided.
BuildOptions resolved(BuildOptions options, const BuildInput& input, const RecordLayout& layout) {
  options.image_column = input.table->columns()[input.image_column];
  options.delimiter = input.delimiter;
  if (!options.drop_missing.empty())
    options.drop_missing = sorted_columns(*input.table, options.drop_missing);
  options.splits.folders = options.splits.column.empty() && input.split_column.has_value();
  options.no_image = !layout.stores_image();
  options.label_base = layout.label_base;
  options.label_separator.clear();
  if (input.box_rules) {
    options.boxes.columns.clear();
    for (const std::size_t column : input.box_rules->from.columns)
      options.boxes.columns.push_back(input.table->columns()[column]);
    options.boxes.format = input.box_rules->from.format;
    options.boxes.units = input.box_rules->units;
  }
  if (layout.masks) options.masks.bits = layout.masks->bits;
  for (const auto& known : layout.classes) {
    if (options.label_separator.empty()) options.label_separator = known->separator;
  }
  return options;
}

}  // namespace

RecordedOptions recorded_options(const BuildOptions& options, const BuildInput& input,
                                 const RecordLayout& layout) {
  return record_options(
      resolved(options, input, layout),
      {layout.uses_pixels(), layout.has(FeatureKind::raw_float32), layout.masks != nullptr});
}

std::vector<FeatureSpec> features_like(const EarlierSet& earlier, const BuildInput& input,
                                       Observer& observer) {
  const std::string earlier_image = text_option(*earlier.manifest, "image-column");
  std::vector<FeatureSpec> features;
  std::size_t absent = 0;
  std::string names;
  for (FeatureSpec spec : earlier.features) {
    const std::vector<std::string> missing = absent_columns(spec, earlier, earlier_image, input);
    const bool lacks_masks = needs_masks(spec) && !input.mask_rules;
    if (missing.empty() && !lacks_masks) {
      features.push_back(std::move(spec));
    } else if (++absent <= 3) {
      names += (names.empty() ? "" : ", ") + (lacks_masks ? in_quotes(spec.name) + " (no --masks)"
                                                          : absence(spec, missing.front(), *input.table));
    }
  }
  if (absent > 0) {
    observer.warning("--like: " + counted(absent, "feature is", "features are") + " left out: " + names +
                     (absent > 3 ? ", …" : ""));
  }
  return features;
}

}  // namespace tfrec
