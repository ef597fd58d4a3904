// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/selected_table.hpp"

#include <utility>

namespace tfrec {

namespace {

class SelectedTable final : public Table {
 public:
  SelectedTable(std::unique_ptr<Table> table, std::vector<RowIndex> rows)
      : m_table(std::move(table)), m_rows(std::move(rows)) {}

  const std::vector<std::string>& columns() const override { return m_table->columns(); }
  std::size_t rows() const override { return m_rows.size(); }
  std::vector<std::string> cells(RowIndex row) const override { return m_table->cells(m_rows[row]); }
  std::vector<std::vector<std::string>> cells_of(std::span<const RowIndex> rows) const override {
    std::vector<RowIndex> selected;
    for (const RowIndex row : rows) selected.push_back(m_rows[row]);
    return m_table->cells_of(selected);
  }
  FileLine line(RowIndex row) const override { return m_table->line(m_rows[row]); }
  std::string place(RowIndex row) const override { return m_table->place(m_rows[row]); }
  std::string source() const override { return m_table->source(); }
  const InputFile* file() const override { return m_table->file(); }

  void for_each(const Visit& visit) const override {
    RowIndex next;
    m_table->for_each([&](RowIndex row, std::span<const std::string_view> cells) {
      if (next.value() == m_rows.size() || m_rows[next] != row) return;
      visit(next, cells);
      ++next;
    });
  }

 private:
  std::unique_ptr<Table> m_table;
  IndexedVector<RowIndex, RowIndex> m_rows;
};

}  // namespace

std::unique_ptr<Table> select_rows(std::unique_ptr<Table> table, std::vector<RowIndex> rows) {
  return std::make_unique<SelectedTable>(std::move(table), std::move(rows));
}

}  // namespace tfrec
