// SPDX-License-Identifier: Apache-2.0
#include "records/layout/label_column.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>

#include "base/error.hpp"
#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/table/word_breaks.hpp"

namespace tfrec {

namespace {

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t k_shown = 12;
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < k_shown; ++i)
    list += (i == 0 ? "" : ", ") + printable(names[i]);
  return names.size() <= k_shown ? list : list + ", … (" + format_count(names.size()) + " in all)";
}

/// The candidate with a usual name.
std::optional<std::string> usual(const Preset& preset, const std::vector<std::string>& candidates) {
  for (const char* name : {"class", "Class", "CLASS", "label", "Label", "LABEL"}) {
    if (std::ranges::find(candidates, name) != candidates.end()) return name;
  }
  if (!preset.has_boxes()) return std::nullopt;
  const std::string text = "image/object/class/text";  // as `extract` writes it
  if (std::ranges::find(candidates, text) != candidates.end()) return text;
  for (const std::string_view name : {"classname", "labelname", "category", "categoryname"}) {
    const auto found = std::ranges::find(candidates, name, without_word_breaks);
    if (found != candidates.end()) return *found;
  }
  return std::nullopt;
}

/// One to stratify by; else of those with repeated values one that is named as a label, the one with the
/// fewest classes, one with names before one with numbers.
std::string likely_label(const LabelSearch& search, const std::vector<std::string>& candidates) {
  for (const std::string& name : search.stratify) {
    if (std::ranges::find(candidates, name) != candidates.end()) return name;
  }
  if (search.profiles.empty()) {
    const auto named = std::ranges::find_if(candidates, is_named_as_label);
    return named == candidates.end() ? candidates.front() : *named;
  }
  const auto classes = [&](const std::string& name) {
    const ColumnProfile& column = search.profiles[column_named(search.table, name, "--label-column")];
    const bool is_likely = column.distinct.size() > 1 && column.any_repeats();
    return std::tuple(!is_likely, !is_named_as_label(name), column.distinct.size(), column.all_numbers());
  };
  return *std::ranges::min_element(candidates, {}, classes);
}

}  // namespace

bool is_named_as_label(const std::string& column) {
  const std::string name = lowered(column);
  return name.find("class") != std::string::npos || name.find("label") != std::string::npos;
}

LabelSearch label_search(const LayoutInput& input) {
  return {input.table,    input.image_column, input.set_aside, input.label_columns, input.folders_are_classes,
          input.stratify, input.profiles};
}

std::vector<std::string> label_columns(const LabelSearch& search) {
  if (!search.given.empty()) return {search.given.begin(), search.given.end()};
  std::vector<std::string> others;
  const std::vector<std::string>& columns = search.table.columns();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool is_aside = std::ranges::find(search.set_aside, i) != search.set_aside.end();
    if (i != search.image_column && !is_aside) others.push_back(columns[i]);
  }
  return others;
}

std::string one_label_column(const Preset& preset, const LabelSearch& search) {
  const std::vector<std::string> candidates = label_columns(search);
  if (search.given.empty()) {
    if (auto name = usual(preset, candidates)) return *name;
  }
  const bool is_guess = search.given.empty() && preset.has_boxes();  // wheat's `source` is not a class
  if (candidates.size() == 1 && !is_guess) return candidates.front();
  const std::string layout = "layout '" + std::string(preset.name) + "' ";
  if (candidates.size() == 1) {
    throw Error(ErrorKind::usage, "",
                layout + "needs a column with the class of each box, and none has a usual name",
                "add a column 'class'; if " + in_quotes(candidates.front()) +
                    " is the class: " + shell_option("--label-column", candidates.front()));
  }
  if (!candidates.empty()) {
    throw Error(ErrorKind::usage, "", layout + "takes one label column; there are " + listed(candidates),
                "choose with " + shell_option("--label-column", likely_label(search, candidates)));
  }
  throw Error(ErrorKind::usage, "", layout + "needs a label column, and there is none",
              search.folders_are_classes ? "give --labels FILE.csv, or a folder per class"
              : preset.has_boxes()
                  ? "add a column with the class of each box"
                  : "the table has only the image column; --layout unlabelled takes no labels");
}

}  // namespace tfrec
