// SPDX-License-Identifier: Apache-2.0
#include "dataset/table/column_profile.hpp"

#include <string_view>
#include <unordered_map>

#include "base/text/near_number.hpp"
#include "base/text/number.hpp"
#include "dataset/table/missing_cell.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_missing_examples = 5;
constexpr std::size_t k_most_collected_bytes = std::size_t{64} << 20U;
constexpr std::size_t k_bytes_a_value = 128;  // what a distinct value costs beside its text

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

bool has_leading_zero(std::string_view whole) {
  if (whole[0] == '-' || whole[0] == '+') whole.remove_prefix(1);
  return whole.size() > 1 && whole[0] == '0';
}

void remember_first(std::optional<CellExample>& first, RowIndex row, std::string_view cell) {
  if (!first) first = CellExample{row, std::string(cell)};
}

class Profiler {
 public:
  /// `collected_bytes` counts for all columns together.
  Profiler(std::string name, std::size_t& collected_bytes) : m_collected_bytes(&collected_bytes) {
    m_profile.name = std::move(name);
  }

  void take(RowIndex row, std::string_view cell) {
    ++m_profile.rows;
    if (is_missing(cell)) {
      if (m_profile.missing++ < k_missing_examples) m_profile.missing_rows.push_back(row);
      return;
    }
    take_number(row, cell);
    if (is_blank(cell.front()) || is_blank(cell.back())) {
      ++m_profile.padded;
      remember_first(m_profile.first_padded, row, cell);
    }
    if (!m_profile.distinct_overflow) take_value(row, cell);
  }

  ColumnProfile result() { return std::move(m_profile); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  void take_number(RowIndex row, std::string_view cell) {
    const NumberProblem whole = parse_whole(cell).problem;
    if (whole == NumberProblem::none) {
      ++m_profile.whole;
      ++m_profile.numbers;
      m_profile.leading_zeros = m_profile.leading_zeros || has_leading_zero(cell);
      return;
    }
    remember_first(m_profile.first_not_whole, row, cell);
    if (whole == NumberProblem::not_whole) ++m_profile.fractions;
    if (whole == NumberProblem::too_large) remember_first(m_profile.first_too_large, row, cell);
    if (whole != NumberProblem::not_a_number && parse_float(cell).problem == NumberProblem::none) {
      ++m_profile.numbers;
    } else {
      remember_first(m_profile.first_not_number, row, cell);
      if (!near_number(cell)) return;
      ++m_profile.near_numbers;
      remember_first(m_profile.first_near_number, row, cell);
    }
  }

  void take_value(RowIndex row, std::string_view cell) {
    const auto known = m_places.find(cell);
    if (known != m_places.end()) {
      ++m_profile.distinct[known->second].count;
      return;
    }
    if (m_profile.distinct.size() == k_max_distinct || *m_collected_bytes > k_most_collected_bytes) {
      give_values_up();
      return;
    }
    if (cell.find_first_of("\r\n") != std::string_view::npos) {
      remember_first(m_profile.first_line_break, row, cell);
    }
    m_places.emplace(cell, m_profile.distinct.size());
    m_profile.distinct.push_back({std::string(cell), 1});
    m_collected_here += 2 * cell.size() + k_bytes_a_value;
    *m_collected_bytes += 2 * cell.size() + k_bytes_a_value;
  }

  void give_values_up() {
    m_profile.distinct_overflow = true;
    m_profile.distinct = {};
    m_places = {};
    *m_collected_bytes -= m_collected_here;
  }

  ColumnProfile m_profile;
  std::size_t* m_collected_bytes;
  std::size_t m_collected_here = 0;
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> m_places;  // in m_profile.distinct
};

}  // namespace

std::vector<ColumnProfile> profile_columns(const Table& table, const CellCounts& counts) {
  std::size_t collected_bytes = 0;
  std::vector<Profiler> profilers;
  profilers.reserve(table.columns().size());
  for (const std::string& name : table.columns()) profilers.emplace_back(name, collected_bytes);
  table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!counts || counts(row, i, cells)) profilers[i].take(row, cells[i]);
    }
  });
  std::vector<ColumnProfile> profiles;
  profiles.reserve(profilers.size());
  for (Profiler& profiler : profilers) profiles.push_back(profiler.result());
  return profiles;
}

}  // namespace tfrec
