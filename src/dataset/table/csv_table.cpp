// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/csv_table.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <fcntl.h>
#include <functional>
#include <limits>
#include <poll.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/files/temporary_file.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/nearest_path.hpp"
#include "dataset/table/csv_dialect.hpp"
#include "dataset/table/csv_reader.hpp"
#include "dataset/table/restored_table.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_rows_between_stops = 4096;
constexpr std::uint64_t k_bytes_at_once = std::uint64_t{1} << 20;

/// Rows are read more than once, and stdin can be read once.
InputFile copied_stdin() {
  FileDescriptor copy = temporary_file();
  std::vector<char> buffer(std::size_t{1} << 16);
  while (true) {
    pollfd ready{STDIN_FILENO, POLLIN, 0};
    const int polled = ::poll(&ready, 1, -1);  // unlike read(), a signal ends it
    throw_if_stopped();
    if (polled < 0) continue;
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno != EINTR && errno != EAGAIN) throw system_error(errno, "stdin", "cannot read");
    if (got == 0) return {std::move(copy), "stdin"};
    if (got > 0)
      write_all(copy.get(), {buffer.data(), static_cast<std::size_t>(got)}, "the temporary copy of stdin");
  }
}

InputFile open_regular(const std::filesystem::path& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      throw Error(ErrorKind::usage, path.string(), "no such file", nearest_file_hint(path));
    throw system_error(errno, path.string(), "cannot open");
  }
  if (S_ISDIR(facts.st_mode)) throw Error(ErrorKind::usage, path.string(), "is a folder, not a CSV file");
  if (!S_ISREG(facts.st_mode)) {
    throw Error(ErrorKind::usage, path.string(), "is not a regular file, and rows are read more than once",
                "save it to a file first, or give it on stdin: --labels -");
  }
  return InputFile(path);
}

/// Refuses `{"images": …` and `[{…`. Read as CSV, they would get hints about quotes.
InputFile not_json(InputFile file) {
  constexpr std::size_t k_looked_at = 256;
  std::string start(k_looked_at, '\0');
  start.resize(file.read_at(0, std::span<char>(start)));
  std::erase_if(start, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  std::string_view text = start;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!text.starts_with("{\"") && !text.starts_with("[{") && !text.starts_with("[[")) return file;
  throw Error(ErrorKind::bad_data, file.name(), "is JSON, not CSV",
              "write a CSV, whose first line names the columns");
}

void check_header(const InputFile& file, const std::vector<std::string>& columns) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].find_first_not_of(" \t\r\n") == std::string::npos) {
      const bool pandas = i == 0 && columns.size() > 1;
      throw Error(ErrorKind::bad_data, csv_place(file, FileLine(1)),
                  "column " + std::to_string(i + 1) + " has no name",
                  pandas ? "name it in the first line; pandas leaves it out with to_csv(…, index=False)"
                         : "the first line names the columns: image,label");
    }
    const auto [earlier, is_new] = places.emplace(columns[i], i);
    if (!is_new) {
      throw Error(ErrorKind::bad_data, csv_place(file, FileLine(1)),
                  "columns " + std::to_string(earlier->second + 1) + " and " + std::to_string(i + 1) +
                      " are both called " + in_quotes(columns[i]),
                  "rename one of them");
    }
  }
}

/// Of the cells of a row, for comparisons within this process alone.
std::uint64_t checksum_of(std::span<const std::string_view> cells) {
  constexpr std::uint64_t k_odd = 0x9E37'79B9'7F4A'7C15;
  std::uint64_t sum = cells.size();
  for (const std::string_view cell : cells)
    sum = (std::rotl(sum, 29) ^ std::hash<std::string_view>()(cell)) * k_odd;
  return sum;
}

class CsvTable final : public Table {
 public:
  CsvTable(InputFile file, const CsvOptions& options)
      : m_file(not_json(std::move(file))),
        m_layout(find_csv_layout(m_file, options.delimiter, options.max_row_bytes)) {
    CsvReader reader(m_file, m_layout);
    reader.next();
    m_columns.assign(reader.cells().begin(), reader.cells().end());
    check_header(m_file, m_columns);
    while (reader.next()) add_row(reader);
    if (m_offsets.empty()) {
      throw Error(ErrorKind::bad_data, m_file.name(), "has no rows, only the line that names the columns");
    }
    m_offsets.shrink_to_fit();
    m_lines.shrink_to_fit();
    m_checksums.shrink_to_fit();
  }

  std::string source() const override { return m_file.name(); }
  const InputFile* file() const override { return &m_file; }
  const std::vector<std::string>& columns() const override { return m_columns; }
  std::size_t rows() const override { return m_offsets.size(); }
  FileLine line(RowIndex row) const override { return FileLine(m_lines.at(row.value())); }
  std::string place(RowIndex row) const override { return csv_place(m_file, line(row)); }

