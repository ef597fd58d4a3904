// SPDX-License-Identifier: Apache-2.0
#include "example/feature_spec.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "example/box_form.hpp"
#include "example/comma_list.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_any_number = static_cast<std::size_t>(-1);

constexpr std::array<std::string_view, 3> k_lists{"bytes", "float", "int64"};  // by ListKind

using enum FeatureKind;
using enum FeatureSource;

// kind, name, source, list, columns from-to, uses pixels, summary
constexpr std::array k_kinds{
    FeatureKindInfo{jpeg, "jpeg", image, ListKind::bytes, 0, 0, true, "the image as JPEG"},
    FeatureKindInfo{png, "png", image, ListKind::bytes, 0, 0, true, "the image as PNG"},
    FeatureKindInfo{raw_uint8, "raw-uint8", image, ListKind::bytes, 0, 0, true,
                    "its pixels, RGB bytes row by row, for decode_raw"},
    FeatureKindInfo{raw_float32, "raw-float32", image, ListKind::bytes, 0, 0, true,
                    "the same as little-endian floats, times --scale"},
    FeatureKindInfo{int64, "int64", cells, ListKind::int64_list, 1, k_any_number, false,
                    "columns of whole numbers, in order"},
    FeatureKindInfo{float32, "float", cells, ListKind::float_list, 1, k_any_number, false,
                    "columns of numbers, in order"},
    FeatureKindInfo{FeatureKind::bytes, "bytes", cells, ListKind::bytes, 1, 1, false,
                    "the text of a column, unchanged"},
    FeatureKindInfo{packed_float32, "raw-float32", cells, ListKind::bytes, 1, k_any_number, false,
                    "columns of numbers as little-endian floats in one string"},
    FeatureKindInfo{packed_int64, "raw-int64", cells, ListKind::bytes, 1, k_any_number, false,
                    "columns of whole numbers as little-endian int64s in one string"},
    FeatureKindInfo{index, "index", classes, ListKind::int64_list, 1, 1, false, "class id of a column"},
    FeatureKindInfo{onehot, "onehot", classes, ListKind::float_list, 1, 1, false,
                    "a float per class: 1 for the row's class, else 0"},
    FeatureKindInfo{multihot, "multihot", classes, ListKind::float_list, 1, 1, false,
                    "a float per class: 1 for each label in the cell, else 0"},
    FeatureKindInfo{indices, "indices", classes, ListKind::int64_list, 1, 1, false,
                    "class ids of the labels in a cell, ascending"},
    FeatureKindInfo{
        FeatureKind::boxes, "boxes", FeatureSource::box_columns, ListKind::float_list, 1, 1, true,
        "of each box: xmin, ymin, xmax, ymax, width, height, cx, cy, xyxy, yxyx, xywh or cxcywh, as "
        "fractions of the image's sides; with -pixels in pixels"},
    FeatureKindInfo{path, "path", facts, ListKind::bytes, 0, 0, false, "the image's path below IMAGES"},
    FeatureKindInfo{format, "format", facts, ListKind::bytes, 0, 0, true,
                    "of the stored image: JPEG, PNG, WEBP or RAW"},
    FeatureKindInfo{height, "height", facts, ListKind::int64_list, 0, 0, true, "of the stored image"},
    FeatureKindInfo{width, "width", facts, ListKind::int64_list, 0, 0, true, "of the stored image"},
    FeatureKindInfo{channels, "channels", facts, ListKind::int64_list, 0, 0, true,
                    "of the stored image: 3 or 1"},
    FeatureKindInfo{colorspace, "colorspace", facts, ListKind::bytes, 0, 0, true,
                    "of the stored image: RGB or Grayscale"},
    FeatureKindInfo{sample_id, "sample-id", facts, ListKind::int64_list, 0, 0, false,
                    "a number from 1, in the order of the images' paths"},
    FeatureKindInfo{sample_id_text, "sample-id-text", facts, ListKind::bytes, 0, 0, false,
                    "the same as text: readers of image/source_id convert it to a number"},
    FeatureKindInfo{mask, "mask", companion, ListKind::bytes, 0, 1, true,
                    "class ids as PNG, from --masks, or from the file that a column names"},
    FeatureKindInfo{mask_format, "mask-format", facts, ListKind::bytes, 0, 0, true,
                    "of the stored mask: PNG"},
    FeatureKindInfo{file, "file", companion, ListKind::bytes, 1, 1, false,
                    "the unchanged bytes of the file that a column names"},
    FeatureKindInfo{sha256, "sha256", facts, ListKind::bytes, 0, 0, true,
                    "of the stored image's bytes, in hex"},
};

constexpr bool has_a_row_per_kind() {
  for (std::size_t i = 0; i < k_kinds.size(); ++i) {
    const FeatureKindInfo& row = k_kinds[i];
    if (row.kind != static_cast<FeatureKind>(i) || row.min_columns > row.max_columns) return false;
  }
  return k_kinds.back().kind == sha256;
}
static_assert(has_a_row_per_kind());

Error wrong(std::string_view text, const std::string& why, std::string hint = {}) {
  return Error(ErrorKind::usage, "", "--feature '" + printable(text) + "': " + why, std::move(hint));
}

