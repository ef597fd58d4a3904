// SPDX-License-Identifier: Apache-2.0
// Whether one reader with fixed shapes fits the records of several sources.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "records/copy/stored_tally.hpp"
#include "sets/merge/schema_difference.hpp"

namespace tfrec {

/// What is known of the records of one source.
struct SourceContent {
  std::string name;  // printable, for messages
  Schema schema;
  StoredTallies stored;
};

/// The first source that does not fit another: images of one size in one and of another size, or of several,
/// in the other; grey and coloured ones; other formats; raw values or lists of numbers of another length. A
/// source whose own records differ is not judged by itself. Lists of the features in `varying` may have any
/// length.
std::optional<SchemaDifference> shape_difference(const std::vector<SourceContent>& sources,
                                                 const std::set<std::string>& varying);

}  // namespace tfrec
