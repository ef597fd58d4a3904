// SPDX-License-Identifier: Apache-2.0
// What a feature of the examples is made of: `--feature NAME=KIND[:COLUMN,…]`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

enum class FeatureKind {
  jpeg,   // the picture, as JPEG bytes
  int64,  // columns as they are, in order
  float32,
  bytes,
  index,   // class id of a column
  onehot,  // float, one per class of a column
};

/// The list of tf.train.Feature a kind is stored in.
enum class ListKind { bytes, float_list, int64_list };

/// One row of the table of kinds: everything the rest of the program asks about a kind.
struct FeatureKindInfo {
  FeatureKind kind;
  std::string_view name;  // as typed
  ListKind list;
  std::size_t min_columns;  // how many columns follow the colon
  std::size_t max_columns;
  bool uses_pixels;          // needs the picture
  bool uses_classes;         // its column has classes
  std::string_view summary;  // for --help
};

std::span<const FeatureKindInfo> feature_kinds();
const FeatureKindInfo& info(FeatureKind kind);
std::string_view to_string(ListKind list);  // "bytes", "float", "int64"

struct FeatureSpec {
  std::string name;
  FeatureKind kind = FeatureKind::bytes;
  std::vector<std::string> columns;
};

/// Parses NAME=KIND[:COLUMN,…]; a column that holds a comma is quoted as in CSV. Throws Error (usage) that
/// says what is wrong, with the nearest known kind.
FeatureSpec parse_feature_spec(std::string_view text);
/// The text that parse_feature_spec reads back.
std::string to_string(const FeatureSpec& spec);

}  // namespace tfrec
