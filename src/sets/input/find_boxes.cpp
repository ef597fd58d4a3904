// SPDX-License-Identifier: Apache-2.0
#include "sets/input/find_boxes.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/classes/classes.hpp"
#include "example/presets.hpp"
#include "records/layout/label_column.hpp"
#include "sets/options/columns_named.hpp"
#include "sets/options/known_features.hpp"
#include "sets/options/missing_options.hpp"
#include "sets/options/option_words.hpp"

namespace tfrec {

namespace {

void warn_of_boxes(const BuildOptions& options, const Table& table, Observer& observer) {
  const auto found = find_box_columns(table);
  if (!found) return;
  observer.warning("columns " + quoted_list(found->names) +
                   " look like boxes, but are not stored as boxes that follow their image; to store boxes" +
                   (!options.record_per ? ", one record per image" : "") + ": " + detection_command(options));
}

BoxColumns found_columns(const BoxOptions& options, const Table& table) {
  auto found = find_box_columns(table);
  if (!found) found = find_box_columns(table, BoxCells::any);  // the audit reports what they contain
  if (!found) {
    throw Error(ErrorKind::usage, table.source(),
                "has no box columns; its columns are " + listed_columns(table),
                "name them: --boxes LEFT,TOP,RIGHT,BOTTOM");
  }
  const BoxFormat by_name = found->format;
  if (options.format && !reorder(*found, *options.format)) {
    const std::string given = shell_option("--box-format", word_of(box_format_words(), *options.format));
    throw Error(ErrorKind::usage, "",
                given + ": by their names, columns " + quoted_list(found->names) + " are " +
                    word_of(box_format_words(), by_name),
                "to use them in this order all the same: " + boxes_option(*found) + " " + given);
  }
  return *found;
}

BoxColumns columns_of(const BoxOptions& options, const Table& table) {
  if (options.columns.empty()) return found_columns(options, table);
  BoxColumns columns;
  columns.columns = columns_named(table, options.columns, "--boxes");
  columns.names = options.columns;
  for (const std::string& name : columns.names) {
    if (std::ranges::count(columns.names, name) > 1)
      throw Error(ErrorKind::usage, "", "--boxes: names column " + in_quotes(name) + " twice");
  }
  columns.format = options.format.value_or(columns.columns.size() == 1 ? BoxFormat::xywh : BoxFormat::xyxy);
  return columns;
}

/// One number above 1 must not make pixels of a table of fractions: each box would be a point.
void refuse_mixed_units(const UnitsGuess& guess, const std::string& table) {
  const bool are_like_fractions = 2 * guess.not_whole > guess.numbers && 4 * guess.above_one <= guess.numbers;
  if (guess.units == BoxUnits::fraction || !are_like_fractions) return;
  throw Error(ErrorKind::usage, table,
              "boxes are in pixels or in fractions of the image: of " +
                  counted(guess.numbers, "number", "numbers") + ", " + format_count(guess.not_whole) +
                  " are not whole, and " + format_count(guess.above_one) + " above 1.01",
              "choose with --box-units fraction or --box-units pixels");
}

void report_units(const UnitsGuess& guess, const BoxRules& rules, Observer& observer) {
  const std::string columns =
      (rules.from.columns.size() == 1 ? "column " : "columns ") + quoted_list(rules.from.names);
  const bool is_fraction = rules.units == BoxUnits::fraction;
  observer.note("boxes: " + columns + ", " + word_of(box_format_words(), rules.from.format) + " in " +
                (is_fraction ? "fractions of the image" : "pixels") +
                " (--boxes, --box-format, --box-units)");
  if (!guess.is_close) return;
  observer.warning("boxes are probably in " + std::string(is_fraction ? "fractions" : "pixels") +
                   " (numbers: " + format_count(guess.numbers) + ", above 1.01: " +
                   format_count(guess.above_one) + ", not whole: " + format_count(guess.not_whole) +
                   "); if not, use " + shell_option("--box-units", is_fraction ? "pixels" : "fraction"));
}

/// The column with the class of each box: that of the layout's label, else of the first feature that is made
/// from classes.
std::optional<std::size_t> class_column(const BuildInput& input, const BuildOptions& options,
                                        const EarlierSet* earlier) {
  const Table& table = *input.table;
  if (earlier == nullptr && !options.layout.empty() && preset_named(options.layout).has_boxes()) {
    const std::vector<std::size_t> aside = set_aside_columns(options, input);
    const LabelSearch search{table, input.image_column, aside, options.label_columns, false};
    return column_named(table, one_label_column(preset_named(options.layout), search), "--label-column");
  }
  if (!options.label_columns.empty())
    return column_named(table, options.label_columns.front(), "--label-column");
  for (const FeatureSpec& spec : known_features(options, earlier)) {
    if (info(spec.kind).source != FeatureSource::classes) continue;
    const std::string& name = spec.columns.front();
    if (std::ranges::find(options.per_image, name) != options.per_image.end()) continue;
    const auto found = std::ranges::find(table.columns(), name);
    if (found != table.columns().end()) return static_cast<std::size_t>(found - table.columns().begin());
  }
  return std::nullopt;
}

/// Each row has a box and its class: a column for something else would store lists of other lengths, or none.
void refuse_other_uses(const BuildInput& input, const BuildOptions& options) {
  const Table& table = *input.table;
  const BoxRules& rules = *input.box_rules;
  std::vector<std::size_t> columns = rules.from.columns;
  if (rules.class_column) columns.push_back(*rules.class_column);
  const auto refuse_if = [&](std::size_t column, bool is_used, const std::string& use) {
    if (!is_used) return;
    throw Error(ErrorKind::usage, "",
                "column " + in_quotes(table.columns()[column]) + " is used for boxes, and for " + use,
                "give --boxes and --label-column columns that have one value per box");
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string& name = table.columns()[columns[i]];
    refuse_if(columns[i], columns[i] == input.image_column, "the names of images");
    refuse_if(columns[i], std::ranges::find(options.per_image, name) != options.per_image.end(),
              "--per-image");
    refuse_if(columns[i], columns[i] == input.split_column, "--split-column");
    refuse_if(columns[i], name == options.splits.group, "--group");
    refuse_if(columns[i], i == rules.from.columns.size() && std::ranges::count(columns, columns[i]) > 1,
              "their classes");
  }
}

/// The classes that boxes may have, if they are given.
std::function<bool(std::string_view)> known_classes(const BuildOptions& options, const EarlierSet* earlier,
                                                    const std::string& column) {
  std::shared_ptr<const ClassList> classes;
  if (earlier != nullptr) {
    const auto known = earlier->classes.find(column);
    if (known != earlier->classes.end()) classes = std::make_shared<ClassList>(known->second.list);
  } else if (!options.classes.empty()) {
    classes = std::make_shared<ClassList>(read_classes_file(options.classes).classes);
  }
  if (classes == nullptr) return {};
  return [classes](std::string_view name) { return classes->place_of(name).has_value(); };
}

}  // namespace

std::string boxes_option(const BoxColumns& columns) {
  return shell_option("--boxes", joined(columns.names, ","));
}

std::string detection_command(const BuildOptions& options) {
  const bool is_whole = options.image_column.empty() && options.label_columns.empty() &&
                        options.classes.empty() && options.features.empty() && !options.splits.deals() &&
                        options.splits.column.empty() && options.splits.keep.empty() &&
                        options.splits.group.empty();
  if (!is_whole) return "the same command with --layout detection";
  return "tfrec build " + shell_path(options.images.string()) + " --labels " +
         shell_path(options.labels.string()) + " --layout detection -o " +
         shell_path(options.out.empty() ? "OUT" : options.out.string());
}

bool stores_boxes(const BuildOptions& options, const EarlierSet* earlier) {
  return std::ranges::any_of(known_features(options, earlier),
                             [](const FeatureSpec& spec) { return spec.kind == FeatureKind::boxes; });
}

void refuse_unused_boxes(const BoxOptions& options) {
  const auto refuse_if = [](bool is_given, const char* option) {
    if (is_given) {
      throw Error(ErrorKind::usage, "", std::string(option) + " has no effect: no feature stores boxes",
                  "to store boxes: --layout detection");
    }
  };
  const BoxOptions defaults;
  refuse_if(!options.columns.empty(), "--boxes");
  refuse_if(options.format.has_value(), "--box-format");
  refuse_if(options.units.has_value(), "--box-units");
  refuse_if(options.origin != defaults.origin, "--box-origin");
  refuse_if(options.size != defaults.size, "--box-size");
  refuse_if(options.bad != defaults.bad, "--bad-boxes");
  refuse_if(options.min_visible != defaults.min_visible, "--min-visible");
}

std::vector<std::size_t> set_aside_columns(const BuildOptions& options, const BuildInput& input) {
  std::vector<std::size_t> aside;
  if (input.split_column) aside.push_back(*input.split_column);
  if (!options.splits.group.empty())
    aside.push_back(column_named(*input.table, options.splits.group, "--group"));
  for (const std::string& name : input.companion_columns) {
    if (!name.empty()) aside.push_back(column_named(*input.table, name, "--feature"));
  }
  if (!input.box_rules) return aside;
  const BoxColumns& boxes = input.box_rules->from;
  aside.insert(aside.end(), boxes.columns.begin(), boxes.columns.end());
  for (const auto& side : {boxes.stated_width, boxes.stated_height}) {
    if (side) aside.push_back(*side);
  }
  return aside;
}

void find_boxes(BuildInput& input, const BuildOptions& options, const EarlierSet* earlier,
                Observer& observer) {
  const Table& table = *input.table;
  if (!stores_boxes(options, earlier)) {
    return warn_of_boxes(options, table, observer);
  }
  const auto rules = std::make_shared<BoxRules>();
  rules->from = columns_of(options.boxes, table);
  find_stated_size(table, rules->from);
  UnitsGuess guess;
  if (!options.boxes.units) guess = guess_units(table, rules->from);
  refuse_mixed_units(guess, table.source());
  rules->units = options.boxes.units.value_or(guess.units);
  rules->origin = options.boxes.origin;
  rules->size = options.boxes.size;
  rules->bad = options.boxes.bad;
  rules->min_visible = options.boxes.min_visible;
  report_units(guess, *rules, observer);
  if (rules->origin != 0 && rules->units == BoxUnits::fraction) {
    throw Error(ErrorKind::usage, "", "--box-origin 1 needs boxes in pixels, and these are fractions",
                "leave it out, or give --box-units pixels");
  }
  if (rules->min_visible > 0 && options.image.resize.fit != Fit::crop) {
    throw Error(ErrorKind::usage, "", "--min-visible has no effect: nothing is cropped",
                "leave it out, or add --size WxH --fit crop");
  }
  if (rules->size == BoxSize::scale && rules->units == BoxUnits::fraction) {
    throw Error(ErrorKind::usage, "", "--box-size scale needs boxes in pixels, and these are fractions",
                "leave it out, or give --box-units pixels");
  }
  if (rules->size == BoxSize::scale && !rules->from.stated_width)
    throw Error(ErrorKind::usage, table.source(), "--box-size scale needs the columns width and height", "");
  input.box_rules = rules;
  rules->class_column = class_column(input, options, earlier);
  if (rules->class_column) {
    rules->is_class = known_classes(options, earlier, table.columns()[*rules->class_column]);
    const MissingValues missing = missing_values(options, table);
    if (const std::string* name = missing.of(*rules->class_column)) rules->missing_class = *name;
  }
  refuse_other_uses(input, options);
}

}  // namespace tfrec
