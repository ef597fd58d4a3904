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

class Joiner {
 public:
  Joiner(const ImageFolder& folder, std::size_t rows) : m_folder(folder), m_index(folder) {
    m_join.image_of_row.assign(rows, k_no_image);
  }

  void take(RowIndex row, std::string_view value) {
    if (is_missing(value)) return leave(row, NoImage::empty);
    const std::string absolute = value.starts_with('/') ? "/" + tidied(value) : std::string();  // //a/./b
    value = m_index.below_root(absolute.empty() ? value : absolute);
    if (leaves_by_its_parts(value)) return leave(row, NoImage::leaves);
    ImageIndex::Match match = m_index.find(value);
    if (match.outcome == Outcome::none && value.find_first_of("./\\") != std::string_view::npos) {
      const std::string forgiven = with_slashes(value);
      if (leaves_by_its_parts(forgiven)) return leave(row, NoImage::leaves);
      match = m_index.find(tidied(forgiven));
    }
    if (match.outcome == Outcome::none) return leave(row, NoImage::not_found);
    if (match.outcome == Outcome::several) return leave(row, NoImage::ambiguous);
    if (m_folder.leaves_root(match.image)) return leave(row, NoImage::leaves);
    m_join.image_of_row[row] = match.image;
    count(match.key);
  }

  Join result() { return std::move(m_join); }

 private:
  static std::string with_slashes(std::string_view value) {
    std::string path(value);
    std::replace(path.begin(), path.end(), '\\', '/');
    return path;
  }

  void leave(RowIndex row, NoImage reason) { m_join.unmatched.push_back({row, reason}); }

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
