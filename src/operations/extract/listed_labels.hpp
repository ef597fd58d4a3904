// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "sets/merge/class_names.hpp"
#include "sets/merge/source_sets.hpp"

namespace tfrec {

/// Classes of labels, by feature.
using ListedLabels = std::map<std::string, ClassNames>;

/// Of shards without a manifest: what classes.txt or a label map beside them lists. A feature of one number
/// in each record, without a text beside it, gets these classes in `agreed`, so that cells have their names.
ListedLabels listed_labels(const FoundShards& found, const Schema& schema, AgreedChoices& agreed);

}  // namespace tfrec
