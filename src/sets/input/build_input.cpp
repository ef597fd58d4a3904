// SPDX-License-Identifier: Apache-2.0
#include "sets/input/build_input.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/folder/folder_table.hpp"
#include "dataset/folder/relative_path.hpp"
#include "dataset/join/audit.hpp"
#include "dataset/join/image_column.hpp"
#include "dataset/join/join.hpp"
#include "dataset/samples/unlisted_copies.hpp"
#include "dataset/splits/split_column.hpp"
#include "dataset/splits/splits.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_table.hpp"
#include "example/presets.hpp"
#include "records/layout/bind_features.hpp"
#include "sets/input/check_masks.hpp"
#include "sets/input/choose_layout.hpp"
#include "sets/input/drop_missing.hpp"
#include "sets/input/find_boxes.hpp"
#include "sets/options/columns_named.hpp"
#include "sets/options/companion_sources.hpp"
#include "sets/options/missing_options.hpp"

namespace tfrec {

namespace {

/// With the line of the table; an image without a row has none, and the summary states what it lacks.
std::string example_text(FindingKind kind, const FindingExample& example) {
  if (kind == FindingKind::images_without_row) return example.brief;
  return printable(example.place) + ": " + example.message;
}

void report_findings(const Audit& audit, const ImageFolder& folder, const Join& join, Observer& observer) {
  for (const Finding& finding : audit.findings) {
    if (finding.is_error) continue;  // audit_error() reports those
    std::string text = finding.summary;
    if (!finding.examples.empty())
      text += (finding.count == 1 ? ": " : ", first ") + example_text(finding.kind, finding.examples.front());
    if (finding.kind == FindingKind::rows_without_image) {
      observer.warning(text + "; the set's " + k_left_out_name + " lists them");
    } else if (finding.kind == FindingKind::images_without_row && finding.count > 1) {
      observer.note(text + "; -v lists them");
      for (const std::uint32_t image : unlisted_images(folder, join))
        observer.detail("no row for " + in_quotes(folder.path(image)));
    } else {
      observer.note(text);
    }
  }
}

/// A name with a typo is reported before what the images lack. The table may lack columns that an earlier set
/// has, and those alone.
void require_columns(const Table& table, const BuildOptions& options, const EarlierSet* earlier) {
  if (earlier == nullptr) {
    for (const std::string& name : options.label_columns) column_named(table, name, "--label-column");
    columns_named(table, options.per_image, "--per-image");
    missing_values(options, table);
  }
  const bool has_masks = companion_sources(options, earlier).has_masks;
  for (const std::string& name : options.splits.stratify) {
    if (!has_masks || name != k_mask_stratum) column_named(table, name, "--stratify");
  }
  if (!options.splits.group.empty()) column_named(table, options.splits.group, "--group");
  for (const std::string& text : options.features) {
    const FeatureSpec spec = parse_feature_spec(text);
    if (info(spec.kind).source == FeatureSource::box_columns) continue;  // its "columns" are a form
    for (std::size_t i = 0; i < spec.columns.size(); ++i) {
      const bool is_word = spec.columns[i] == k_image_column_word && takes_image_column_word(spec);
      if (!is_word && std::ranges::find(table.columns(), spec.columns[i]) == table.columns().end())
        throw no_such_column(spec, i, table);
    }
  }
}

/// Masks and other files that rows name beside the images are not images without a row.
void forget_companions(BuildInput& input, const std::vector<std::string>& names) {
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(input.table->columns(), name);
    if (found != input.table->columns().end())
      columns.push_back(static_cast<std::size_t>(found - input.table->columns().begin()));
  }
  if (columns.empty()) return;
  std::unordered_set<std::string> images;  // as the table calls them
  std::unordered_set<std::string> named;
  input.table->for_each([&](RowIndex, std::span<const std::string_view> cells) {
    images.emplace(cells[input.image_column]);
    for (const std::size_t column : columns) named.emplace(cells[column]);
  });
  const auto is_image = [&](std::string_view path) {
    for (const std::string_view name : {path, file_name_of(path)}) {
      if (images.contains(std::string(name)) || images.contains(std::string(without_image_extension(name))))
        return true;
    }
    return false;
  };
  std::unordered_set<std::string_view> files;
  for (const std::string& path : named) {
    if (!is_image(path)) files.insert(path);
  }
  forget_files(input.folder, files);
}

void read_labelled(BuildInput& input, const BuildOptions& options, const EarlierSet* earlier,
                   Observer& observer) {
  input.folder = walk_files(options.images, passed_over(options), inputs_of(options, earlier));
  InputFile csv = open_csv(options.labels);
  if (options.delimiter && *options.delimiter != detected_delimiter(csv)) input.delimiter = options.delimiter;
  input.table = read_csv_table(std::move(csv), {input.delimiter});
  if (input.table->restores_cells()) {
    observer.note(
        std::string("column '") + k_escaped_column +
        "' marks a table that `tfrec extract` wrote: it is not used, and cells and column names lose "
        "one ' before a formula sign");
  }
  const auto named = options.image_column.empty() ? std::nullopt : std::optional(options.image_column);
  const ImageColumn found = find_image_column(*input.table, input.folder, named);
  input.image_column = found.column;
  if (!found.note.empty()) observer.note(found.note);
  forget_companions(input, companion_columns_below_images(options, earlier));
  if (!options.splits.column.empty())
    input.split_column = column_named(*input.table, options.splits.column, "--split-column");
  require_columns(*input.table, options, earlier);
  input.opener = std::make_unique<ImageOpener>(options.images, ImageOpener::Reach::beneath);
  find_boxes(input, options, earlier, observer);
}

std::string split_names(const SplitFolders& folders) {
  std::vector<std::string> names = folders.splits.names;
  std::ranges::stable_sort(names, {}, split_rank);
  return joined(names, ", ", printable);
}

/// Dealing the images of split folders anew would put test images into the training split.
void refuse_to_deal_split_folders(const SplitOptions& splits, const ImageFolder& folder) {
  if (!splits.deals() || !splits.folders) return;
  const auto known = recognise_split_folders(folder.paths);
  if (!known) return;
  const std::string option = splits.folds ? "--folds" : "--split";
  throw Error(
      ErrorKind::usage, "",
      option + " deals all images anew, but the folders " + split_names(*known) + " are splits already",
      "to keep these splits, leave out " + option + "; to treat the folders as classes: --no-split-folders");
}

void read_folders(BuildInput& input, const BuildOptions& options, Inputs inputs, Observer& observer) {
  input.folder = walk_images(options.images, passed_over(options), inputs);
  input.image_column = 0;
  input.opener = std::make_unique<ImageOpener>(options.images, ImageOpener::Reach::anywhere);
  if (!options.splits.column.empty()) {
    throw Error(ErrorKind::usage, "", "--split-column needs a table: there is no --labels",
                "sub-folders called train, val or test are splits");
  }
  if (!options.drop_missing.empty() || options.delimiter) {
    throw Error(ErrorKind::usage, "",
                std::string(options.delimiter ? "--delimiter" : "--drop-missing") +
                    " needs a table: there is no --labels");
  }
  refuse_to_deal_split_folders(options.splits, input.folder);
  observer.note(take_folder_table(input, options.splits.folders));
  if (input.split_column) return;
  for (const char* usual : {"metadata.csv", "labels.csv"}) {
    std::error_code failed;
    const std::filesystem::path table = options.images / usual;
    if (!std::filesystem::is_regular_file(table, failed)) continue;
    observer.warning(printable(table.string()) + " is not used; if it contains the labels: --labels " +
                     shell_path(table.string()));
  }
  if (!options.splits.folders && recognise_split_folders(input.folder.paths)) return;  // classes by choice
  if (const auto doubt = doubt_about_folder_classes(input.folder)) observer.warning(*doubt);
}

/// Rows without an image take no part from here on: not in types, not in classes.
void leave_out_unmatched(BuildInput& input, Join& join) {
  std::vector<RowIndex> rows;
  input.table->for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    if (join.image_of_row[row] != k_no_image) return rows.push_back(row);
    input.left_out.push_back({input.table->line(row).value(), std::string(cells[input.image_column]),
                              "left out: it has no image"});
  });
  std::ranges::sort(input.left_out, {}, &LeftOutRow::row);
  keep_rows(input, join, rows);
  join.unmatched.clear();
}

