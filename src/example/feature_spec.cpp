// SPDX-License-Identifier: Apache-2.0
#include "example/feature_spec.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_any = static_cast<std::size_t>(-1);

constexpr std::array k_kinds{
    FeatureKindInfo{FeatureKind::jpeg, "jpeg", ListKind::bytes, 0, 0, true, false,
                    "the picture as JPEG bytes"},
    FeatureKindInfo{FeatureKind::int64, "int64", ListKind::int64_list, 1, k_any, false, false,
                    "columns of whole numbers, in order"},
    FeatureKindInfo{FeatureKind::float32, "float", ListKind::float_list, 1, k_any, false, false,
                    "columns of numbers, in order"},
    FeatureKindInfo{FeatureKind::bytes, "bytes", ListKind::bytes, 1, 1, false, false,
                    "a column's text as it is"},
    FeatureKindInfo{FeatureKind::index, "index", ListKind::int64_list, 1, 1, false, true,
                    "class id of a column"},
    FeatureKindInfo{FeatureKind::onehot, "onehot", ListKind::float_list, 1, 1, false, true,
                    "float per class of a column: 1 for its class, else 0"},
};

Error wrong(std::string_view text, const std::string& why, std::string hint = {}) {
  return Error(ErrorKind::usage, "", "--feature '" + std::string(text) + "': " + why, std::move(hint));
}

const FeatureKindInfo& kind_named(std::string_view name, std::string_view text) {
  std::vector<std::string> names;
  for (const FeatureKindInfo& known : k_kinds) {
    if (known.name == name) return known;
    names.emplace_back(known.name);
  }
  const auto near = nearest(name, names);
  std::string all;
  for (const std::string& known : names) all += (all.empty() ? "" : ", ") + known;
  throw wrong(text, "unknown kind '" + std::string(name) + "'",
              (near ? "did you mean '" + *near + "'? " : std::string()) + "kinds: " + all);
}

/// Takes one column name off the front of `rest`, unquoting "a ""b"", c".
std::string take_column(std::string_view& rest, std::string_view text) {
  if (rest.empty() || rest.front() != '"') {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(name.size());
    return std::string(name);
  }
  std::string name;
  for (rest.remove_prefix(1); !rest.empty(); rest.remove_prefix(1)) {
    if (rest.front() == '"') {
      rest.remove_prefix(1);
      if (rest.empty() || rest.front() != '"') return name;
    }
    name += rest.front();
  }
  throw wrong(text, "a quote is not closed");
}

std::vector<std::string> parse_columns(std::string_view rest, std::string_view text) {
  std::vector<std::string> columns;
  while (true) {
    columns.push_back(take_column(rest, text));
    if (columns.back().empty()) throw wrong(text, "a column name is empty");
    if (rest.empty()) return columns;
    if (rest.front() != ',') throw wrong(text, "expected ',' after a quoted column name");
    rest.remove_prefix(1);
  }
}

std::string quoted_where_needed(const std::string& column) {
  if (column.find_first_of(",\"") == std::string::npos) return column;
  std::string quoted = "\"";
  for (const char c : column) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::span<const FeatureKindInfo> feature_kinds() {
  return k_kinds;
}

const FeatureKindInfo& info(FeatureKind kind) {
  return *std::find_if(k_kinds.begin(), k_kinds.end(), [&](const auto& known) { return known.kind == kind; });
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

FeatureSpec parse_feature_spec(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw wrong(text, "expected NAME=KIND[:COLUMN,…]",
                "for instance --feature image=jpeg or --feature class=index:class");
  }
  const std::string_view right = text.substr(equals + 1);
  const std::size_t colon = right.find(':');
  const FeatureKindInfo& kind = kind_named(right.substr(0, colon), text);
  FeatureSpec spec{std::string(text.substr(0, equals)), kind.kind, {}};
  if (colon != std::string_view::npos) spec.columns = parse_columns(right.substr(colon + 1), text);
  if (spec.columns.size() < kind.min_columns) {
    throw wrong(text, "kind '" + std::string(kind.name) + "' needs a column",
                "for instance --feature " + spec.name + "=" + std::string(kind.name) + ":COLUMN");
  }
  if (spec.columns.size() > kind.max_columns) {
    throw wrong(text, "kind '" + std::string(kind.name) + "' takes " +
                          (kind.max_columns == 0 ? std::string("no column") : std::string("one column")));
  }
  return spec;
}

std::string to_string(const FeatureSpec& spec) {
  std::string text = spec.name + "=" + std::string(info(spec.kind).name);
  for (std::size_t i = 0; i < spec.columns.size(); ++i) {
    text += (i == 0 ? ":" : ",") + quoted_where_needed(spec.columns[i]);
  }
  return text;
}

}  // namespace tfrec
