// SPDX-License-Identifier: Apache-2.0
// Any bytes as labels CSV: refused with an Error, or read the same way in one pass, in small blocks, cell by
// cell, and once more after being written out with every cell quoted.
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "dataset/table/csv_dialect.hpp"
#include "dataset/table/csv_reader.hpp"
#include "dataset/table/csv_table.hpp"

namespace {

using Rows = std::vector<std::vector<std::string>>;

struct Outcome {
  Rows rows;  // the header first
  std::string error;

  bool operator==(const Outcome&) const = default;
};

void require(bool holds) {
  if (!holds) std::abort();
}

/// A file in memory that holds `content`.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content) : m_fd(::memfd_create("fuzz", MFD_CLOEXEC)) {
    require(m_fd.is_open());
    tfrec::write_all(m_fd.get(), content, "memory");
  }

  std::string path() const { return "/proc/self/fd/" + std::to_string(m_fd.get()); }

 private:
  tfrec::FileDescriptor m_fd;
};

Outcome read_in_blocks(const MemoryFile& memory, std::size_t block_bytes) {
  Outcome outcome;
  try {
    const tfrec::InputFile file(memory.path());
    tfrec::CsvLayout layout = tfrec::find_csv_layout(file, std::nullopt, 1U << 20U);
    layout.block_bytes = block_bytes;
    tfrec::CsvReader reader(file, layout);
    while (reader.next()) outcome.rows.emplace_back(reader.cells().begin(), reader.cells().end());
  } catch (const tfrec::Error& error) {
    require(error.kind() == tfrec::ErrorKind::bad_data);
    outcome.error = error.what();
  }
  return outcome;
}

/// The header and the rows as the table gives them, by both of its ways.
Rows read_table(const MemoryFile& memory) {
  Rows rows;
  try {
    const auto table = tfrec::read_csv_table(memory.path());
    rows.push_back(table->columns());
    table->for_each([&](tfrec::RowIndex row, std::span<const std::string_view> cells) {
      rows.emplace_back(cells.begin(), cells.end());
      require(table->cells(row) == rows.back());
      require(table->line(row) > tfrec::FileLine(1));
    });
    require(rows.size() == table->rows() + 1);
  } catch (const tfrec::Error& error) {
    require(error.kind() == tfrec::ErrorKind::bad_data);
    rows.clear();
  }
  return rows;
}

std::string quoted(const Rows& rows) {
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i == 0 ? "\"" : ",\"";
      for (const char c : row[i]) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += '"';
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryFile memory({reinterpret_cast<const char*>(data), size});
  const Outcome whole = read_in_blocks(memory, 1U << 16U);
  require(read_in_blocks(memory, 3) == whole);
  const Rows rows = read_table(memory);
  if (rows.empty()) return 0;  // the table asks for more: names for all columns, at least one row
  require(whole.error.empty() && rows == whole.rows);
  require(read_table(MemoryFile(quoted(rows))) == rows);
  return 0;
}
