// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder_table.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "base/stop.hpp"
#include "dataset/split_column.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_rows_between_stops = 4096;

/// The first-level sub-folder, empty for an image that lies in root itself.
std::string_view class_of(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

class FolderTable final : public Table {
 public:
  FolderTable(const ImageFolder& folder, bool has_classes)
      : m_folder(folder),
        m_columns(has_classes ? std::vector<std::string>{"image", "class"}
                              : std::vector<std::string>{"image"}) {}

  std::string source() const override { return m_folder.root.string(); }
  const std::vector<std::string>& columns() const override { return m_columns; }
  std::size_t rows() const override { return m_folder.paths.size(); }
  std::uint64_t number(std::size_t row) const override { return row + 1; }
  std::string place(std::size_t row) const override {
    return (m_folder.root / m_folder.paths.at(row)).string();
  }

  std::vector<std::string> cells(std::size_t row) const override {
    const std::string& path = m_folder.paths.at(row);
    if (m_columns.size() == 1) return {path};
    return {path, std::string(class_of(path))};
  }

  void for_each(const Visit& visit) const override {
    for (std::size_t row = 0; row < rows(); ++row) {
      if (row % k_rows_between_stops == 0) throw_if_stopped();
      const std::array<std::string_view, 2> cells{m_folder.paths[row], class_of(m_folder.paths[row])};
      visit(row, std::span(cells).first(m_columns.size()));
    }
  }

 private:
  const ImageFolder& m_folder;
  std::vector<std::string> m_columns;
};

/// The first-level sub-folders, at most `most` of them.
std::set<std::string_view> sub_folders(const ImageFolder& folder, std::size_t most) {
  std::set<std::string_view> names;
  for (const std::string& path : folder.paths) {
    if (names.size() == most) break;
    if (!class_of(path).empty()) names.insert(class_of(path));
  }
  return names;
}

}  // namespace

std::unique_ptr<Table> folder_table(const ImageFolder& folder) {
  const auto is_flat = [](const std::string& path) { return class_of(path).empty(); };
  const auto flat = std::count_if(folder.paths.begin(), folder.paths.end(), is_flat);
  const auto nested = static_cast<std::uint64_t>(folder.paths.size()) - static_cast<std::uint64_t>(flat);
  if (flat > 0 && nested > 0) {
    const auto example = std::find_if(folder.paths.begin(), folder.paths.end(), is_flat);
    throw Error(ErrorKind::bad_data, folder.root.string(),
                counted(nested, "image lies", "images lie") +
                    " in sub-folders, which would be the classes, but " +
                    counted(static_cast<std::uint64_t>(flat), "lies", "lie") + " beside them, first '" +
                    printable(*example) + "'",
                "move those into the folder of their class, or give the labels with --labels FILE.csv");
  }
  return std::make_unique<FolderTable>(folder, nested > 0);
}

std::optional<std::string> doubt_about_folder_classes(const ImageFolder& folder) {
  const std::set<std::string_view> names = sub_folders(folder, 10);
  if (names.size() == 1) {
    const std::string name = printable(*names.begin());
    const bool deeper = std::any_of(folder.paths.begin(), folder.paths.end(), [](const std::string& path) {
      return std::count(path.begin(), path.end(), '/') > 1;
    });
    const std::string advice = deeper ? "; if its sub-folders are the classes, give " +
                                            printable((folder.root / *names.begin()).string()) + " instead"
                                      : "";
    return "there is only one class, '" + name + "'" + advice;
  }
  if (names.size() > 1 && std::all_of(names.begin(), names.end(), is_split_folder_name)) {
    const std::string first = printable((folder.root / *names.begin()).string());
    return "the sub-folders look like splits, not classes; build each by itself: tfrec build " + first + " …";
  }
  return std::nullopt;
}

}  // namespace tfrec
