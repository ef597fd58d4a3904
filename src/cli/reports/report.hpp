// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "cli/terminal/console.hpp"

namespace tfrec::cli {

/// What to do about damaged records of shards.
inline constexpr std::string_view k_damaged_set_hint =
    "`tfrec repair` recovers the intact records, `tfrec inspect SHARD --record N` shows what is readable of "
    "a "
    "damaged one";

/// The result of a command, described once: --json prints an object, people get a table of shards with a last
/// row of totals, then lines. The object has its members in the order of the calls.
class Report {
 public:
  using Json = nlohmann::ordered_json;

  /// A fact as it is in the object, and as people read it.
  struct Value {
    /// People read a number with separators, a text made printable, "-" for null.
    template <class Fact>
    requires(!std::is_same_v<Fact, Value>) Value(const Fact& fact) : json(fact), text(text_of(json)) {}
    Value(Json fact, std::string shown) : json(std::move(fact)), text(std::move(shown)) {}

    Json json;
    std::string text;
  };
  using Row = std::vector<std::pair<std::string, Value>>;

  struct Column {
    std::string name;  // of the rows' member
    std::string heading = name;
  };

  Report() = default;
  /// The object has these members, in this order, before others.
  explicit Report(std::initializer_list<const char*> names);

  /// A member of the object, and its line, if any: left out if the member is 0, empty or null. A number is
  /// also the total of the column with its name.
  void add(const std::string& name, const Value& value, const std::string& line = {});
  /// The total of a column that the object does not have.
  void add_total(const std::string& name, const Value& value) { m_totals[name] = value.text; }
  void add_line(const std::string& line) { m_lines += line + "\n"; }
  void add_lines(const std::string& lines) { m_lines += lines; }
  /// The table, once: a list in the object. People see these columns, members of its rows.
  void add_table(const std::string& name, std::vector<Column> columns);
  /// A shard.
  void add_row(const Row& row);
  /// Bad data that was found in a file, a member of the list "problems"; `message` is printable.
  void add_problem(const std::string& path, const std::string& message, bool is_failure = true);

  std::string text() const;
  std::string json() const;
  /// The result to stdout, the problems also to stderr.
  void print(Console& console) const;
  /// The same where more than failures decides whether all is good.
  void print(Console& console, bool is_good) const;

 private:
  static std::string text_of(const Json& json);

  Json m_object = Json::object();
  std::string m_lines;
  std::string m_table_name;
  std::vector<Column> m_columns;
  std::vector<std::vector<std::string>> m_rows;  // what people see of them
  std::map<std::string, std::string> m_totals;   // by column
  std::vector<std::pair<std::string, bool>> m_problems;
};

/// "record 17 at byte 12345 (220 bytes)": where something of a record is.
template <class Problem>
std::string place_text(const Problem& problem) {
  return "record " + std::to_string(problem.record) + " at byte " + std::to_string(problem.offset) + " (" +
         std::to_string(problem.length) + (problem.length == 1 ? " byte)" : " bytes)");
}

/// What is wrong with a record.
template <class Problem>
Report::Json problem_json(const Problem& problem) {
  return {{"kind", problem.kind},
          {"record", problem.record},
          {"offset", problem.offset},
          {"length", problem.length},
          {"message", problem.message}};
}

}  // namespace tfrec::cli
