// SPDX-License-Identifier: Apache-2.0
// --missing: what is stored for empty and malformed cells.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/number.hpp"

namespace tfrec {

struct MissingValues {
  std::optional<std::string> any;                // of columns that are not in the map
  std::map<std::size_t, std::string> of_column;  // by the column's number

  /// Null if nothing is stored for cells of this column: they are errors.
  const std::string* of(std::size_t column) const;
};

/// A number to store for a missing one: as parse_float() reads it, or "nan" in any case.
FloatNumber parse_missing_float(std::string_view text);

}  // namespace tfrec
