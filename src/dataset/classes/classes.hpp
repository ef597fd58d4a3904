// SPDX-License-Identifier: Apache-2.0
// Class names and their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "dataset/classes/class_ids.hpp"
#include "dataset/table/table.hpp"

namespace tfrec {

/// The list of classes beside shards.
inline constexpr const char* k_classes_file_name = "classes.txt";
/// The same of others: TF-Slim has the id before each name, "0:daisy".
inline constexpr const char* k_slim_labels_name = "labels.txt";

/// Class names in the order of their ids.
class ClassList {
 public:
  ClassList() = default;
  /// Throws Error (bad_data) if a name is empty, holds a line break or comes twice.
  explicit ClassList(std::vector<std::string> names, ClassIds ids = {});

  const std::vector<std::string>& names() const { return m_names; }
  std::size_t size() const { return m_names.size(); }
  /// The place of a class in the list, from 0: where its value is in a one-hot list.
  std::optional<std::size_t> place_of(std::string_view name) const;
  const ClassIds& ids() const { return m_ids; }
  void set_ids(ClassIds ids) { m_ids = std::move(ids); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  std::vector<std::string> m_names;
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> m_places;
  ClassIds m_ids;
};

/// Sorts names as classes are numbered: by value where all are finite numbers, else bytewise.
void sort_class_names(std::vector<std::string>& names);

/// The distinct values of a column, sorted. With `separator` each cell holds several labels ("cat|dog").
/// Empty cells and empty labels are not a class. Throws Error (bad_data), naming the row, where a value holds
/// a line break.
ClassList classes_of_column(const Table& table, std::size_t column, std::string_view separator = {});

struct ClassesFile {
  ClassList classes;
  bool has_ids = false;                                 // else they are numbered from 0
  std::map<std::int64_t, std::string> display_names{};  // by id, those that a label map has beside names
};

/// Reads a list of one class per line, a label map, a CSV of the columns `id` and `name`, or a labels.txt of
/// TF-Slim, whichever the content is. LF or CRLF, a byte order mark and blank lines at the end are fine.
/// Throws Error: usage if the file does not exist or is not a regular file, bad_data ("classes.txt:3") where
/// a line is blank, or where a class or an id is malformed or occurs twice.
ClassesFile read_classes_file(const std::filesystem::path& file);

/// The content of classes.txt: one name a line, or, `with_ids`, a CSV of the columns `id` and `name`: where
/// the number of a line, counted from the set's label base, would be the id of another class.
std::string classes_file_content(const ClassList& classes, bool with_ids);

/// Labels of a cell between separators, in order, without blanks around them, empty ones left out; all of the
/// cell where the separator is empty.
std::vector<std::string_view> split_labels(std::string_view cell, std::string_view separator);

/// Whether a cell has no label: it is empty, or contains only separators.
bool is_unlabelled(std::string_view cell, std::string_view separator);

/// "labels.csv:17: column 'class': unknown class 'tulps', nearest is 'tulips'", with what to do as hint.
Error unknown_class(const ClassList& classes, std::string_view name, const std::string& place,
                    std::string_view column, std::string hint);

/// Names that people would take for the same: "Rose", "rose ", "rosé"; "1", "01". Each group has two or more,
/// in the list's order.
std::vector<std::vector<std::string>> near_twins(const std::vector<std::string>& names);

}  // namespace tfrec
