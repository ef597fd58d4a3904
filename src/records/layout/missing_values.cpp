// SPDX-License-Identifier: Apache-2.0
#include "records/layout/missing_values.hpp"

#include <limits>

#include "base/text/ascii.hpp"

namespace tfrec {

const std::string* MissingValues::of(std::size_t column) const {
  const auto found = of_column.find(column);
  if (found != of_column.end()) return &found->second;
  return any ? &*any : nullptr;
}

FloatNumber parse_missing_float(std::string_view text) {
  if (lowered(text) == "nan") return {std::numeric_limits<float>::quiet_NaN(), NumberProblem::none};
  return parse_float(text);
}

}  // namespace tfrec
