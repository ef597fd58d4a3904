// SPDX-License-Identifier: Apache-2.0
// What is in labels.csv: which features become which columns, the cells of a record, and what `tfrec
// build` will not make the same of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"
#include "example/schema.hpp"
#include "operations/extract/extract_column.hpp"
#include "operations/extract/extract_features.hpp"
#include "records/boxes/rebuilt_boxes.hpp"
#include "records/copy/box_edges.hpp"
#include "sets/merge/label_texts.hpp"
#include "sets/merge/source_sets.hpp"

namespace tfrec {

class ExtractTable {
 public:
  /// `schema` is that of the records without their images; `no_text` names bytes features that hold no
  /// text; `listed` has the classes that a file beside the shards lists.
  ExtractTable(const ExtractFeatures& features, const AgreedChoices& agreed, const Schema& schema,
               const std::set<std::string, std::less<>>& no_text,
               const std::map<std::string, ClassNames>& listed);

  /// Looks at a record before any is written. Copies may look at some records each; add_counts() adds up.
  void look_at(const ExampleView& example, const StoredImage& image);
  void add_counts(const ExtractTable& other);
  /// Chooses what is between the values in a cell, and leaves out what no cell can hold. Call it once
  /// all records were looked at.
  void settle();

  /// Whether the column shows the texts of this feature.
  bool shows_text(const std::string& feature, const std::string& column) const;
  /// Adds a last column, whose cells rows() does not have: paths of files. Returns what it is called,
  /// `wanted` where no other column is. After settle().
  std::string add_file_column(const std::string& wanted);
  /// The features that build makes of masks and files.
  void set_companions(std::vector<FeatureSpec> companions);

  /// The first names the images.
  std::vector<std::string> header() const;
  /// Printable: features without a column, and why.
  const std::vector<std::string>& left_out() const { return m_left_out; }
  /// Features that build does not make the same of the table.
  const std::vector<ExtractLoss>& not_rebuilt() const { return m_not_rebuilt; }
  /// Between the labels of a cell; empty if no cell holds several.
  const std::string& label_separator() const { return m_label_separator; }
  /// The words with which build makes the same features of the table, if layout auto does not: "--layout",
  /// "slim", … `image` is the feature that the images become.
  std::vector<std::string> layout_options(const FeatureSpec& image) const;
  /// The features that they make.
  std::vector<FeatureSpec> specs(const FeatureSpec& image) const;
  /// Features with columns that these words leave out, because build refuses their cells.
  std::vector<std::string> not_built() const;
  /// Features that build makes from the images themselves.
  std::vector<FeatureSpec> image_facts() const;
  /// The name of the list that --classes needs; empty if build lists the classes of the table alike.
  const std::string& classes_file() const { return m_classes_file; }
  /// The classes in that list, where the records and no manifest name them.
  const std::optional<ClassList>& label_map() const { return m_label_map; }
  /// The number of the first class; nothing if every layout begins there.
  std::optional<std::int64_t> label_base() const;
  /// Cells of records that were looked at, and column names, that spreadsheets take for formulas.
  std::uint64_t formulas() const;
  /// Whether cells hold integers, which may be class numbers.
  bool has_number_columns() const;
  /// Whether the first column alone holds what names the images.
  bool holds_name_in_first_column() const { return m_has_name; }
  /// Features that hold the image's path, beside the one that names the images.
  const std::vector<std::string>& path_features() const { return m_path_features; }
  /// Features that hold the number of the image.
  const std::vector<std::string>& id_features() const { return m_id_features; }
  /// Features that build makes of the first column, beside the one that names the images.
  std::vector<std::string> image_column_features() const;

  /// The rows of a record without their first cells: one, unless the set has several rows per image. `image`
  /// is the record's.
  std::vector<ExtractColumn::Row> rows(const ExampleView& example, const StoredImage& image);

 private:
  using Values = std::vector<std::string>;
  /// Of one record, by column; those of each row.
  struct ShownCells {
    std::map<std::string_view, Values> texts;
    std::map<std::string_view, Values> labels;  // of cells that are made of several
  };

