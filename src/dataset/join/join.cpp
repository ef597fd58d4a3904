// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/join.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "dataset/folder/relative_path.hpp"
#include "dataset/join/image_index.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

using Key = ImageIndex::Key;
using Outcome = ImageIndex::Outcome;

std::string with_slashes(std::string_view value) {
  std::string path(value);
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

class Joiner {
 public:
  Joiner(const ImageFolder& folder, std::size_t rows) : m_folder(folder), m_index(folder) {
    m_join.image_of_row.assign(rows, k_no_image);
  }

  void take(RowIndex row, std::string_view value) {
    const NamedImage named = image_named(value, m_folder, m_index);
    if (named.image == k_no_image) return void(m_join.unmatched.push_back({row, named.reason}));
    m_join.image_of_row[row] = named.image;
    count(named.found_by);
  }

  Join result() { return std::move(m_join); }

 private:
  void count(Key key) {
    switch (key) {
      case Key::path:
        ++m_join.by_path;
        break;
      case Key::name:
        ++m_join.by_name;
        break;
      case Key::path_stem:
      case Key::name_stem:
        ++m_join.by_stem;
        break;
    }
  }

  const ImageFolder& m_folder;
  ImageIndex m_index;
  Join m_join;
};

}  // namespace

NamedImage image_named(std::string_view cell, const ImageFolder& folder, const ImageIndex& index) {
  if (is_missing(cell)) return {.reason = NoImage::empty};
  const std::string absolute = cell.starts_with('/') ? "/" + tidied(cell) : std::string();  // //a/./b
  const std::string_view value = index.below_root(absolute.empty() ? cell : absolute);
  if (leaves_by_its_parts(value)) return {.reason = NoImage::leaves};
  ImageIndex::Match match = index.find(value);
  if (match.outcome == Outcome::none && value.find_first_of("./\\") != std::string_view::npos) {
    const std::string forgiven = with_slashes(value);
    if (leaves_by_its_parts(forgiven)) return {.reason = NoImage::leaves};
    match = index.find(tidied(forgiven));
  }
  if (match.outcome == Outcome::none) return {.reason = NoImage::not_found};
  if (match.outcome == Outcome::several) return {.reason = NoImage::ambiguous};
  if (folder.leaves_root(match.image)) return {.reason = NoImage::leaves};
  return {.image = match.image, .found_by = match.key};
}

Join join_images(const Table& table, std::size_t image_column, const ImageFolder& folder) {
  if (table.rows() >= k_no_image) {
    throw Error(ErrorKind::bad_data, table.source(), "has more than 4,294,967,294 rows",
                "split it into several");
  }
  Joiner joiner(folder, table.rows());
  table.for_each(
      [&](RowIndex row, std::span<const std::string_view> cells) { joiner.take(row, cells[image_column]); });
  Join join = joiner.result();
  if (folder.paths.empty() && join.unmatched.size() == table.rows()) throw no_images(folder);
  return join;
}

Join each_row_its_image(const ImageFolder& folder) {
  Join join;
  join.image_of_row.resize(folder.paths.size());
  std::iota(join.image_of_row.begin(), join.image_of_row.end(), 0U);
  join.by_path = folder.paths.size();
  return join;
}

}  // namespace tfrec
