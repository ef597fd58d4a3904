// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract_csv.hpp"

#include "dataset/table/csv_cell.hpp"

namespace tfrec {

namespace {

void append(AtomicFile& file, std::string& lines, const std::string& line) {
  lines += line;
  if (lines.size() < (std::size_t{1} << 20U)) return;
  file.write(lines);
  lines.clear();
}

}  // namespace

ExtractCsv::ExtractCsv(const ExtractOptions& options, const std::filesystem::path& staging,
                       const std::vector<std::string>& header, bool escapes)
    : m_escapes(escapes), m_labels(options.out / k_labels_name, staging) {
  if (options.metadata) m_metadata.emplace(options.out / k_metadata_name, staging);
  std::string rest;
  for (std::size_t i = 1; i < header.size(); ++i) rest += "," + cell(header[i]);
  if (m_escapes) rest += std::string(",") + k_escaped_column;
  add(cell(header.front()), "file_name", rest);
}

void ExtractCsv::add_row(const ImageNames::Name& name, const std::vector<std::string>& cells) {
  const std::uint64_t before = m_escaped;
  const std::string first = cell(name.cell);
  m_rest.clear();
  for (const std::string& text : cells) m_rest += "," + cell(text);
  if (m_escapes) m_rest += "," + std::to_string(m_escaped - before);
  add(first, csv_quoted(std::string(k_images_folder) + "/" + name.path), m_rest);
}

void ExtractCsv::commit() {
  if (m_metadata) {
    m_metadata->write(m_metadata_lines);
    m_metadata->commit();
  }
  m_labels.write(m_label_lines);
  m_labels.commit();
}

std::string ExtractCsv::cell(const std::string& text) {
  if (!m_escapes) return csv_quoted(text);
  const std::string safe = neutralised(text);
  if (safe != text) ++m_escaped;
  return csv_quoted(safe);
}

void ExtractCsv::add(const std::string& first, const std::string& file_name, const std::string& rest) {
  append(m_labels, m_label_lines, first + rest + "\n");
  if (m_metadata) append(*m_metadata, m_metadata_lines, file_name + rest + "\n");
}

}  // namespace tfrec