  void add(const FeatureSummary& feature, const std::set<std::string, std::less<>>& no_text);
  ExtractColumn column_of(const FeatureSummary& feature, const FeatureSpec& spec) const;
  void find_boxes(const Schema& schema);
  RebuiltBoxes rebuilt_boxes() const;
  std::string class_header() const;
  bool is_per_row(const FeatureSummary& feature, const FeatureSpec* spec) const;
  bool add_by_spec(const FeatureSummary& feature, const FeatureSpec& spec);
  bool follows(const FeatureSummary& feature, const FeatureSpec& spec);
  bool follows_text(const FeatureSummary& feature, const std::string& header);
  void add_plain(const FeatureSummary& feature);
  bool add_column(ExtractColumn column);
  std::string settle(ExtractColumn& column) const;
  std::vector<std::vector<ExtractColumn::Row>> look_at_columns(const ExampleView& example,
                                                               const StoredImage& image);
  static void compare_cells(ExtractColumn& follower, const ShownCells& shown, const ExampleView& example);
  static void compare_labels(ExtractColumn& follower, const ShownCells& shown, const ExampleView& example);
  std::vector<std::string> label_separators() const;
  void choose_label_separator();
  void choose_classes();
  void choose_texts();
  const ExtractColumn* column_named(const std::string& feature) const;
  bool shows_plainly(const std::string& feature) const;
  void judge_plain(const FeatureSummary& feature, const ExtractColumn& column);
  void judge_rows();
  void judge_boxes();
  void lose_boxes(const std::string& reason);
  void judge_cells(const ExtractColumn& column);
  void judge_follower(const ExtractColumn& follower);
  void judge_classes(const ExtractColumn& column);
  void leave_out(const std::string& feature, const std::string& reason);
  void lose(const std::string& feature, const std::string& reason);
  FeatureSpec spec_for(const ExtractColumn& column) const;
  bool takes_cells(const FeatureSpec& spec) const;
  static std::optional<FeatureKind> usual_fact(const std::string& feature);
  bool is_auto(const FeatureSpec& spec) const;
  bool has_masks() const;
  bool is_like_auto(const std::vector<FeatureSpec>& all) const;
  std::vector<std::string> row_options() const;
  const FeatureSpec* spec_of(const std::string& feature) const;
  const ClassColumn* classes_of(const std::string& feature) const;
  bool has_header(const std::string& header) const;
  std::string header_for(const std::string& feature) const;

  const AgreedChoices& m_agreed;
  const std::map<std::string, ClassNames>& m_listed;
  std::string m_image_header;
  bool m_has_images = true;       // what is extracted are images, and not masks or files
  bool m_has_name = false;        // the feature that names the images has no column but the first
  bool m_has_image_text = false;  // the first column holds the text of the column that named the images
  std::string m_name_feature;     // empty: images are numbered
  FeatureKind m_name_kind = FeatureKind::bytes;
  bool m_is_list = false;             // images have several rows
  std::set<std::string> m_per_image;  // columns that are the same in all rows of an image
  std::optional<BoxEdges> m_boxes;
  std::optional<RebuiltBoxes> m_rebuilt_boxes;  // with m_boxes
  std::vector<FeatureSpec> m_made_again;        // features that need no column
  std::uint64_t m_records = 0;                  // that were looked at
  std::uint64_t m_arrays = 0;                   // images beside boxes that become arrays
  std::uint64_t m_empty_rows = 0;               // that build would take for rows without values
  std::string m_label_separator;
  std::string m_classes_file;
  std::string m_label_column;  // of m_classes_file, where build needs --label-column
  LabelTexts m_label_texts;
  std::optional<ClassList> m_label_map;
  std::string m_text_label;   // the feature that build makes of texts and m_label_map
  std::string m_text_header;  // the column of these texts
  std::vector<ExtractColumn> m_columns;
  std::vector<ExtractColumn> m_followers;  // features whose columns others show
  std::vector<std::string> m_file_columns;
  std::vector<FeatureSpec> m_companions;
  std::vector<std::string> m_left_out;
  std::vector<ExtractLoss> m_not_rebuilt;
  std::vector<std::string> m_path_features;
  std::vector<std::string> m_id_features;
  std::uint64_t m_formulas = 0;
};

}  // namespace tfrec
