// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/terminal/console.hpp"

namespace tfrec::cli {

/// The result of a command, described once: people get a table of shards with a last row of totals, --json
/// gets one object. The object has its members in the order of the calls, the problems last.
class Report {
 public:
  using Value = std::variant<bool, std::uint64_t, std::string>;

  struct Column {
    std::string name;  // in the object and above the table
    bool json_only = false;
  };

  /// A member of the object. The table shows a number as the total of the column with this name.
  void add(std::string name, Value value) { m_members.emplace_back(std::move(name), std::move(value)); }
  /// The table, once. Its place among the members is here.
  void add_table(std::string name, std::vector<Column> columns);
  /// A shard: a value for each column.
  void add_row(std::vector<Value> row) { m_rows.push_back(std::move(row)); }
  /// Bad data that was found in a file; `message` is printable.
  void add_problem(std::string path, std::string message);

  std::string text() const;
  std::string json() const;
  /// The result to stdout, the problems also to stderr.
  void print(Console& console) const;

 private:
  std::vector<std::pair<std::string, Value>> m_members;
  std::size_t m_table_at = 0;
  std::string m_table_name;
  std::vector<Column> m_columns;
  std::vector<std::vector<Value>> m_rows;
  std::vector<std::pair<std::string, std::string>> m_problems;
};

}  // namespace tfrec::cli