  std::vector<std::string> cells(RowIndex row) const override {
    return std::move(cells_of(std::span(&row, 1)).front());
  }

  std::vector<std::vector<std::string>> cells_of(std::span<const RowIndex> rows) const override {
    std::vector<std::vector<std::string>> found;
    found.reserve(rows.size());
    while (found.size() < rows.size()) {
      const auto rest = rows.subspan(found.size());
      std::size_t count = 1;
      while (count < rest.size() && rest[count].value() == rest[count - 1].value() + 1 &&
             end_of(rest[count]) - begin_of(rest.front()) <= k_bytes_at_once)
        ++count;
      read_run(rest.first(count), found);
    }
    throw_if_changed(m_file);
    return found;
  }

  void for_each(const Visit& visit) const override {
    CsvReader reader(m_file, m_layout);
    if (!next_of(reader) || !std::ranges::equal(reader.cells(), m_columns)) fail_changed(m_file);
    for (const RowIndex row : IndexRange<RowIndex>(rows())) {
      if (row.value() % k_rows_between_stops == 0) throw_if_stopped();
      if (!next_of(reader)) fail_changed(m_file);
      require_as_read(row, reader.cells());
      visit(row, reader.cells());
    }
    if (next_of(reader)) fail_changed(m_file);
    throw_if_changed(m_file);
  }

 private:
  std::uint64_t begin_of(RowIndex row) const { return m_offsets.at(row.value()); }
  std::uint64_t end_of(RowIndex row) const {
    return row.value() + 1 < m_offsets.size() ? m_offsets[row.value() + 1] : m_layout.end;
  }

  /// Adds the cells of rows that follow each other.
  void read_run(std::span<const RowIndex> rows, std::vector<std::vector<std::string>>& found) const {
    const std::uint64_t begin = begin_of(rows.front());
    std::string bytes(end_of(rows.back()) - begin, '\0');
    if (m_file.read_at(begin, std::span<char>(bytes)) != bytes.size()) fail_changed(m_file);
    CsvRecordParser parser(m_layout.delimiter);
    for (const RowIndex row : rows) {
      const auto record = std::span<char>(bytes).subspan(begin_of(row) - begin, end_of(row) - begin_of(row));
      const bool sound = parser.parse(record, true).complete;
      require_as_read(row, sound ? parser.cells() : std::span<const std::string_view>());
      found.emplace_back(parser.cells().begin(), parser.cells().end());
    }
  }

  void add_row(const CsvReader& reader) {
    if (reader.line().value() > std::numeric_limits<std::uint32_t>::max()) {
      throw Error(ErrorKind::bad_data, m_file.name(), "has more than 4,294,967,295 lines",
                  "split it into several");
    }
    if (m_offsets.size() % k_rows_between_stops == 0) throw_if_stopped();
    m_offsets.push_back(reader.offset());
    m_lines.push_back(static_cast<std::uint32_t>(reader.line().value()));
    m_checksums.push_back(checksum_of(reader.cells()));
  }

  /// Size and time of a file that changes may stay as they were: clocks are coarse, and rsync sets times
  /// back.
  void require_as_read(RowIndex row, std::span<const std::string_view> cells) const {
    if (checksum_of(cells) != m_checksums.at(row.value())) fail_changed(m_file);
  }

  /// All records were sound when they were first read.
  bool next_of(CsvReader& reader) const {
    try {
      return reader.next();
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::bad_data) fail_changed(m_file);
      throw;
    }
  }

  InputFile m_file;
  CsvLayout m_layout;
  std::vector<std::string> m_columns;
  std::vector<std::uint64_t> m_offsets;
  std::vector<std::uint32_t> m_lines;
  std::vector<std::uint64_t> m_checksums;
};

}  // namespace

InputFile open_csv(const std::filesystem::path& path) {
  return path == "-" ? copied_stdin() : open_regular(path);
}

char detected_delimiter(const InputFile& file) {
  return find_csv_layout(file, std::nullopt, CsvOptions().max_row_bytes).delimiter;
}

void require_unchanged(const Table& table) {
  table.for_each([](RowIndex, std::span<const std::string_view>) {});
}

std::unique_ptr<Table> read_csv_table(const std::filesystem::path& file, const CsvOptions& options) {
  return read_csv_table(open_csv(file), options);
}

std::unique_ptr<Table> read_csv_table(InputFile file, const CsvOptions& options) {
  return restore_cells(std::make_unique<CsvTable>(std::move(file), options));
}

}  // namespace tfrec
