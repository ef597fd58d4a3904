// SPDX-License-Identifier: Apache-2.0
#include "records/layout/expand_preset.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "base/error.hpp"
#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/joined.hpp"
#include "base/text/near_number.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/table/word_breaks.hpp"
#include "example/comma_list.hpp"
#include "records/layout/label_column.hpp"

namespace tfrec {

namespace {

/// Whether every cell that counts is a number of that kind. Missing cells count if nothing is stored for
/// them.
std::string kind_for(const ColumnProfile& column, bool text_may_be_bytes) {
  if (column.all_whole() && !column.leading_zeros) return "int64";
  if (column.all_numbers() && !column.leading_zeros) return text_may_be_bytes ? "float" : "index";
  // classes.txt has one name a line, so a text with a line break can't be a class.
  const bool classes =
      column.present() > 0 && !column.distinct_overflow && column.any_repeats() && !column.first_line_break;
  return classes || !text_may_be_bytes ? "index" : "bytes";
}

void replace_all(std::string& text, std::string_view word, const std::string& with) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + with.size())) {
    text.replace(at, word.size(), with);
  }
}

class Expansion {
 public:
  Expansion(const Preset& preset, const LayoutInput& input, Observer& observer)
      : m_preset(preset), m_input(input), m_observer(observer) {
    std::set<std::string_view> seen;
    for (const std::string& label : input.label_columns) {
      column_named(input.table, label, "--label-column");
      if (!seen.insert(label).second) {
        throw Error(ErrorKind::usage, "", shell_option("--label-column", label) + " is given twice",
                    "give each column once");
      }
    }
  }

  std::vector<FeatureSpec> expand() const {
    std::vector<FeatureSpec> features;
    for (const std::string_view line : m_preset.features) {
      if (const std::size_t optional = line.find("?="); optional != std::string_view::npos) {
        add_if_there(features, std::string(line).erase(optional, 1));
        continue;
      }
      if (line.rfind("@each", 0) != 0) {
        features.push_back(expanded(std::string(line), {}));
        continue;
      }
      const std::vector<std::string> columns = labels();
      if (columns.empty() && line.find("=auto") == std::string_view::npos)
        label();  // states that there is none
      for (const std::string& column : columns) features.push_back(expanded(std::string(line), column));
    }
    return features;
  }

 private:
  /// A feature of a column that the table may have, under its name or with "Is" before it: "IsOccluded".
  void add_if_there(std::vector<FeatureSpec>& features, const std::string& line) const {
    FeatureSpec spec = parse_feature_spec(line);
    const std::string wanted = without_word_breaks(spec.columns.front());
    for (const std::string& column : m_input.table.columns()) {
      const std::string name = without_word_breaks(column);
      if (name != wanted && name != "is" + wanted) continue;
      spec.columns = {column};
      features.push_back(spec);
      return;
    }
  }

  std::vector<std::string> labels() const { return label_columns(label_search(m_input)); }
  std::string label() const { return one_label_column(m_preset, label_search(m_input)); }

  /// One line with its words replaced. The name and the columns are filled in apart, so that a column may be
  /// called anything.
  FeatureSpec expanded(std::string line, const std::string& each) const {
    const std::size_t equals = line.find('=');
    std::string right = line.substr(equals + 1);
    if (right.find("@labels") != std::string::npos) {
      const std::string list = joined(labels(), ",", quoted_column);
      if (list.empty()) label();  // states that there is none
      replace_all(right, "@labels", list);
    } else if (right.find("@label") != std::string::npos) {
      replace_all(right, "@label", quoted_column(label()));
    } else if (right.find("@image") != std::string::npos) {
      replace_all(right, "@image", quoted_column(m_input.table.columns()[m_input.image_column]));
    } else if (!each.empty()) {
      replace_all(right, "@each", quoted_column(each));
    }
    const std::string name = each.empty() ? line.substr(0, equals) : each;
    FeatureSpec spec = parse_feature_spec("name=" + with_real_kind(right, name));
    spec.name = name;
    return spec;
  }

  std::string with_real_kind(const std::string& right, const std::string& feature) const {
    const std::string kind = right.substr(0, right.find(':'));
    if (kind != "auto" && kind != "number") return right;
    const std::string column = parse_feature_spec("name=bytes" + right.substr(kind.size())).columns.front();
    if (m_input.folders_are_classes) return "index" + right.substr(kind.size());
    const std::size_t number = column_named(m_input.table, column, "--label-column");
    std::string chosen = kind_for(m_input.profiles[number], kind == "auto");
    const std::string by_missing = kind == "auto" ? kind_by_missing(number) : "";
    if (!by_missing.empty()) chosen = by_missing;
    // Another feature has the ids, so this one has the text.
    if (kind == "auto" && chosen == "index" && m_input.given_classes.contains(column)) chosen = "bytes";
    if (!m_input.given.contains(feature)) {
      tell_nearly_numbers(m_input.profiles[number], chosen, feature);
      tell_distinct_classes(m_input.profiles[number], chosen, feature);
    }
    return chosen + right.substr(kind.size());
  }

  /// The kind of a column of numbers for which --missing COLUMN=VALUE stores a number, in place of cells that
  /// are not numbers; empty if that decides nothing.
  std::string kind_by_missing(std::size_t number) const {
    const auto stored = m_input.missing.of_column.find(number);
    const ColumnProfile& column = m_input.profiles[number];
    if (stored == m_input.missing.of_column.end() || !column.mostly_numbers() || column.leading_zeros ||
        parse_missing_float(stored->second).problem != NumberProblem::none)
      return {};
    if (parse_whole(stored->second).problem != NumberProblem::none) return "float";
    if (column.all_numbers()) return {};
    return column.whole == column.numbers ? "int64" : "float";
  }

