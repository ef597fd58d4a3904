// SPDX-License-Identifier: Apache-2.0
// Label maps: the text format of TensorFlow's object_detection.protos.StringIntLabelMap.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "dataset/classes/classes.hpp"

namespace tfrec {

/// Whether text begins, after blank lines and comments, with an item of a label map.
bool looks_like_label_map(std::string_view text);

/// The classes of a label map: `name`, else `display_name`, and `id` of each item, by ascending id. Other
/// fields are skipped. Throws Error (bad_data) with `file` and the line if the text is malformed or an item
/// is not a class. `display_names` gets, by id, those that an item has beside its name.
ClassList parse_label_map(std::string_view text, const std::string& file,
                          std::map<std::int64_t, std::string>* display_names = nullptr);

/// The content of label_map.pbtxt: an item for each class.
std::string label_map_content(const ClassList& classes);

}  // namespace tfrec
