// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/report.hpp"

#include <algorithm>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

Report::Report(std::initializer_list<const char*> names) {
  for (const char* name : names) m_object[name] = nullptr;
}

std::string Report::text_of(const Json& json) {
  if (json.is_number_integer()) return format_count(json.get<std::uint64_t>());
  if (json.is_string()) return printable(json.get<std::string>());
  return json.is_boolean() ? json.get<bool>() ? "yes" : "no" : "-";
}

void Report::add(const std::string& name, const Value& value, const std::string& line) {
  const Json& json = m_object[name] = value.json;
  if (json.is_number()) add_total(name, value);
  // NOLINTNEXTLINE(readability-container-size-empty): empty() is false for texts
  if (!line.empty() && json != 0 && json != "" && !json.empty()) add_line(line);
}

void Report::add_table(const std::string& name, std::vector<Column> columns) {
  m_object[m_table_name = name] = Json::array();
  m_columns = std::move(columns);
}

void Report::add_row(const Row& row) {
  std::vector<std::string> cells;
  for (const Column& column : m_columns)
    cells.push_back(std::ranges::find(row, column.name, &Row::value_type::first)->second.text);
  m_rows.push_back(std::move(cells));
  Json& object = m_object[m_table_name].emplace_back(Json::object());
  for (const auto& [name, value] : row) object[name] = value.json;
}

void Report::add_problem(const std::string& path, const std::string& message, bool is_failure) {
  m_object["problems"].push_back({{"path", path}, {"message", message}});
  m_problems.emplace_back(printable(path) + ": " + message, is_failure);
}

std::string Report::text() const {
  if (m_columns.empty()) return m_lines;
  std::vector<TextTable::Align> aligns;
  std::vector<std::string> heading;
  std::vector<std::string> totals;
  for (const Column& column : m_columns) {
    const auto total = m_totals.find(column.name);
    aligns.push_back(total == m_totals.end() ? TextTable::Align::left : TextTable::Align::right);
    heading.push_back(column.heading);
    totals.push_back(total == m_totals.end() ? "" : total->second);
  }
  totals.front() = "total, " + counted(m_rows.size(), "shard", "shards");
  TextTable table(aligns);
  table.add(heading);
  for (const std::vector<std::string>& row : m_rows) table.add(row);
  table.add(totals);
  return table.text() + m_lines;
}

std::string Report::json() const {
  return m_object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void Report::print(Console& console) const {
  print(console, std::ranges::none_of(m_problems, [](const auto& one) { return one.second; }));
}

void Report::print(Console& console, bool is_good) const {
  console.report(console.options().json ? json() : text(), is_good);
  for (const auto& [line, is_failure] : m_problems)
    is_failure ? console.failure(line) : console.warning(line);
}

}  // namespace tfrec::cli
