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
  // The image.
  jpeg,
  png,
  raw_uint8,
  raw_float32,
  // Columns.
  int64,
  float32,
  bytes,
  packed_float32,  // "raw-float32" with columns
  packed_int64,    // "raw-int64"
  // Classes of a column.
  index,
  onehot,
  multihot,
  indices,
  // Boxes of the rows.
  boxes,
  // Facts of the image.
  path,
  format,
  height,
  width,
  channels,
  colorspace,
  sample_id,
  sample_id_text,
  // Files beside the image.
  mask,
  mask_format,
  file,
  sha256,  // the last one: a new kind goes before it and gets a row in feature_spec.cpp
};

/// What a feature is filled from.
enum class FeatureSource { image, cells, classes, box_columns, facts, companion };

/// The list of tf.train.Feature a kind is stored in, in the order of their field numbers.
enum class ListKind { bytes, float_list, int64_list };

/// One row of the table of kinds: everything the rest of the program asks about a kind.
struct FeatureKindInfo {
  FeatureKind kind;
  std::string_view name;  // as typed; two kinds may share one and differ in taking columns
  FeatureSource source;
  ListKind list;
  std::size_t min_columns;  // how many columns follow the colon
  std::size_t max_columns;
  bool uses_pixels;          // it is made from the image file: neither from columns nor from its path
  std::string_view summary;  // for --help
};

std::span<const FeatureKindInfo> feature_kinds();
const FeatureKindInfo& info(FeatureKind kind);
/// Whether the kind stores the image itself or its pixels.
bool is_image(FeatureKind kind);
/// Whether cells of columns must be numbers for it, and whether whole ones.
bool is_numeric(FeatureKind kind);
bool is_whole(FeatureKind kind);
std::string_view to_string(ListKind list);  // "bytes", "float", "int64"
std::optional<ListKind> list_kind_named(std::string_view name);

struct FeatureSpec {
  std::string name;
  FeatureKind kind = FeatureKind::bytes;
  std::vector<std::string> columns;  // of boxes: the form, see box_form.hpp

  bool operator==(const FeatureSpec&) const = default;
};

/// The kind of that name; of two that share it, the one that takes columns or the one that takes none.
/// Nothing if no kind has it.
std::optional<FeatureKind> kind_named(std::string_view name, bool with_columns);

/// The columns of a feature of whole numbers that has one of each of several columns, which may be zeros and
/// ones; null if it is another.
const std::vector<std::string>* columns_of_numbers(const FeatureSpec& spec);

/// Whether the kind takes so many columns: empty, else "kind 'index' takes one column".
std::string problem_of_columns(FeatureKind kind, std::size_t columns);

/// Parses NAME=KIND[:COLUMN,…]; a name that is empty or holds '=', and a column that holds a comma, are
/// quoted as in CSV: "age>=65"=int64:"a, b". For text that people typed; manifests hold the parts. Throws
/// Error (usage) that states what is wrong, with the nearest known kind.
FeatureSpec parse_feature_spec(std::string_view text);

/// A column's name as it follows the colon: quoted where it holds a comma or a quote.
std::string quoted_column(const std::string& column);

/// The text that parse_feature_spec reads back.
std::string to_string(const FeatureSpec& spec);

}  // namespace tfrec
