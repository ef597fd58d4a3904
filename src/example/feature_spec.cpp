// SPDX-License-Identifier: Apache-2.0
#include "example/feature_spec.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/printable.hpp"
#include "base/shell_word.hpp"
#include "example/comma_list.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_any = static_cast<std::size_t>(-1);

using enum FeatureKind;
using enum FeatureSource;

// kind, name, source, list, columns from-to, uses pixels, summary
constexpr std::array k_kinds{
    FeatureKindInfo{jpeg, "jpeg", picture, ListKind::bytes, 0, 0, true, "the picture as JPEG"},
    FeatureKindInfo{png, "png", picture, ListKind::bytes, 0, 0, true, "the picture as PNG"},
    FeatureKindInfo{raw_uint8, "raw-uint8", picture, ListKind::bytes, 0, 0, true,
                    "its pixels, RGB bytes row by row, for decode_raw"},
    FeatureKindInfo{raw_float32, "raw-float32", picture, ListKind::bytes, 0, 0, true,
                    "the same as little-endian floats, times --scale"},
    FeatureKindInfo{int64, "int64", cells, ListKind::int64_list, 1, k_any, false,
                    "columns of whole numbers, in order"},
    FeatureKindInfo{float32, "float", cells, ListKind::float_list, 1, k_any, false,
                    "columns of numbers, in order"},
    FeatureKindInfo{FeatureKind::bytes, "bytes", cells, ListKind::bytes, 1, 1, false,
                    "a column's text as it is"},
    FeatureKindInfo{packed_float32, "raw-float32", cells, ListKind::bytes, 1, k_any, false,
                    "columns of numbers as little-endian floats in one string"},
    FeatureKindInfo{packed_int64, "raw-int64", cells, ListKind::bytes, 1, k_any, false,
                    "columns of whole numbers as little-endian int64s in one string"},
    FeatureKindInfo{index, "index", classes, ListKind::int64_list, 1, 1, false, "class id of a column"},
    FeatureKindInfo{onehot, "onehot", classes, ListKind::float_list, 1, 1, false,
                    "a float per class: 1 for the row's class, else 0"},
    FeatureKindInfo{multihot, "multihot", classes, ListKind::float_list, 1, 1, false,
                    "a float per class: 1 for each label in the cell, else 0"},
    FeatureKindInfo{indices, "indices", classes, ListKind::int64_list, 1, 1, false,
                    "class ids of the labels in a cell, ascending"},
    FeatureKindInfo{path, "path", facts, ListKind::bytes, 0, 0, false, "the image's path below IMAGES"},
    FeatureKindInfo{format, "format", facts, ListKind::bytes, 0, 0, true,
                    "of the stored picture: JPEG, PNG, WEBP or RAW"},
    FeatureKindInfo{height, "height", facts, ListKind::int64_list, 0, 0, true, "of the stored picture"},
    FeatureKindInfo{width, "width", facts, ListKind::int64_list, 0, 0, true, "of the stored picture"},
    FeatureKindInfo{channels, "channels", facts, ListKind::int64_list, 0, 0, true,
                    "of the stored picture: 3 or 1"},
    FeatureKindInfo{colorspace, "colorspace", facts, ListKind::bytes, 0, 0, true,
                    "of the stored picture: RGB or Grayscale"},
    FeatureKindInfo{sha256, "sha256", facts, ListKind::bytes, 0, 0, true,
                    "of the stored picture's bytes, in hex"},
};

/// A text that is parsed, and what messages call it.
struct Source {
  std::string_view text;
  std::string_view origin;
};

Error wrong(const Source& source, const std::string& why, std::string hint = {}) {
  return Error(ErrorKind::usage, "", std::string(source.origin) + " '" + printable(source.text) + "': " + why,
               std::move(hint));
}

/// The kind of that name; of two that share it, the one that takes columns or the one that takes none.
const FeatureKindInfo& kind_named(std::string_view name, bool with_columns, const Source& source) {
  const FeatureKindInfo* found = nullptr;
  std::vector<std::string> names;
  for (const FeatureKindInfo& known : k_kinds) {
    if (std::find(names.begin(), names.end(), known.name) == names.end()) names.emplace_back(known.name);
    const bool fits = (known.max_columns > 0) == with_columns;
    if (known.name == name && (found == nullptr || fits)) found = &known;
  }
  if (found != nullptr) return *found;
  const auto near = nearest(name, names);
  std::string all;
  for (const std::string& known : names) all += (all.empty() ? "" : ", ") + known;
  throw wrong(source, "unknown kind '" + printable_excerpt(name, 60) + "'",
              (near ? "did you mean '" + *near + "'? " : std::string()) + "kinds: " + all);
}

std::vector<std::string> parse_columns(std::string_view rest, const Source& source) {
  CommaList columns = parse_comma_list(rest);
  if (!columns.problem.empty()) throw wrong(source, columns.problem);
  for (const std::string& column : columns.items) {
    if (column.empty()) throw wrong(source, "a column name is empty");
  }
  return std::move(columns.items);
}

}  // namespace

std::span<const FeatureKindInfo> feature_kinds() {
  return k_kinds;
}

const FeatureKindInfo& info(FeatureKind kind) {
  return *std::find_if(k_kinds.begin(), k_kinds.end(), [&](const auto& known) { return known.kind == kind; });
}

bool is_image(FeatureKind kind) {
  return info(kind).source == FeatureSource::picture;
}

std::string_view to_string(ListKind list) {
  switch (list) {
    case ListKind::bytes:
      return "bytes";
    case ListKind::float_list:
      return "float";
    case ListKind::int64_list:
      return "int64";
  }
  return "bytes";
}

FeatureSpec parse_feature_spec(std::string_view text, std::string_view origin) {
  const Source source{text, origin};
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw wrong(source, "expected NAME=KIND[:COLUMN,…]",
                "for instance --feature image=jpeg or --feature class=index:class");
  }
  const std::string_view right = text.substr(equals + 1);
  const std::size_t colon = right.find(':');
  const FeatureKindInfo& kind = kind_named(right.substr(0, colon), colon != std::string_view::npos, source);
  FeatureSpec spec{std::string(text.substr(0, equals)), kind.kind, {}};
  if (colon != std::string_view::npos) spec.columns = parse_columns(right.substr(colon + 1), source);
  if (spec.columns.size() < kind.min_columns) {
    throw wrong(source, "kind '" + std::string(kind.name) + "' needs a column",
                "for instance " +
                    shell_option("--feature", to_string(FeatureSpec{spec.name, spec.kind, {"COLUMN"}})));
  }
  if (spec.columns.size() > kind.max_columns) {
    throw wrong(source, "kind '" + std::string(kind.name) + "' takes " +
                            (kind.max_columns == 0 ? std::string("no column") : std::string("one column")));
  }
  return spec;
}

std::string quoted_column(const std::string& column) {
  return comma_list_item(column);
}

std::string to_string(const FeatureSpec& spec) {
  std::string text = spec.name + "=" + std::string(info(spec.kind).name);
  for (std::size_t i = 0; i < spec.columns.size(); ++i) {
    text += (i == 0 ? ":" : ",") + quoted_column(spec.columns[i]);
  }
  return text;
}

}  // namespace tfrec
