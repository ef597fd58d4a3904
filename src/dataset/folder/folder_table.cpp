// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/folder_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/splits/split_column.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_rows_between_stops = 4096;

/// The first-level sub-folder, empty for an image that lies in root itself.
std::string_view class_of(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

/// The values of an image by its folders, by column.
enum class Level { path, split, class_in_root, class_in_split };

std::string_view cell_of(const std::string& path, Level level, ImageNaming naming) {
  switch (level) {
    case Level::path:
      return named(path, naming);
    case Level::split:
    case Level::class_in_root:
      return class_of(path);
    case Level::class_in_split:
      return SplitFolders::class_of(path);
  }
  return {};
}

std::string column_of(Level level) {
  return level == Level::path ? "image" : level == Level::split ? "split" : "class";
}

class FolderTable final : public Table {
 public:
  FolderTable(const ImageFolder& folder, std::vector<Level> levels, ImageNaming naming = ImageNaming::path)
      : m_folder(folder), m_levels(std::move(levels)), m_naming(naming) {
    for (const Level level : m_levels) m_columns.push_back(column_of(level));
  }

  std::string source() const override { return m_folder.root.string(); }
  const std::vector<std::string>& columns() const override { return m_columns; }
  std::size_t rows() const override { return m_folder.paths.size(); }
  FileLine line(RowIndex row) const override { return FileLine(row.value() + std::uint64_t{1}); }
  std::string place(RowIndex row) const override {
    return (m_folder.root / m_folder.paths.at(row.value())).string();
  }

  std::vector<std::string> cells(RowIndex row) const override {
    std::vector<std::string> found;
    for (const Level level : m_levels)
      found.emplace_back(cell_of(m_folder.paths.at(row.value()), level, m_naming));
    return found;
  }

  void for_each(const Visit& visit) const override {
    std::vector<std::string_view> found(m_levels.size());
    for (const RowIndex row : IndexRange<RowIndex>(rows())) {
      if (row.value() % k_rows_between_stops == 0) throw_if_stopped();
      for (std::size_t i = 0; i < m_levels.size(); ++i)
        found[i] = cell_of(m_folder.paths[row.value()], m_levels[i], m_naming);
      visit(row, found);
    }
  }

 private:
  const ImageFolder& m_folder;
  std::vector<Level> m_levels;
  ImageNaming m_naming;
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

/// A first-level folder without images of its own, and the names of the folders in it, at any depth.
struct NestedClass {
  std::string_view name;
  std::set<std::string_view> folders;
};

std::vector<NestedClass> nested_classes(const ImageFolder& folder) {
  std::map<std::string_view, NestedClass> classes;
  std::set<std::string_view> flat;
  for (const std::string& path : folder.paths) {
    const std::string_view name = class_of(path);
    if (name.empty()) continue;
    std::string_view rest = std::string_view(path).substr(name.size() + 1);
    if (rest.find('/') == std::string_view::npos) flat.insert(name);
    NestedClass& found = classes.try_emplace(name, NestedClass{name, {}}).first->second;
    for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      found.folders.insert(rest.substr(0, slash));
      rest.remove_prefix(slash + 1);
    }
  }
  std::vector<NestedClass> nested;
  for (auto& [name, found] : classes) {
    if (!flat.contains(name)) nested.push_back(std::move(found));
  }
  return nested;
}

/// Two classes with at least two names of sub-folders in common: those are hardly the classes. One name, as
/// "images" in each class, is usual.
std::optional<std::string> doubt_about_shared_folders(const ImageFolder& folder) {
  constexpr std::size_t k_most_listed = 3;
  std::map<std::string_view, std::string_view> first_with;  // a sub-folder's name -> the class that had it
  for (const NestedClass& known : nested_classes(folder)) {
    std::map<std::string_view, std::vector<std::string_view>> shared;  // by the other class
    for (const std::string_view name : known.folders) {
      const auto [first, is_new] = first_with.try_emplace(name, known.name);
      if (!is_new) shared[first->second].push_back(name);
    }
    for (const auto& [other, names] : shared) {
      if (names.size() < 2) continue;
      std::string list;
      for (std::size_t i = 0; i < std::min(names.size(), k_most_listed); ++i)
        list += (i == 0 ? "'" : ", '") + printable(names[i]) + "'";
      if (names.size() > k_most_listed) list += ", …";
      return "'" + printable(other) + "' and '" + printable(known.name) + "' both contain folders " + list +
             ": the first folder is the class, and those below it are ignored; if the first folders are "
             "splits, rename them to train, val or test; else give the labels with --labels FILE.csv";
    }
  }
  return std::nullopt;
}

/// An image would be in two classes or splits, or twice in one.
void refuse_same_folder(const ImageFolder& folder) {
  if (!folder.same_folder) return;
  const auto& [first, second] = *folder.same_folder;
  throw Error(ErrorKind::bad_data, (folder.root / second).string(),
              "is the same folder as '" + printable(first) + "': its images would have the labels of both",
              "remove the link, or give the labels with --labels FILE.csv");
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
  if (nested > 0) refuse_same_folder(folder);
  std::vector<Level> levels{Level::path};
  if (nested > 0) levels.push_back(Level::class_in_root);
  return std::make_unique<FolderTable>(folder, std::move(levels));
}

std::unique_ptr<Table> flat_table(const ImageFolder& folder, ImageNaming naming) {
  return std::make_unique<FolderTable>(folder, std::vector<Level>{Level::path}, naming);
}

std::unique_ptr<Table> split_folder_table(const ImageFolder& folder, const SplitFolders& splits) {
  const auto sum = [](const std::vector<std::uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  const std::uint64_t nested = sum(splits.in_classes);
  const std::uint64_t flat = sum(splits.not_in_classes);
  if (nested > 0 && flat > 0) {
    const auto example = std::find_if(folder.paths.begin(), folder.paths.end(), [](const std::string& path) {
      return SplitFolders::class_of(path).empty();
    });
    throw Error(ErrorKind::bad_data, folder.root.string(),
                counted(nested, "image lies", "images lie") + " in a class of a split, but " +
                    counted(flat, "lies", "lie") + " in the split itself, first '" + printable(*example) +
                    "'",
                "give unlabelled images with --test FOLDER, or all labels with --labels FILE.csv");
  }
  refuse_same_folder(folder);
  std::vector<Level> levels{Level::path};
  if (nested > 0) levels.push_back(Level::class_in_split);
  levels.push_back(Level::split);
  return std::make_unique<FolderTable>(folder, std::move(levels));
}

std::optional<std::string> doubt_about_folder_classes(const ImageFolder& folder) {
  const std::set<std::string_view> names = sub_folders(folder, 10);
  if (names.size() == 1) {
    const std::string name = printable(*names.begin());
    const bool deeper = std::any_of(folder.paths.begin(), folder.paths.end(), [](const std::string& path) {
      return std::count(path.begin(), path.end(), '/') > 1;
    });
    const std::string advice = deeper ? "; if its sub-folders are the classes, give " +
                                            shell_path((folder.root / *names.begin()).string()) + " instead"
                                      : "";
    return "there is only one class, '" + name + "'" + advice;
  }
  return doubt_about_shared_folders(folder);
}

}  // namespace tfrec
