// SPDX-License-Identifier: Apache-2.0
#include "sets/options/columns_named.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/joined.hpp"
#include "base/text/nearest.hpp"
#include "base/text/shell_word.hpp"
#include "example/feature_spec.hpp"

namespace tfrec {

namespace {

/// The option with the nearest columns in place of names that are none; empty if one has none near.
std::string hint_for(const Table& table, std::vector<std::string> names, const std::string& option) {
  for (std::string& name : names) {
    if (std::ranges::find(table.columns(), name) != table.columns().end()) continue;
    const auto near = nearest(name, table.columns());
    if (!near) return {};
    name = *near;
  }
  return shell_option(option, joined(names, ",", quoted_column));
}

}  // namespace

std::vector<std::size_t> columns_named(const Table& table, const std::vector<std::string>& names,
                                       const std::string& option) {
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    try {
      columns.push_back(column_named(table, name, option));
    } catch (const Error& error) {
      throw Error(error.kind(), error.path(), error.message(), hint_for(table, names, option));
    }
  }
  return columns;
}

}  // namespace tfrec