/// An image in several rows of a table with boxes is usually meant for object detection.
void suggest_detection(Audit& audit, const Table& table, const BuildOptions& options) {
  for (Finding& finding : audit.findings) {
    if (finding.kind == FindingKind::repeated_images && !finding.hint.empty() && find_box_columns(table)) {
      finding.hint =
          "for one record per image, with its boxes: " + detection_command(options) + "; " + finding.hint;
    }
  }
}

void look_for_masks(const BuildInput& input, bool from_csv) {
  const Samples& samples = *input.samples;
  ListedImages listed{samples.folder.root, *samples.opener, {}, from_csv};
  for (const SampleIndex sample : samples.all()) listed.paths.emplace_back(samples.image_path(sample));
  require_no_masks(listed);
}

/// The columns of --per-image; with layout auto, if none are given, those that never differ within an image.
std::vector<bool> per_image_columns(const BuildInput& input, const BuildOptions& options) {
  const Samples& samples = *input.samples;
  const bool is_auto = options.layout.empty() || options.layout == presets().front().name;
  if (options.per_image.empty() && is_auto && options.like.empty() && !input.box_rules)
    return constant_columns(samples, input.image_column);
  const std::vector<std::size_t> given = columns_named(*input.table, options.per_image, "--per-image");
  require_constant(samples, given, "--per-image");
  std::vector<bool> per_image(input.table->columns().size());
  for (const std::size_t column : given) per_image[column] = true;
  per_image[input.image_column] = true;
  if (!input.box_rules) return per_image;
  const BoxColumns& boxes = input.box_rules->from;
  for (const auto& side : {boxes.stated_width, boxes.stated_height}) {
    if (side) per_image[*side] = true;
  }
  return per_image;
}

