// SPDX-License-Identifier: Apache-2.0
#include "sets/options/missing_options.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"

namespace tfrec {

MissingValues missing_values(const BuildOptions& options, const Table& table) {
  MissingValues missing{options.missing, {}};
  const std::vector<std::string>& columns = table.columns();
  for (const std::string& text : options.column_missing) {
    std::size_t equals = text.rfind('=');
    auto column = columns.end();
    while (equals != std::string::npos) {
      column = std::ranges::find(columns, text.substr(0, equals));
      if (column != columns.end() || equals == 0) break;
      equals = text.rfind('=', equals - 1);
    }
    if (column != columns.end()) {
      const auto number = static_cast<std::size_t>(column - columns.begin());
      if (!missing.of_column.emplace(number, text.substr(equals + 1)).second)
        throw Error(ErrorKind::usage, "", "--missing is given twice for column '" + printable(*column) + "'");
      continue;
    }
    if (!options.like.empty()) continue;
    const std::size_t first = text.find('=');
    const std::string wanted = text.substr(0, first);
    const auto near = nearest(wanted, columns);
    throw Error(ErrorKind::usage, "",
                "--missing: no column '" + printable(wanted) + "'; the columns are " + listed_columns(table),
                near ? shell_option("--missing", *near + text.substr(first)) : "");
  }
  return missing;
}

}  // namespace tfrec