Error unknown_kind(std::string_view text, std::string_view name) {
  std::vector<std::string> names;
  for (const FeatureKindInfo& known : k_kinds) {
    if (std::find(names.begin(), names.end(), known.name) == names.end()) names.emplace_back(known.name);
  }
  const auto near = nearest(name, names);
  return wrong(text, "unknown kind '" + printable_excerpt(name, 60) + "'",
               (near ? "did you mean '" + *near + "'? " : std::string()) + "kinds: " + joined(names, ", "));
}

std::vector<std::string> parse_columns(std::string_view rest, std::string_view text) {
  CommaList columns = parse_comma_list(rest);
  if (!columns.problem.empty()) throw wrong(text, columns.problem);
  for (const std::string& column : columns.items) {
    if (column.empty()) throw wrong(text, "a column name is empty");
  }
  return std::move(columns.items);
}

void require_box_form(const std::string& form, std::string_view text) {
  if (box_form_named(form)) return;
  const std::vector<std::string> names = box_form_names();
  const auto near = nearest(form, names);
  throw wrong(text, "kind 'boxes' has no form " + in_quotes(form),
              (near ? "did you mean '" + *near + "'? " : std::string()) + "forms: " + joined(names, ", ") +
                  ", each also with -pixels");
}

/// Takes NAME= off the front of `rest`.
std::string parse_name(std::string_view& rest, std::string_view text) {
  const bool quoted = rest.starts_with('"');
  std::optional<std::string> name = take_name(rest, '=');
  if (!name) throw wrong(text, "a quote is not closed");
  if (rest.empty() || rest.front() != '=' || (name->empty() && !quoted)) {
    throw wrong(text, "expected NAME=KIND[:COLUMN,…]",
                "for instance --feature image=jpeg or --feature class=index:class");
  }
  rest.remove_prefix(1);
  return std::move(*name);
}

}  // namespace

std::span<const FeatureKindInfo> feature_kinds() {
  return k_kinds;
}

const FeatureKindInfo& info(FeatureKind kind) {
  return k_kinds[static_cast<std::size_t>(kind)];
}

bool is_numeric(FeatureKind kind) {
  return kind == FeatureKind::int64 || kind == FeatureKind::float32 || kind == FeatureKind::packed_float32 ||
         kind == FeatureKind::packed_int64;
}

bool is_whole(FeatureKind kind) {
  return kind == FeatureKind::int64 || kind == FeatureKind::packed_int64;
}

bool is_image(FeatureKind kind) {
  return info(kind).source == FeatureSource::image;
}

std::string_view to_string(ListKind list) {
  return k_lists[static_cast<std::size_t>(list)];
}

std::optional<ListKind> list_kind_named(std::string_view name) {
  const auto* const found = std::find(k_lists.begin(), k_lists.end(), name);
  return found == k_lists.end() ? std::nullopt
                                : std::optional(static_cast<ListKind>(found - k_lists.begin()));
}

std::optional<FeatureKind> kind_named(std::string_view name, bool with_columns) {
  std::optional<FeatureKind> found;
  for (const FeatureKindInfo& known : k_kinds) {
    const bool fits = (known.max_columns > 0) == with_columns;
    if (known.name == name && (!found || fits)) found = known.kind;
  }
  return found;
}

const std::vector<std::string>* columns_of_numbers(const FeatureSpec& spec) {
  return spec.kind == FeatureKind::int64 && spec.columns.size() > 1 ? &spec.columns : nullptr;
}

std::string problem_of_columns(FeatureKind kind, std::size_t columns) {
  const FeatureKindInfo& known = info(kind);
  const std::string start = "kind '" + std::string(known.name) + "' ";
  if (columns < known.min_columns) return start + "needs a column";
  if (columns <= known.max_columns) return {};
  return start + (known.max_columns == 0 ? "takes no column" : "takes one column");
}

FeatureSpec parse_feature_spec(std::string_view text) {
  std::string_view rest = text;
  std::string name = parse_name(rest, text);
  const std::size_t colon = rest.find(':');
  const bool with_columns = colon != std::string_view::npos;
  const std::optional<FeatureKind> kind = kind_named(rest.substr(0, colon), with_columns);
  if (!kind) throw unknown_kind(text, rest.substr(0, colon));
  FeatureSpec spec{std::move(name), *kind, {}};
  if (with_columns) spec.columns = parse_columns(rest.substr(colon + 1), text);
  const std::string problem = problem_of_columns(*kind, spec.columns.size());
  if (problem.empty() && spec.kind == FeatureKind::boxes) require_box_form(spec.columns.front(), text);
  if (problem.empty()) return spec;
  if (spec.columns.size() >= info(*kind).min_columns) throw wrong(text, problem);
  spec.columns = {spec.kind == FeatureKind::boxes ? "xyxy" : "COLUMN"};
  throw wrong(text, problem, "for instance " + shell_option("--feature", to_string(spec)));
}

std::string quoted_column(const std::string& column) {
  return column.empty() ? column : quoted_name(column, ',');
}

std::string to_string(const FeatureSpec& spec) {
  const std::string text = quoted_name(spec.name, '=') + "=" + std::string(info(spec.kind).name);
  return spec.columns.empty() ? text : text + ":" + joined(spec.columns, ",", quoted_column);
}

}  // namespace tfrec
