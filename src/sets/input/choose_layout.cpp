// SPDX-License-Identifier: Apache-2.0
#include "sets/input/choose_layout.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/nearest.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/table/missing_cell.hpp"
#include "example/presets.hpp"
#include "records/layout/bind_features.hpp"
#include "records/layout/expand_preset.hpp"
#include "records/layout/label_column.hpp"
#include "records/layout/missing_values.hpp"
#include "records/layout/require_utf8.hpp"
#include "sets/input/find_boxes.hpp"
#include "sets/input/record_options.hpp"
#include "sets/input/several_labels.hpp"
#include "sets/options/check_image_options.hpp"
#include "sets/options/known_features.hpp"
#include "sets/options/missing_options.hpp"

namespace tfrec {

namespace {

LayoutInput layout_input(const BuildOptions& options, const BuildInput& input, const Preset& preset) {
  LayoutInput layout{*input.table, input.profiles};
  layout.image_column = input.image_column;
  layout.row_lists = input.row_lists;
  layout.boxes = input.box_rules;
  layout.masks = input.mask_rules;
  layout.companion_columns = input.companion_columns;
  layout.set_aside = set_aside_columns(options, input);
  layout.folders_are_classes = options.labels.empty();
  layout.label_columns = options.label_columns;
  layout.stratify = options.splits.stratify;
  layout.missing = missing_values(options, *input.table);
  layout.label_separator = options.label_separator;
  layout.label_base = options.label_base.value_or(preset.label_base);
  layout.has_label_base = options.label_base.has_value();
  layout.scale = options.scale;
  layout.classes_file = options.classes;
  return layout;
}

/// --feature without a layout: records contain just those.
bool only_features(const BuildOptions& options) {
  return options.layout.empty() && !options.features.empty();
}

/// Replaces the feature of that name, or adds it.
void define(std::vector<FeatureSpec>& features, FeatureSpec spec) {
  const auto same = [&](const FeatureSpec& known) { return known.name == spec.name; };
  const auto found = std::find_if(features.begin(), features.end(), same);
  if (found == features.end()) {
    features.push_back(std::move(spec));
  } else {
    *found = std::move(spec);
  }
}

/// Puts the image column for its word in layouts, as in `bytes:@image`.
void name_image_column(FeatureSpec& spec, const BuildInput& input) {
  const std::vector<std::string>& columns = input.table->columns();
  const bool is_column = std::ranges::find(columns, k_image_column_word) != columns.end();
  if (is_column || !takes_image_column_word(spec)) return;
  std::ranges::replace(spec.columns, std::string(k_image_column_word), columns[input.image_column]);
}

/// The features of --feature. The same name twice is a contradiction.
std::vector<FeatureSpec> given_features(const BuildOptions& options) {
  std::vector<FeatureSpec> given;
  for (const std::string& text : options.features) {
    FeatureSpec spec = parse_feature_spec(text);
    for (const FeatureSpec& earlier : given) {
      if (earlier.name == spec.name) {
        throw Error(ErrorKind::usage, "", "--feature '" + printable(spec.name) + "' is given twice",
                    "give it once");
      }
    }
    given.push_back(std::move(spec));
  }
  return given;
}

/// A name that no feature has yet.
std::string free_name(const RecordLayout& layout) {
  std::string name = "image";
  const auto is_taken = [&](const BoundFeature& feature) { return feature.spec.name == name; };
  while (std::any_of(layout.features.begin(), layout.features.end(), is_taken)) name += "_bytes";
  return name;
}

/// Height and width are those of the source then, but a format is only that of stored bytes.
void require_no_format(const RecordLayout& layout) {
  for (const BoundFeature& feature : layout.features) {
    if (feature.spec.kind != FeatureKind::format) continue;
    throw Error(ErrorKind::usage, "",
                "feature '" + printable(feature.spec.name) +
                    "' is the format of the stored image, and none is stored",
                "leave it out, or add --feature image=jpeg");
  }
}

/// Records without an image are made only on request: to leave it out by mistake is easy, and costly to find.
void require_image(const BuildOptions& options, const RecordLayout& layout) {
  const bool has_image = layout.stores_image();
  if (!has_image && !options.no_image) {
    throw Error(
        ErrorKind::usage, "", "no feature stores the image or its pixels",
        std::string(only_features(options) ? "to keep the usual features, too: --layout auto; " : "") +
            "for records without an image: --no-image; to store the image: " +
            shell_option("--feature", free_name(layout) + "=jpeg"));
  }
  // Under --like the earlier set decides, and --feature may add an image to it.
  if (!options.like.empty()) return;
  if (has_image) return;
  check_without_image(options.image);
  require_no_format(layout);
}

std::size_t class_columns_of(const std::vector<FeatureSpec>& features) {
  std::set<std::string> columns;
  for (const FeatureSpec& spec : features) {
    if (info(spec.kind).source == FeatureSource::classes) columns.insert(spec.columns.front());
  }
  return columns.size();
}

/// How to make a feature of the column, of a kind that fits the value for empty cells.
std::string hint_to_store(const std::string& column, const std::string& missing,
                          const BuildOptions& options) {
  if (only_features(options))
    return "--feature alone stores nothing else; to keep the usual features: --layout auto";
  FeatureKind kind = FeatureKind::bytes;
  if (parse_whole(missing).problem == NumberProblem::none) {
    kind = FeatureKind::int64;
  } else if (parse_missing_float(missing).problem == NumberProblem::none) {
    kind = FeatureKind::float32;
  }
  return std::string("leave it out, or store the column: ") +
         (options.layout.empty() ? "--layout auto " : "") +
         shell_option("--feature", to_string(FeatureSpec{column, kind, {column}}));
}

void refuse_unused_missing(const RecordLayout& layout, const Table& table, const BuildOptions& options) {
  for (const auto& [column, value] : layout.missing.of_column) {
    const bool is_used =
        std::ranges::any_of(layout.features, [&, wanted = column](const BoundFeature& feature) {
          return std::ranges::find(feature.columns, wanted) != feature.columns.end();
        });
    if (is_used) continue;
    const std::string& name = table.columns()[column];
    throw Error(ErrorKind::usage, "",
                shell_option("--missing", name + "=" + value) +
                    " has no effect: no feature is made from column '" + printable(name) + "'",
                hint_to_store(name, value, options));
  }
}

Error unused_separator(const BuildOptions& options, const RecordLayout& layout, const BuildInput& input) {
  const std::string preset = options.layout.empty() ? std::string(presets().front().name) : options.layout;
  std::vector<FeatureSpec> features;
  for (const BoundFeature& feature : layout.features) features.push_back(feature.spec);
  const std::string hint = several_labels_hint(input, preset, features, options.label_separator);
  return Error(ErrorKind::usage, "",
               "--label-separator has no effect: no feature contains several labels of a cell",
               hint.empty() ? "leave it out" : "to store several labels of a cell, add " + hint);
}

/// A label of numbers is stored as it is.
std::string hint_for_unused_classes(const RecordLayout& layout) {
  for (const BoundFeature& feature : layout.features) {
    if (feature.spec.kind != FeatureKind::int64 || !is_named_as_label(feature.spec.columns.front())) continue;
    return "column " + in_quotes(feature.spec.columns.front()) +
           " contains numbers, which are stored as they are; for classes, write their names into the table; "
           "else leave out --classes";
  }
  return "leave it out";
}

/// An option that decides about nothing was meant for something.
void refuse_unused(const BuildOptions& options, const RecordLayout& layout, const BuildInput& input) {
  const auto refuse_if = [](bool unused, const char* option, const char* needs) {
    if (!unused) return;
    throw Error(ErrorKind::usage, "", std::string(option) + " has no effect: " + needs, "leave it out");
  };
  const bool several = layout.has(FeatureKind::multihot) || layout.has(FeatureKind::indices);
  const bool ids = layout.has(FeatureKind::index) || layout.has(FeatureKind::indices);
  const bool chooses_classes = !options.classes.empty() && layout.classes.size() > 1;
  if (only_features(options) && !options.label_columns.empty() && !chooses_classes) {
    throw Error(ErrorKind::usage, "", "--label-column has no effect: it belongs to a --layout",
                "to keep the usual features, too: add --layout auto; else leave it out");
  }
  if (!options.classes.empty() && layout.classes.empty()) {
    throw Error(ErrorKind::usage, "", "--classes has no effect: no feature has classes",
                hint_for_unused_classes(layout));
  }
  if (!options.like.empty()) return;
  refuse_unused_missing(layout, *input.table, options);
  refuse_if(options.label_base && !ids, "--label-base", "no feature contains class ids");
  if (!options.label_separator.empty() && !several) throw unused_separator(options, layout, input);
  refuse_if(options.scale != 1 && !layout.has(FeatureKind::raw_float32), "--scale",
            "no feature is raw-float32");
  refuse_if(options.labels.empty() && !options.image_column.empty(), "--image-column",
            "there is no --labels");
}

void report_features(const std::vector<FeatureSpec>& features, Observer& observer) {
  constexpr std::size_t k_shown = 40;
  std::string list;
  for (std::size_t i = 0; i < features.size() && i < k_shown; ++i)
    list += (list.empty() ? "" : ", ") + printable(to_string(features[i]));
  if (features.size() > k_shown) list += ", … (" + format_count(features.size()) + " in all)";
  observer.note("features: " + list);
}

/// What a layout is made from, and its features.
struct Choice {
  LayoutInput layout;
  std::vector<FeatureSpec> features;
};

Choice chosen_features(const BuildOptions& options, const BuildInput& input, const EarlierSet* earlier,
                       Observer& observer) {
  const Preset& preset = options.layout.empty() ? presets().front() : preset_named(options.layout);
  Choice chosen{layout_input(options, input, preset), {}};
  LayoutInput& layout = chosen.layout;
  std::vector<FeatureSpec> given = given_features(options);
  for (FeatureSpec& spec : given) {
    name_image_column(spec, input);
    layout.given.insert(spec.name);
    if (spec.kind == FeatureKind::index || spec.kind == FeatureKind::indices)
      layout.given_classes.insert(spec.columns.front());
  }
  if (earlier != nullptr) {
    for (const auto& [column, known] : earlier->classes) layout.known_classes[column] = known.list;
    for (const auto& [column, known] : earlier->label_classes)
      layout.known_label_classes[column] = known.list;
    layout.like_earlier = true;
    layout.has_label_base = false;  // it is the earlier set's
    chosen.features = features_like(*earlier, input, observer);
  } else if (!only_features(options)) {
    chosen.features = expand_preset(preset, layout, observer);
    if (!options.labels.empty() && options.label_separator.empty())
      point_out_several_labels(input, std::string(preset.name), chosen.features, given, observer);
  }
  if (adds_mask(options)) {
    const FeatureSpec mask = added_mask();
    if (std::ranges::find(chosen.features, mask.name, &FeatureSpec::name) != chosen.features.end()) {
      throw Error(ErrorKind::usage, "",
                  "column 'mask' and the masks of --masks would both become feature 'mask'",
                  "name the feature of masks: --layout auto --feature NAME=mask");
    }
    chosen.features.push_back(mask);
  }
  for (FeatureSpec& spec : given) define(chosen.features, std::move(spec));
  if (earlier == nullptr && !only_features(options))
    note_unstored_columns(preset, layout, chosen.features, observer);
  return chosen;
}

/// Whether a cell of the column is this class, or gets it from --missing.
bool is_in_column(const Table& table, std::size_t column, const std::string& name,
                  const std::string* stored) {
  bool found = false;
  table.for_each([&](RowIndex, std::span<const std::string_view> cells) {
    const std::string_view cell = cells[column];
    found |= cell == name || (stored != nullptr && *stored == name && is_missing(cell));
  });
  return found;
}

/// Readers of boxes by these names take class 0 for the background, and refuse a label map that calls it
/// otherwise.
void check_background(const RecordLayout& layout, const BuildOptions& options, const Table& table,
                      Observer& observer) {
  for (const BoundFeature& feature : layout.features) {
    if (feature.spec.name != "image/object/class/label" || feature.spec.kind != FeatureKind::index) continue;
    const ClassList& classes = feature.classes->classes;
    if (classes.size() == 0 || classes.ids().at(0) >= 1) continue;
    const std::string& name = classes.names().front();
    const std::string what = "class '" + printable(name) + "' gets the id " +
                             std::to_string(classes.ids().at(0)) +
                             ", which readers of boxes take for the background";
    if (!feature.classes->has_ids_of_file) {
      return observer.warning(what +
                              (options.like.empty() ? "; ids begin at 1 with --label-base 1" : " (--like)"));
    }
    if (name == "background" &&
        !is_in_column(table, feature.columns.front(), name, layout.missing.of(feature.columns.front())))
      continue;
    throw Error(ErrorKind::bad_data, options.classes.string(), what,
                std::string("use ids from 1, or list only the names") +
                    (layout.label_base >= 1 ? ", which get them" : ", and add --label-base 1"));
  }
}

/// Whether features take the column's cells, and only as several labels each.
bool is_split(const std::string& column, const std::vector<FeatureSpec>& features) {
  bool is_taken = false;
  for (const FeatureSpec& spec : features) {
    if (std::ranges::find(spec.columns, column) == spec.columns.end()) continue;
    if (spec.kind != FeatureKind::multihot && spec.kind != FeatureKind::indices) return false;
    is_taken = true;
  }
  return is_taken;
}

/// Blanks around a value are kept and make it another class, so they get a warning; around the labels in a
/// cell they have no effect.
void report_padded(const BuildInput& input, const std::vector<FeatureSpec>& features, Observer& observer) {
  for (const ColumnProfile& column : input.profiles) {
    if (column.padded == 0 || is_split(column.name, features)) continue;
    observer.warning("column '" + printable(column.name) +
                     "': " + counted(column.padded, "value begins or ends", "values begin or end") +
                     " with a blank, first at " + printable(input.table->place(column.first_padded->row)));
  }
}

}  // namespace

std::vector<FeatureSpec> choose_features(const BuildOptions& options, const BuildInput& input,
                                         const EarlierSet* earlier, Observer& observer) {
  return chosen_features(options, input, earlier, observer).features;
}

RecordLayout choose_layout(const BuildOptions& options, const BuildInput& input, const EarlierSet* earlier,
                           Observer& observer) {
  auto [layout, features] = chosen_features(options, input, earlier, observer);
  if (earlier != nullptr || !only_features(options)) report_features(features, observer);
  report_padded(input, features, observer);
  layout.class_columns = class_columns_of(features);
  RecordLayout bound = bind_features(layout, std::move(features), observer);
  require_utf8(bound, *input.table, input.image_column);
  refuse_unused(options, bound, input);
  require_image(options, bound);
  warn_of_unused_quality(options.image, bound, observer);
  check_background(bound, options, *input.table, observer);
  return bound;
}

Inputs inputs_of(const BuildOptions& options, const EarlierSet* earlier) {
  // Parsed before any folder is read, so that an error in one is reported first.
  std::vector<FeatureSpec> features = given_features(options);
  if (earlier != nullptr) features.insert(features.end(), earlier->features.begin(), earlier->features.end());
  bool raw = std::any_of(features.begin(), features.end(), [](const FeatureSpec& spec) {
    return spec.kind == FeatureKind::raw_uint8 || spec.kind == FeatureKind::raw_float32;
  });
  if (!options.layout.empty()) {
    for (const std::string_view line : preset_named(options.layout).features) {
      const std::string_view kind = line.substr(line.find('=') + 1);
      raw = raw || kind == info(FeatureKind::raw_uint8).name || kind == info(FeatureKind::raw_float32).name;
    }
  }
  return raw ? Inputs::images_and_arrays : Inputs::images;
}

Inputs inputs_of(const RecordLayout& layout) {
  return layout.needs_equal_sizes() ? Inputs::images_and_arrays : Inputs::images;
}

}  // namespace tfrec
