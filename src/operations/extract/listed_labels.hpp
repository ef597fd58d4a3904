// SPDX-License-Identifier: Apache-2.0
// Labels of records that `tfrec build` did not make, where a list of classes is known.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "example/schema.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/merge/source_sets.hpp"

namespace tfrec {

/// Of labels, by feature.
using ListedLabels = std::map<std::string, ClassNames>;

/// Removes labels that have a text in the same records from `agreed`, and returns their classes: the columns
/// of the texts show them. Does nothing for records that build made.
ListedLabels take_labels_with_texts(AgreedChoices& agreed, const Schema& schema);

}  // namespace tfrec