/// Boxes have their own count of images without any.
void report_blank_rows(const RowLists& lists, Observer& observer) {
  const bool is_list = std::ranges::find(lists.per_image, false) != lists.per_image.end();
  if (lists.blank_rows == 0 || !is_list) return;
  observer.note(counted(lists.blank_rows, "row adds", "rows add") +
                " no values: the cells that differ within an image are empty; " +
                counted(lists.blank_images, "image has", "images have") + " empty lists");
}

}  // namespace

PassedOver passed_over(const BuildOptions& options) {
  PassedOver passed_over(options.out);
  passed_over.masks = options.masks.folder;
  passed_over.mask_suffix = options.masks.suffix;
  return passed_over;
}

void find_row_lists(BuildInput& input, BuildOptions& options) {
  if (options.record_per != RecordPer::image) return;
  input.row_lists = RowLists{input.image_column, per_image_columns(input, options)};
  if (options.keep_unlisted)
    input.row_lists->unlisted_naming = naming_of_unlisted(*input.samples, input.image_column);
  options.per_image.clear();
  const auto is_size = [&](std::size_t column) {  // of the image: the audit of boxes checks it
    return input.box_rules &&
           (column == input.box_rules->from.stated_width || column == input.box_rules->from.stated_height);
  };
  for (std::size_t i = 0; i < input.table->columns().size(); ++i) {
    if (input.row_lists->per_image[i] && i != input.image_column && !is_size(i))
      options.per_image.push_back(input.table->columns()[i]);
  }
  // An image is in one split and one group, so these cells are no values of a row.
  if (input.split_column) input.row_lists->per_image[*input.split_column] = true;
  if (!options.splits.group.empty())
    input.row_lists->per_image[column_named(*input.table, options.splits.group, "--group")] = true;
}

void profile(BuildInput& input, Observer& observer) {
  if (input.row_lists) {
    count_rows(*input.samples, *input.row_lists);
    if (!input.box_rules) report_blank_rows(*input.row_lists, observer);
    input.profiles = profile_lists(*input.samples, *input.row_lists);
  } else {
    input.profiles = profile_columns(*input.table);
  }
}

std::string take_folder_table(BuildInput& input, bool split_folders) {
  const auto splits = split_folders ? recognise_split_folders(input.folder.paths) : std::nullopt;
  input.table = splits ? split_folder_table(input.folder, *splits) : folder_table(input.folder);
  const std::size_t columns = input.table->columns().size();
  if (!splits) {
    return columns > 1 ? "no --labels: the sub-folders are the classes (column 'class')"
                       : "no --labels and no sub-folders: the set is unlabelled";
  }
  input.split_column = columns - 1;
  return "the sub-folders " + split_names(*splits) + " are splits, " +
         (columns > 2 ? "theirs the classes (column 'class')" : "the set is unlabelled") +
         "; --no-split-folders treats them as classes";
}

std::unique_ptr<BuildInput> read_input(const BuildOptions& options, const EarlierSet* earlier,
                                       Observer& observer) {
  auto input = std::make_unique<BuildInput>();
  if (options.labels.empty()) {
    read_folders(*input, options, inputs_of(options, earlier), observer);
  } else {
    read_labelled(*input, options, earlier, observer);
  }
  if (const std::string skipped = describe(input->folder.skipped); !skipped.empty()) observer.note(skipped);
  // Rows from folders are the images, in their order, wherever links lead; a CSV's values stay beneath
  // IMAGES.
  Join join = options.labels.empty() ? each_row_its_image(input->folder)
                                     : join_images(*input->table, input->image_column, input->folder);
  observer.phase("audit");
  if (!options.drop_missing.empty()) drop_missing(*input, join, options, earlier, observer);
  const AuditOptions rules{options.allow_missing_images,           options.allow_repeats, options.strict, 5,
                           options.record_per == RecordPer::image, options.keep_unlisted};
  Audit audit = audit_join(*input->table, input->image_column, input->folder, join, rules);
  observer.detail(counted(audit.rows, "row", "rows") + ", " + counted(audit.images, "image", "images") +
                  " in the folder, " + format_count(audit.images_used) + " of them named by a row (" +
                  format_count(join.by_path) + " by path, " + format_count(join.by_name) + " by name, " +
                  format_count(join.by_stem) + " by name without extension)");
  report_findings(audit, input->folder, join, observer);
  if (!audit.passed()) {
    if (!input->box_rules) suggest_detection(audit, *input->table, options);
    throw audit_error(audit);
  }
  if (!join.unmatched.empty()) leave_out_unmatched(*input, join);
  input->samples = std::make_unique<Samples>(samples_of(*input->table, input->folder, *input->opener, join,
                                                        options.record_per.value_or(RecordPer::row),
                                                        options.keep_unlisted));
  if (input->samples->size() == 0)
    throw Error(ErrorKind::bad_data, options.images.string(), "no row has an image");
  if (!options.keep_unlisted) report_unlisted_copies(*input->samples, join, observer);
  if (!options.allow_masks) look_for_masks(*input, !options.labels.empty());
  return input;
}

}  // namespace tfrec
