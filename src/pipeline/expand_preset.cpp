// SPDX-License-Identifier: Apache-2.0
#include "pipeline/expand_preset.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/printable.hpp"

namespace tfrec {

namespace {

/// Whether every cell that counts is a number of that kind. Missing cells count where nothing stands in for
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
  Expansion(const Preset& preset, const LayoutInput& input) : m_preset(preset), m_input(input) {
    std::set<std::string_view> seen;
    for (const std::string& label : input.label_columns) {
      column_named(input.table, label, "--label-column");
      if (!seen.insert(label).second)
        throw Error(ErrorKind::usage, "", "--label-column " + printable(label) + " is given twice",
                    "give each column once");
    }
  }

  std::vector<FeatureSpec> expand() const {
    std::vector<FeatureSpec> features;
    for (const std::string_view line : m_preset.features) {
      if (line.rfind("@each", 0) != 0) {
        features.push_back(expanded(std::string(line), {}));
        continue;
      }
      for (const std::string& column : labels()) features.push_back(expanded(std::string(line), column));
    }
    return features;
  }

 private:
  /// All label columns: the given ones, else all but the image column and those set aside.
  std::vector<std::string> labels() const {
    if (!m_input.label_columns.empty()) return m_input.label_columns;
    std::vector<std::string> others;
    const auto& aside = m_input.set_aside;
    for (std::size_t i = 0; i < m_input.table.columns().size(); ++i) {
      const bool taken = i != m_input.image_column && std::find(aside.begin(), aside.end(), i) == aside.end();
      if (taken) others.push_back(m_input.table.columns()[i]);
    }
    return others;
  }

  /// The one label column.
  std::string label() const {
    std::vector<std::string> candidates = labels();
    if (m_input.label_columns.empty()) {
      for (const char* usual : {"class", "Class", "CLASS", "label", "Label", "LABEL"}) {
        if (std::count(candidates.begin(), candidates.end(), usual) != 0) return usual;
      }
    }
    if (candidates.size() == 1) return candidates.front();
    std::string list;
    for (const std::string& name : candidates) list += (list.empty() ? "" : ", ") + printable(name);
    throw Error(ErrorKind::usage, "",
                candidates.empty()
                    ? "layout '" + std::string(m_preset.name) + "' needs a label column, and there is none"
                    : "layout '" + std::string(m_preset.name) + "' takes one label column; there are " + list,
                candidates.empty() ? m_input.folders_are_classes
                                         ? "give --labels FILE.csv, or a folder per class"
                                         : "the table has only the image column"
                                   : "choose with --label-column " + printable(candidates.front()));
  }

  /// One line with its words replaced. The name and the columns are filled in apart, so that a column may be
  /// called anything.
  FeatureSpec expanded(std::string line, const std::string& each) const {
    const std::size_t equals = line.find('=');
    std::string right = line.substr(equals + 1);
    if (right.find("@labels") != std::string::npos) {
      std::string list;
      for (const std::string& column : labels()) list += (list.empty() ? "" : ",") + quoted_column(column);
      if (list.empty()) label();  // says that there is none
      replace_all(right, "@labels", list);
    } else if (right.find("@label") != std::string::npos) {
      replace_all(right, "@label", quoted_column(label()));
    }
    if (right.find("@image") != std::string::npos) {
      replace_all(right, "@image", quoted_column(m_input.table.columns()[m_input.image_column]));
    } else if (!each.empty()) {
      replace_all(right, "@each", quoted_column(each));
    }
    FeatureSpec spec = parse_feature_spec("name=" + with_real_kind(right));
    spec.name = each.empty() ? line.substr(0, equals) : each;
    return spec;
  }

  std::string with_real_kind(const std::string& right) const {
    const std::string kind = right.substr(0, right.find(':'));
    if (kind != "auto" && kind != "number") return right;
    const std::string column = parse_feature_spec("name=bytes" + right.substr(kind.size())).columns.front();
    if (m_input.folders_are_classes) return "index" + right.substr(kind.size());
    const std::size_t number = column_named(m_input.table, column, "--label-column");
    return kind_for(m_input.profiles[number], kind == "auto") + right.substr(kind.size());
  }

  const Preset& m_preset;
  const LayoutInput& m_input;
};

}  // namespace

std::vector<FeatureSpec> expand_preset(const Preset& preset, const LayoutInput& input) {
  return Expansion(preset, input).expand();
}

}  // namespace tfrec
