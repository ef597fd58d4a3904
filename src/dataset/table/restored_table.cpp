// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/restored_table.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "dataset/table/csv_cell.hpp"

namespace tfrec {

namespace {

class RestoredTable final : public Table {
 public:
  RestoredTable(std::unique_ptr<Table> table, std::size_t mark) : m_table(std::move(table)), m_mark(mark) {
    const std::vector<std::string>& names = m_table->columns();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i == m_mark) continue;
      std::string name(restored(names[i]));
      if (std::find(m_columns.begin(), m_columns.end(), name) != m_columns.end()) {
        throw Error(ErrorKind::bad_data, m_table->source(),
                    "two columns are called " + in_quotes(name) + ", one of them behind a '",
                    "rename one of them");
      }
      m_columns.push_back(std::move(name));
    }
  }

  std::string source() const override { return m_table->source(); }
  const InputFile* file() const override { return m_table->file(); }
  const std::vector<std::string>& columns() const override { return m_columns; }
  std::size_t rows() const override { return m_table->rows(); }
  FileLine line(RowIndex row) const override { return m_table->line(row); }
  std::string place(RowIndex row) const override { return m_table->place(row); }
  bool restores_cells() const override { return true; }

  std::vector<std::string> cells(RowIndex row) const override {
    std::vector<std::string> cells = m_table->cells(row);
    restore(cells);
    return cells;
  }
  std::vector<std::vector<std::string>> cells_of(std::span<const RowIndex> rows) const override {
    std::vector<std::vector<std::string>> found = m_table->cells_of(rows);
    for (std::vector<std::string>& cells : found) restore(cells);
    return found;
  }

  void for_each(const Visit& visit) const override {
    std::vector<std::string_view> kept;
    m_table->for_each([&](RowIndex row, std::span<const std::string_view> cells) {
      kept.clear();
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i != m_mark) kept.push_back(restored(cells[i]));
      }
      visit(row, kept);
    });
  }

 private:
  void restore(std::vector<std::string>& cells) const {
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(m_mark));
    for (std::string& cell : cells) cell.erase(0, cell.size() - restored(cell).size());
  }

  std::unique_ptr<Table> m_table;
  std::size_t m_mark;
  std::vector<std::string> m_columns;
};

}  // namespace

std::unique_ptr<Table> restore_cells(std::unique_ptr<Table> table) {
  const std::vector<std::string>& columns = table->columns();
  const auto mark = std::find(columns.begin(), columns.end(), k_escaped_column);
  if (mark == columns.end() || columns.size() == 1) return table;
  const auto place = static_cast<std::size_t>(mark - columns.begin());
  return std::make_unique<RestoredTable>(std::move(table), place);
}

}  // namespace tfrec
