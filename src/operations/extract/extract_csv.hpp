// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/files/atomic_file.hpp"
#include "operations/extract/extract.hpp"
#include "operations/extract/files/image_names.hpp"
#include "operations/extract/files/output_folder.hpp"

namespace tfrec {

/// labels.csv, and metadata.csv beside it: the same rows, each with its own first column.
class ExtractCsv {
 public:
  /// `escapes`: texts that spreadsheets take for formulas are neutralised, and a last column counts them.
  ExtractCsv(const ExtractOptions& options, const std::filesystem::path& staging,
             const std::vector<std::string>& header, bool escapes);

  void add_row(const ImageNames::Name& name, const std::vector<std::string>& cells);
  void commit();

  /// Cells and column names that were neutralised.
  std::uint64_t escaped() const { return m_escaped; }

 private:
  std::string cell(const std::string& text);
  void add(const std::string& first, const std::string& file_name, const std::string& rest);

  bool m_escapes;
  std::uint64_t m_escaped = 0;
  std::string m_rest;
  AtomicFile m_labels;
  std::string m_label_lines;
  std::optional<AtomicFile> m_metadata;
  std::string m_metadata_lines;
};

}  // namespace tfrec
