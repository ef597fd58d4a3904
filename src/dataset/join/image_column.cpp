// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/image_column.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "dataset/join/image_index.hpp"
#include "dataset/table/csv_dialect.hpp"
#include "dataset/table/word_breaks.hpp"

namespace tfrec {

namespace {

/// Usual names, the likeliest first, as without_word_breaks() makes them.
constexpr std::array<std::string_view, 22> k_usual_names{
    "image",    "imageid", "imagename", "imagefile", "imagefilename", "imagepath", "filename", "file",
    "filepath", "path",    "img",       "imgid",     "imgname",       "imgpath",   "imgfile",  "photo",
    "photoid",  "picture", "pictureid", "images",    "name",          "id"};

/// Rank among the usual names, their number where it is none.
std::size_t rank_of(std::string_view name) {
  const auto found = std::find(k_usual_names.begin(), k_usual_names.end(), without_word_breaks(name));
  return static_cast<std::size_t>(found - k_usual_names.begin());
}

/// Columns by rank of their names; those with other names come last, in their order.
std::vector<std::size_t> by_rank(const Table& table) {
  std::vector<std::pair<std::size_t, std::size_t>> ranked;
  for (std::size_t i = 0; i < table.columns().size(); ++i)
    ranked.emplace_back(rank_of(table.columns()[i]), i);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::size_t> columns;
  columns.reserve(ranked.size());
  for (const auto& [rank, column] : ranked) columns.push_back(column);
  return columns;
}

/// How many of a sample of rows hold the name of an image, per column.
std::vector<std::size_t> count_matches(const Table& table, const ImageIndex& index) {
  std::vector<std::size_t> matches(table.columns().size());
  for (const RowIndex row : rows_to_sample(table)) {
    const std::vector<std::string> cells = table.cells(row);
    for (std::size_t column = 0; column < cells.size(); ++column) {
      if (index.find(cells[column]).outcome != ImageIndex::Outcome::none) ++matches[column];
    }
  }
  return matches;
}

/// Whether a column's name is an image: with an extension the name alone decides, without one the first row
/// must hold another image, for a column may be called like one.
bool names_image(const std::string& name, const std::string& below, const ImageIndex& index) {
  const ImageIndex::Match match = index.find(name);
  if (match.outcome == ImageIndex::Outcome::none) return false;
  if (has_image_extension(name)) return true;
  const ImageIndex::Match next = index.find(below);
  return next.outcome != ImageIndex::Outcome::none && next.image != match.image &&
         rank_of(name) == k_usual_names.size();
}

/// A first line like "a.jpg,0" means that the column names are missing.
void refuse_row_as_header(const Table& table, const ImageIndex& index) {
  const std::vector<std::string> first_row = table.cells(RowIndex(0));
  for (std::size_t i = 0; i < first_row.size(); ++i) {
    const std::string& name = table.columns()[i];
    if (!names_image(name, first_row[i], index)) continue;
    throw Error(ErrorKind::bad_data, table.source() + ":1",
                "the first line looks like a row, not like column names: " + in_quotes(name) + " is an image",
                "add a first line that names the columns, like image,label");
  }
}

std::string guess_note(const Table& table, std::size_t column, std::string_view why) {
  return "column " + in_quotes(table.columns()[column]) + " names the images (guessed by " +
         std::string(why) + "; --image-column names another)";
}

[[noreturn]] void fail(const Table& table, const std::string& message) {
  throw Error(ErrorKind::bad_data, table.source(), message + "; the columns are " + listed_columns(table),
              "name the column that contains the image names: --image-column NAME");
}

/// The best of the columns with other names, where no other is as good.
std::size_t best_by_values(const Table& table, const std::vector<std::size_t>& matches) {
  const auto best = std::max_element(matches.begin(), matches.end());
  const auto equal = std::find(best + 1, matches.end(), *best);
  const auto column = static_cast<std::size_t>(best - matches.begin());
  if (equal == matches.end()) return column;
  fail(table, "columns " + in_quotes(table.columns()[column]) + " and " +
                  in_quotes(table.columns()[static_cast<std::size_t>(equal - matches.begin())]) +
                  " both contain names of images");
}

}  // namespace

std::optional<std::size_t> usual_image_name_rank(std::string_view name) {
  const std::size_t rank = rank_of(name);
  return rank == k_usual_names.size() ? std::nullopt : std::optional(rank);
}

/// A table of one column may have another delimiter than the one that was detected.
void refuse_other_delimiter(const Table& table) {
  std::vector<std::string> lines = table.columns();
  for (const RowIndex row : rows_to_sample(table)) lines.push_back(table.cells(row).front());
  const auto delimiter = likely_delimiter(lines);
  if (!delimiter) return;
  throw Error(ErrorKind::bad_data, table.source(),
              "has one column, " + in_quotes(lines.front()) + ", and no row names an image",
              delimiter_hint(*delimiter));
}

ImageColumn find_image_column(const Table& table, const ImageFolder& folder,
                              const std::optional<std::string>& named) {
  const ImageIndex index(folder);
  // A column that was named by its title proves that there are titles, whatever the others are called.
  const std::vector<std::string>& columns = table.columns();
  const bool has_title = named && !has_image_extension(*named) &&
                         std::find(columns.begin(), columns.end(), *named) != columns.end();
  if (!has_title) refuse_row_as_header(table, index);
  if (named) return {column_named(table, *named, "--image-column"), ""};
  const std::vector<std::size_t> matches = count_matches(table, index);
  const std::size_t most = *std::max_element(matches.begin(), matches.end());
  const bool is_alone = table.columns().size() == 1;
  if (most == 0 && is_alone) refuse_other_delimiter(table);
  for (const std::size_t column : by_rank(table)) {
    if (rank_of(table.columns()[column]) == k_usual_names.size()) break;
    if (2 * matches[column] >= most) return {column, guess_note(table, column, "its name")};
  }
  if (most == 0 && folder.paths.empty()) throw no_images(folder);
  if (most == 0 && !is_alone) fail(table, "no column contains names of images in " + folder.root.string());
  if (most == 0)
    return {0, "column " + in_quotes(table.columns()[0]) + " names the images: it is the only one"};
  return {best_by_values(table, matches), guess_note(table, best_by_values(table, matches), "its values")};
}

}  // namespace tfrec
