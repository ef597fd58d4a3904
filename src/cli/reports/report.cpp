// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/report.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Report::Value& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

std::string text_of(const Report::Value& value) {
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return format_count(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return printable(*text);
  return std::get<bool>(value) ? "yes" : "no";
}

}  // namespace

void Report::add_table(std::string name, std::vector<Column> columns) {
  m_table_at = m_members.size();
  m_table_name = std::move(name);
  m_columns = std::move(columns);
}

void Report::add_problem(std::string path, std::string message) {
  m_problems.emplace_back(std::move(path), std::move(message));
}

std::string Report::text() const {
  std::vector<TextTable::Align> aligns;
  std::vector<std::string> heading;
  std::vector<std::string> totals;
  for (const Column& column : m_columns) {
    if (column.json_only) continue;
    const auto total = std::ranges::find(m_members, column.name, &decltype(m_members)::value_type::first);
    aligns.push_back(total == m_members.end() ? TextTable::Align::left : TextTable::Align::right);
    heading.push_back(column.name);
    totals.push_back(total == m_members.end() ? "" : text_of(total->second));
  }
  totals.front() = "total, " + counted(m_rows.size(), "shard", "shards");
  while (totals.back().empty()) totals.pop_back();
  TextTable table(aligns);
  table.add(heading);
  for (const std::vector<Value>& row : m_rows) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
      if (!m_columns[i].json_only) cells.push_back(text_of(row[i]));
    }
    table.add(cells);
  }
  table.add(totals);
  return table.text();
}

std::string Report::json() const {
  Json rows = Json::array();
  for (const std::vector<Value>& row : m_rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < m_columns.size(); ++i) object[m_columns[i].name] = json_of(row[i]);
    rows.push_back(std::move(object));
  }
  Json json = Json::object();
  for (std::size_t i = 0; i <= m_members.size(); ++i) {
    if (i == m_table_at) json[m_table_name] = std::move(rows);
    if (i < m_members.size()) json[m_members[i].first] = json_of(m_members[i].second);
  }
  json["problems"] = Json::array();
  for (const auto& [path, message] : m_problems)
    json["problems"].push_back({{"path", path}, {"message", message}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void Report::print(Console& console) const {
  console.report(console.options().json ? json() : text(), m_problems.empty());
  for (const auto& [path, message] : m_problems) console.failure(printable(path) + ": " + message);
}

}  // namespace tfrec::cli
