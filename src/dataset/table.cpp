// SPDX-License-Identifier: Apache-2.0
#include "dataset/table.hpp"

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/printable.hpp"

namespace tfrec {

namespace {

/// "'a', 'b', 'c', … (100,000 in all)": a list that stays readable.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t k_shown = 12;
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < k_shown; ++i) {
    list += (i == 0 ? "'" : ", '") + printable_excerpt(names[i], 60) + "'";
  }
  return names.size() <= k_shown ? list : list + ", … (" + std::to_string(names.size()) + " in all)";
}

}  // namespace

std::size_t column_named(const Table& table, std::string_view name, std::string_view option) {
  const std::vector<std::string>& columns = table.columns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == name) return i;
  }
  const std::optional<std::string> near = nearest(name, columns);
  std::string hint = near ? std::string(option) + " '" + printable(*near) + "'" : std::string();
  throw Error(ErrorKind::usage, "",
              std::string(option) + ": no column '" + printable_excerpt(name, 60) + "'; the columns are " +
                  listed(columns),
              std::move(hint));
}

}  // namespace tfrec