  /// A few cells can decide against numbers: that is a choice to know of.
  void tell_nearly_numbers(const ColumnProfile& column, const std::string& chosen,
                           const std::string& feature) const {
    const auto place = [&](const CellExample& example) {
      return "'" + printable_excerpt(example.value, 60) + "' (" +
             printable(m_input.table.place(example.row)) + ")";
    };
    if (chosen == "float" && column.first_too_large) {
      m_observer.warning(
          "column '" + printable(column.name) + "': " + place(*column.first_too_large) +
          " does not fit into an int64, so it is stored as float, which keeps about 7 digits; " +
          instead(column, FeatureKind::bytes, feature) + " keeps them all");
    }
    if (chosen == "int64" || chosen == "float" || !column.first_not_number) return;
    const std::string stored = chosen == "index" ? "class ids" : "text";
    if (column.near_numbers > 0 && 2 * (column.numbers + column.near_numbers) >= column.present()) {
      const NearNumber near = near_number(column.first_near_number->value).value();
      m_observer.warning("column '" + printable(column.name) + "': " + place(*column.first_near_number) +
                         " looks like a number but " + std::string(near.what) +
                         ", so the column is stored as " + stored + "; to store numbers, " +
                         std::string(near.advice));
      return;
    }
    if (!column.mostly_numbers() || column.all_numbers()) return;
    m_observer.warning("column '" + printable(column.name) + "': " + "stored as " + stored + ", because " +
                       place(*column.first_not_number) + " is not a number, as " +
                       format_count(column.numbers) + " of " + format_count(column.present()) +
                       " values are; to store numbers: " + numbers_instead(column, feature));
  }

  /// What stores numbers all the same: the cells that are none need a value, too.
  std::string numbers_instead(const ColumnProfile& column, const std::string& feature) const {
    const FeatureKind kind = column.whole == column.numbers ? FeatureKind::int64 : FeatureKind::float32;
    std::string options = instead(column, kind, feature);
    if (m_input.missing.of(column_named(m_input.table, column.name, "--label-column")) != nullptr)
      return options;
    return std::string(column.present() - column.numbers == 1 ? "fix the cell" : "fix such cells") +
           ", or give " + shell_option("--missing", column.name + "=VALUE") + " or " +
           shell_option("--drop-missing", quoted_name(column.name, ',')) + " with " + options;
  }

  std::string instead(const ColumnProfile& column, FeatureKind kind, const std::string& feature) const {
    return shell_option("--layout", m_preset.name) + " " +
           shell_option("--feature", to_string(FeatureSpec{feature, kind, {column.name}}));
  }

  /// A column that is called class, or given as labels, has classes, even if no two rows have the same.
  void tell_distinct_classes(const ColumnProfile& column, const std::string& chosen,
                             const std::string& feature) const {
    constexpr std::array<std::string_view, 3> k_class_names{"class", "label", "category"};
    const bool is_usual = std::ranges::find(k_class_names, lowered(column.name)) != k_class_names.end();
    const bool is_given =
        std::ranges::find(m_input.label_columns, column.name) != m_input.label_columns.end();
    if (chosen != "bytes" || !(is_usual || is_given) || column.present() == 0 || column.any_repeats()) return;
    if (m_input.given_classes.contains(column.name)) return;
    m_observer.note("column '" + printable(column.name) +
                    "': all values differ, so it is stored as text; to store class ids: " +
                    instead(column, FeatureKind::index, feature));
  }

  const Preset& m_preset;
  const LayoutInput& m_input;
  Observer& m_observer;
};

}  // namespace

std::vector<FeatureSpec> expand_preset(const Preset& preset, const LayoutInput& input, Observer& observer) {
  return Expansion(preset, input, observer).expand();
}

void note_unstored_columns(const Preset& preset, const LayoutInput& input,
                           const std::vector<FeatureSpec>& features, Observer& observer) {
  const auto is_each = [](std::string_view line) { return line.starts_with("@each"); };
  if (input.label_columns.empty() || std::ranges::none_of(preset.features, is_each)) return;
  LabelSearch search = label_search(input);
  search.given = {};
  std::vector<std::string> unstored = label_columns(search);
  std::erase_if(unstored, [&](const std::string& column) {
    return std::ranges::any_of(features, [&](const FeatureSpec& spec) {
      return std::ranges::find(spec.columns, column) != spec.columns.end();
    });
  });
  if (unstored.empty()) return;
  const std::string& first = unstored.front();
  const ColumnProfile& profile = input.profiles[column_named(input.table, first, "--label-column")];
  const auto kind = kind_named(kind_for(profile, true), true);
  const std::string note =
      "--label-column leaves out " + quoted_list(unstored) + "; to store " + in_quotes(first) +
      ", too: " + shell_option("--feature", to_string({first, kind.value_or(FeatureKind::bytes), {first}}));
  const bool is_spread = std::ranges::any_of(unstored, [&](const std::string& column) {
    return std::ranges::find(input.stratify, column) != input.stratify.end();
  });
  is_spread ? observer.warning(note) : observer.note(note);
}

}  // namespace tfrec
