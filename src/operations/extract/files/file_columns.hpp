// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operations/extract/files/companion_features.hpp"
#include "operations/extract/files/file_names.hpp"

namespace tfrec {

/// The column of labels.csv that names the files of one feature.
struct FileColumn {
  CompanionFeature feature;
  std::string header{};       // once it is known
  bool is_own = true;         // else a feature of text has this column
  std::uint64_t missing = 0;  // records without a file
  std::uint64_t other = 0;    // records whose text is not the path of the file
};

/// Names the files of all records, and counts what decides about their columns.
class FileColumns {
 public:
  /// Takes those of the features that are files.
  explicit FileColumns(const std::vector<CompanionFeature>& features);

  /// For each record, in order, before any is named by its image. `files` has one for each column.
  void name_by_text(std::vector<StoredFile>& files);
  /// Names those of a record that have no text.
  void name_by_image(std::vector<StoredFile>& files, const std::string& image);

  std::vector<FileColumn>& all() { return m_columns; }
  const std::vector<FileColumn>& all() const { return m_columns; }

 private:
  std::vector<FileColumn> m_columns;
  FileNames m_names;
};

}  // namespace tfrec
