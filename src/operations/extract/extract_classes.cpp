// SPDX-License-Identifier: Apache-2.0
// Which list of classes build needs, so that classes keep their numbers.
#include <algorithm>
#include <map>
#include <set>

#include "base/text/in_quotes.hpp"
#include "dataset/classes/classes.hpp"
#include "example/presets.hpp"
#include "operations/extract/extract_table.hpp"
#include "operations/extract/listed_labels.hpp"
#include "sets/merge/listed_classes.hpp"

namespace tfrec {

namespace {

using Names = std::vector<std::string>;

/// A list, and what build would list of the extracted table.
struct ClassLists {
  Names recorded;
  Names derived;
  std::vector<bool> seen;
};

void add_seen(ClassLists& lists, const std::vector<bool>& seen) {
  lists.seen.resize(lists.recorded.size());
  for (std::size_t id = 0; id < seen.size(); ++id) lists.seen[id] = lists.seen[id] || seen[id];
}

void derive(ClassLists& lists) {
  for (std::size_t id = 0; id < lists.recorded.size(); ++id) {
    if (lists.seen[id]) lists.derived.push_back(lists.recorded[id]);
  }
  sort_class_names(lists.derived);
}

/// Whether records hold the same values with the derived list. Numbers stay the same if only the last
/// classes have no record; hot lists get shorter.
bool gives_the_same(const ClassLists& lists, ListKind kind) {
  if (kind != ListKind::int64_list) return lists.derived == lists.recorded;
  return std::equal(lists.derived.begin(), lists.derived.end(), lists.recorded.begin());
}

/// Whether build takes --classes for the column without --label-column: it is for one column, and if several
/// have classes for the one called "class" or "label".
bool takes_list(const std::string& column, const std::set<std::string>& columns) {
  if (columns.size() == 1) return true;
  const bool has_both = columns.contains("class") && columns.contains("label");
  return !has_both && (column == "class" || column == "label");
}

/// Whether no --label-base gives the classes their ids.
bool needs_label_map(const ClassColumn& list) {
  const ClassIds ids = ClassIds::of(list.ids);
  return !ids.are_consecutive() || ids.first > k_most_label_base;
}

using Lists = std::map<const ClassColumn*, ClassLists>;

std::set<std::string> columns_of(const Lists& lists) {
  std::set<std::string> columns;
  for (const auto& [list, known] : lists) columns.insert(list->column);
  return columns;
}

/// The list for --classes: one that is needed, if possible of the column for which build takes it; null if
/// build lists the classes of all columns alike. A column with several lists can't be served.
const ClassColumn* list_to_serve(const Lists& lists, const std::set<const ClassColumn*>& needed) {
  std::map<std::string, std::set<Names>> of_column;
  for (const auto& [list, known] : lists) of_column[list->column].insert(known.recorded);
  std::vector<const ClassColumn*> possible;
  for (const auto& [list, known] : lists) {
    const bool is_derived = known.derived == known.recorded && !needs_label_map(*list);
    if (!is_derived && of_column[list->column].size() == 1) possible.push_back(list);
  }
  const auto is_needed = [&](const ClassColumn* list) { return needed.contains(list); };
  const std::set<std::string> columns = columns_of(lists);
  const auto is_usual = [&](const ClassColumn* list) { return takes_list(list->column, columns); };
  std::stable_partition(possible.begin(), possible.end(), is_usual);
  std::stable_partition(possible.begin(), possible.end(), is_needed);
  const bool is_any = !possible.empty() && (is_needed(possible.front()) || is_usual(possible.front()));
  return is_any ? possible.front() : nullptr;
}

/// Whether a layout begins the numbers of the feature's classes elsewhere.
bool has_other_default(const std::string& feature, std::int64_t base) {
  return std::any_of(presets().begin(), presets().end(), [&](const Preset& preset) {
    return preset.label_base != base &&
           std::any_of(preset.features.begin(), preset.features.end(),
                       [&](std::string_view spec) { return spec.starts_with(feature + "="); });
  });
}

/// Whether a list calls each of these classes so.
bool includes(const ClassNames& list, const ClassNames& classes) {
  for (std::size_t i = 0; i < classes.names.size(); ++i) {
    const std::string* name = list.of(classes.ids.at(i));
    if (name == nullptr || *name != classes.names[i]) return false;
  }
  return can_be_listed(list);
}

/// The number of the first class of the first feature that holds consecutive class numbers; build takes one
/// for all, and none beside a label map.
std::int64_t first_base(const AgreedChoices& agreed) {
  if (std::ranges::any_of(agreed.classes, needs_label_map)) return 0;
  const auto found =
      std::find_if(agreed.class_features.begin(), agreed.class_features.end(),
                   [](const auto& feature) { return feature.second.kind == ListKind::int64_list; });
  return found == agreed.class_features.end() ? 0 : found->second.ids.first;
}

}  // namespace

std::optional<std::int64_t> ExtractTable::label_base() const {
  const std::int64_t base = first_base(m_agreed);
  if (base != 0) return base;
  for (const auto& [feature, use] : m_agreed.class_features) {
    if (use.kind == ListKind::int64_list && use.ids == ClassIds{base} && has_other_default(feature, base))
      return base;
  }
  return std::nullopt;
}

void ExtractTable::choose_classes() {
  std::vector<const ExtractColumn*> features;
  for (const auto* columns : {&m_columns, &m_followers}) {
    for (const ExtractColumn& column : *columns) {
      if (column.classes != nullptr) features.push_back(&column);
    }
  }
  Lists lists;
  for (const ExtractColumn* feature : features) {
    ClassLists& known = lists[feature->classes];
    if (known.recorded.empty()) {
      for (const ClassCount& named : feature->classes->classes) known.recorded.push_back(named.name);
    }
    add_seen(known, feature->seen);
  }
  for (auto& [list, known] : lists) derive(known);
  const auto kind_of = [&](const ExtractColumn* feature) {
    return m_agreed.class_features.at(feature->feature).kind;
  };
  const auto has_ids = [&](const ExtractColumn* feature) {
    return kind_of(feature) == ListKind::int64_list && needs_label_map(*feature->classes);
  };
  const auto needs_list = [&](const ExtractColumn* feature) {
    return has_ids(feature) || !gives_the_same(lists.at(feature->classes), kind_of(feature));
  };
  std::set<const ClassColumn*> needed;
  for (const ExtractColumn* feature : features) {
    if (needs_list(feature)) needed.insert(feature->classes);
  }
  const ClassColumn* served = list_to_serve(lists, needed);
  // With the list, a class that is mistyped in the table is found, and the others keep their ids.
  if (served == nullptr && lists.size() == 1) served = lists.begin()->first;
  if (served != nullptr) {
    m_classes_file = needs_label_map(*served) ? label_map_file(served->file) : served->file;
    if (!takes_list(served->column, columns_of(lists))) m_label_column = served->column;
  }
  for (const ExtractColumn* feature : features) {
    if (kind_of(feature) == ListKind::int64_list && !has_ids(feature) &&
        feature->ids.first != first_base(m_agreed)) {
      lose(feature->feature, "its class ids begin at " + std::to_string(feature->ids.first) +
                                 ", those of another feature at " + std::to_string(first_base(m_agreed)));
    }
    if (served != nullptr && feature->classes->column == served->column) continue;
    if (!needs_list(feature)) continue;
    lose(feature->feature,
         "its class ids need a list of classes of their own, and build takes one --classes");
  }
}

/// Where no manifest lists classes, and each id of a label has a text of its own in the records: build makes
/// the ids of the texts, by a list of both.
void ExtractTable::choose_texts() {
  if (!m_agreed.are_of_others() || !m_agreed.classes.empty()) return;
  std::map<std::string, LabelTexts::Names> named = m_label_texts.names();
  std::erase_if(named, [&](const auto& label) {
    return !shows_plainly(label.first) || !shows_plainly(label.second.text_feature) ||
           !can_be_listed(label.second.classes);
  });
  if (named.size() != 1) return;  // build takes one list
  const auto& [label, names] = *named.begin();
  const auto listed = m_listed.find(label);
  const ClassNames& all =
      listed != m_listed.end() && includes(listed->second, names.classes) ? listed->second : names.classes;
  m_label_map = ClassList(all.names, all.ids);
  m_text_label = label;
  m_text_header = column_named(names.text_feature)->headers.front();
  m_classes_file = k_label_map_name;
  // A second column of the same would be edited in vain.
  const auto column = std::ranges::find(m_columns, label, &ExtractColumn::feature);
  column->headers.front().clear();
  m_left_out.push_back(text_of({label, "it follows from column " + in_quotes(m_text_header)}));
}

const ExtractColumn* ExtractTable::column_named(const std::string& feature) const {
  const auto found = std::ranges::find(m_columns, feature, &ExtractColumn::feature);
  return found == m_columns.end() ? nullptr : &*found;
}

/// Whether a column has the feature's one value as its cell, or one of each box.
bool ExtractTable::shows_plainly(const std::string& feature) const {
  const ExtractColumn* column = column_named(feature);
  return column != nullptr && !column->fact && column->headers.size() == 1 &&
         column->shape == ExtractColumn::Shape::one && column->absent == 0 &&
         column->is_per_row == m_boxes.has_value() && column->unfit == 0;
}

}  // namespace tfrec
