// SPDX-License-Identifier: Apache-2.0
// What is known of a table once all records were looked at.
#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/missing_cell.hpp"
#include "operations/extract/extract_table.hpp"

namespace tfrec {

namespace {

using Shape = ExtractColumn::Shape;

/// Whether build makes the same number, or the same text, of both.
bool means_the_same(const std::string& cell, const std::string& other) {
  if (cell == other) return true;
  const WholeNumber whole = parse_whole(cell);
  const WholeNumber other_whole = parse_whole(other);
  if (other_whole.problem == NumberProblem::none)
    return whole.problem == NumberProblem::none && whole.value == other_whole.value;
  const FloatNumber number = parse_float(cell);
  const FloatNumber other_number = parse_float(other);
  return number.problem == NumberProblem::none && other_number.problem == NumberProblem::none &&
         std::bit_cast<std::uint32_t>(number.value) == std::bit_cast<std::uint32_t>(other_number.value);
}

std::string in_records(std::uint64_t records) {
  return "in " + counted(records, "record", "records");
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/// Whether build makes the same value of the image. Of a checksum it is enough that it can be one.
bool is_fact(const ExtractColumn& column, const std::vector<ExtractColumn::Row>& rows,
             const StoredImage& image) {
  if (info(*column.fact).list != column.kind || rows.size() != 1 || rows[0].size() != 1) return false;
  const std::string& text = rows[0][0];
  constexpr std::size_t k_sha256_digits = 64;
  switch (*column.fact) {
    case FeatureKind::format:
      return text == info(image.format).record_name;
    case FeatureKind::height:
      return text == std::to_string(image.height);
    case FeatureKind::width:
      return text == std::to_string(image.width);
    case FeatureKind::channels:
      return text == std::to_string(image.channels);
    case FeatureKind::colorspace:
      return text == (image.channels == 1 ? "Grayscale" : "RGB");
    case FeatureKind::mask_format:
      return text == "PNG";
    case FeatureKind::sha256:
      return text.size() == k_sha256_digits && std::ranges::all_of(text, is_hex);
    default:
      return false;
  }
}

/// Labels as build takes them, which sorts them and leaves out repeats.
std::set<std::string, std::less<>> as_set(const auto& labels) {
  return {labels.begin(), labels.end()};
}

}  // namespace

void ExtractTable::look_at(const ExampleView& example, const StoredImage& image) {
  ++m_records;
  m_label_texts.add(example);
  const std::vector<std::vector<ExtractColumn::Row>> rows = look_at_columns(example, image);
  if (m_boxes && image.format == ImageFormat::npy) ++m_arrays;
  if (m_rebuilt_boxes) m_rebuilt_boxes->look_at(example, this->rows(example, image), image.size());
  if (m_followers.empty()) return;
  ShownCells shown;
  if (m_has_image_text) shown.texts[m_image_header] = {image_name_in(example, m_name_feature)};
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    ExtractColumn& column = m_columns[i];
    for (std::size_t cell = 0; cell < column.headers.size(); ++cell) {
      if (column.headers[cell].empty()) continue;
      if (column.shape == Shape::class_names) shown.labels[column.headers[cell]] = column.texts(example);
      Values& texts = shown.texts[column.headers[cell]];
      for (const ExtractColumn::Row& row : rows[i]) texts.push_back(row[cell]);
    }
  }
  for (ExtractColumn& follower : m_followers) {
    if (follower.shape == Shape::class_names) {
      compare_labels(follower, shown, example);
    } else {
      compare_cells(follower, shown, example);
    }
  }
}

/// The rows of each column. Counts formulas, and lists that do not fit the others.
std::vector<std::vector<ExtractColumn::Row>> ExtractTable::look_at_columns(const ExampleView& example,
                                                                           const StoredImage& image) {
  std::vector<std::vector<ExtractColumn::Row>> rows;
  std::size_t count = m_boxes ? m_boxes->count(example) : 0;
  for (ExtractColumn& column : m_columns) {
    rows.push_back(column.look_at(example));
    if (column.is_per_row) count = std::max(count, rows.back().size());
  }
  std::vector<bool> is_empty(m_boxes ? 0 : count, true);
  for (std::size_t i = 0; i < m_columns.size(); ++i) {
    ExtractColumn& column = m_columns[i];
    if (column.is_per_row && rows[i].size() != count) ++column.unfit;
    if (column.fact && !is_fact(column, rows[i], image)) ++column.not_fact;
    for (std::size_t row = 0; row < rows[i].size(); ++row) {
      for (std::size_t cell = 0; cell < column.headers.size(); ++cell) {
        if (column.headers[cell].empty()) continue;
        const std::string& text = rows[i][row][cell];
        if (neutralised(text) != text) m_formulas += column.is_per_row ? 1 : std::max<std::size_t>(count, 1);
        if (!column.is_per_row && is_missing(text)) ++column.empty_cells;
        if (column.is_per_row && row < is_empty.size() && !is_missing(text)) is_empty[row] = false;
      }
    }
  }
  m_empty_rows += static_cast<std::uint64_t>(std::ranges::count(is_empty, true));
  return rows;
}

void ExtractTable::compare_cells(ExtractColumn& follower, const ShownCells& shown,
                                 const ExampleView& example) {
  const std::vector<ExtractColumn::Row> rows = follower.rows(example);
  bool same = true;
  for (std::size_t i = 0; i < follower.headers.size(); ++i) {
    const auto found = shown.texts.find(follower.headers[i]);
    if (found == shown.texts.end()) continue;
    same = same && std::ranges::equal(found->second, rows, [&](const std::string& text, const auto& row) {
             return text == row[i] || (follower.is_number && means_the_same(text, row[i]));
           });
  }
  if (!same) ++follower.unfit;
}

/// The labels that a cell shows, or those that each separator would make of its text.
void ExtractTable::compare_labels(ExtractColumn& follower, const ShownCells& shown,
                                  const ExampleView& example) {
  const auto labels = as_set(follower.texts(example));
  if (const auto found = shown.labels.find(follower.headers.front()); found != shown.labels.end()) {
    if (as_set(found->second) != labels) ++follower.unfit;
    return;
  }
  const auto texts = shown.texts.find(follower.headers.front());
  if (texts == shown.texts.end()) return;
  for (const std::string& candidate : follower.candidates) {
    std::set<std::string, std::less<>> split;
    for (const std::string& text : texts->second) split.merge(as_set(split_labels(text, candidate)));
    if (split != labels) ++follower.unusable[candidate];
  }
}

void ExtractTable::add_counts(const ExtractTable& other) {
  for (std::size_t i = 0; i < m_columns.size(); ++i) m_columns[i].add_counts(other.m_columns[i]);
  for (std::size_t i = 0; i < m_followers.size(); ++i) m_followers[i].add_counts(other.m_followers[i]);
  if (m_rebuilt_boxes) m_rebuilt_boxes->add(*other.m_rebuilt_boxes);
  m_formulas += other.m_formulas;
  m_records += other.m_records;
  m_arrays += other.m_arrays;
  m_empty_rows += other.m_empty_rows;
  m_label_texts.add(other.m_label_texts);
}

void ExtractTable::settle() {
  choose_label_separator();
  std::erase_if(m_columns, [&](ExtractColumn& column) {
    const std::string problem = settle(column);
    if (problem.empty()) {
      judge_cells(column);
    } else {
      std::erase_if(m_not_rebuilt, [&](const ExtractLoss& known) { return known.feature == column.feature; });
      leave_out(column.feature, problem);
    }
    return !problem.empty();
  });
  for (const ExtractColumn& follower : m_followers) judge_follower(follower);
  judge_rows();
  choose_classes();
  choose_texts();
}

/// One for all columns of labels, as build takes it: what the set was made with, if it fits.
void ExtractTable::choose_label_separator() {
  std::map<std::string, std::uint64_t> part_of_names;
  std::map<std::string, std::uint64_t> unusable;
  bool is_needed = false;
  const auto add = [&](const std::vector<ExtractColumn>& columns, auto& taken) {
    for (const ExtractColumn& column : columns) {
      if (column.shape != Shape::class_names) continue;
      is_needed = true;
      taken.insert(column.unusable.begin(), column.unusable.end());
    }
  };
  add(m_columns, part_of_names);
  unusable = part_of_names;
  add(m_followers, unusable);
  if (!is_needed) return;
  const std::vector<std::string> candidates = label_separators();
  auto best = free_separator(candidates, unusable);
  if (!best) best = free_separator(candidates, part_of_names);
  m_label_separator = best.value_or(candidates.front());
}

/// What may separate labels; the first one separated those of the table that the set was made from.
std::vector<std::string> ExtractTable::label_separators() const {
  std::vector<std::string> candidates = separator_candidates();
  const std::string recorded = m_agreed.text_of("label-separator");
  if (recorded.empty()) return candidates;
  std::erase(candidates, recorded);
  candidates.insert(candidates.begin(), recorded);
  return candidates;
}

/// Chooses the separator of a column; why no cell can hold its values, or nothing.
std::string ExtractTable::settle(ExtractColumn& column) const {
  if (column.shape == Shape::class_names) {
    column.separator = m_label_separator;
    return column.unusable.contains(m_label_separator) ? "every possible separator occurs in a class name"
                                                       : "";
  }
  if (column.shape != Shape::joined) return {};
  const auto separator = free_separator(column.candidates, column.unusable);
  if (!separator) return "every possible separator occurs in its texts";
  column.separator = *separator;
  const bool is_ambiguous = column.empty_lists > 0 && column.empty_texts > 0;
  return is_ambiguous ? "lists without a text and lists of one empty text look the same" : "";
}

void ExtractTable::judge_follower(const ExtractColumn& follower) {
  if (!std::all_of(follower.headers.begin(), follower.headers.end(),
                   [&](const std::string& header) { return has_header(header); }))
    return lose(follower.feature, "its column is skipped");
  if (follower.unfit > 0)
    lose(follower.feature, "its column has another value " + in_records(follower.unfit));
  const auto misread = follower.unusable.find(m_label_separator);
  if (follower.shape == Shape::class_names && misread != follower.unusable.end()) {
    lose(follower.feature, "its column, split at '" + printable(m_label_separator) + "', has other labels " +
                               in_records(misread->second));
  }
  judge_classes(follower);
}

void ExtractTable::judge_rows() {
  if (m_rebuilt_boxes) judge_boxes();
  const auto first = std::ranges::find(m_columns, true, &ExtractColumn::is_per_row);
  if (m_empty_rows == 0 || first == m_columns.end()) return;
  lose(first->feature, counted(m_empty_rows, "row has", "rows have") + " only empty cells, and build takes " +
                           (m_empty_rows == 1 ? "it" : "them") + " for images without values");
}

/// All lists of the boxes change with their number.
void ExtractTable::lose_boxes(const std::string& reason) {
  std::set<std::string> features;
  for (const auto& [feature, form] : m_boxes->features()) features.insert(feature);
  for (const auto* columns : {&m_columns, &m_followers}) {
    for (const ExtractColumn& column : *columns) {
      if (column.is_per_row) features.insert(column.feature);
    }
  }
  for (const std::string& feature : features) lose(feature, reason);
}

void ExtractTable::judge_boxes() {
  const std::uint64_t faulty = m_rebuilt_boxes->faulty();
  if (faulty > 0) {
    lose_boxes(counted(faulty, "box is", "boxes are") + " faulty, and build drops " +
               (faulty == 1 ? "it: " : "them, for instance: ") + m_rebuilt_boxes->reason());
  }
  if (m_arrays > 0) {
    lose_boxes(counted(m_arrays, "image becomes an array", "images become arrays") +
               ", and build has no boxes for arrays");
  }
  for (const auto& [name, records] : m_rebuilt_boxes->differing())
    lose(name, "build stores other numbers " + in_records(records));
}

void ExtractTable::judge_classes(const ExtractColumn& column) {
  if (column.unlisted > 0) {
    lose(column.feature, "it contains " + counted(column.unlisted, "class number", "class numbers") +
                             " that its list of classes does not have");
  }
}

void ExtractTable::judge_cells(const ExtractColumn& column) {
  const std::string& name = column.feature;
  const bool is_text = column.kind == ListKind::bytes && column.shape == Shape::one;
  if (column.absent > 0) {
    lose(name, "it is missing " + in_records(column.absent) +
                   (is_text ? ", where build stores an empty text" : ", and build needs a value in each"));
  }
  if (column.not_finite > 0 && !column.has_missing()) {
    lose(name, "it contains " + counted(column.not_finite, "value that is", "values that are") +
                   " NaN or infinite, which build does not read as numbers");
  }
  if ((spec_of(name) != nullptr || column.is_per_row) && !column.joins() && column.unfit > 0) {
    lose(name, std::string("the number of values differs from ") +
                   (column.is_per_row ? "that of other lists " : "the number of columns ") +
                   in_records(column.unfit));
  }
  if (column.shape == Shape::joined && column.holds_texts)
    lose(name, "build can't make lists of texts; cells have '" + column.separator + "' between them");
  judge_classes(column);
}

}  // namespace tfrec
