// SPDX-License-Identifier: Apache-2.0
#include "records/copy/renumber_classes.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "example/example_writer.hpp"

namespace tfrec {

namespace {

Error wrong(const ClassRenumbering& change, const std::string& what) {
  return Error(ErrorKind::bad_data, "", "feature '" + printable_excerpt(change.feature, 60) + "' " + what,
               "the manifest beside the shards lists the classes of another set");
}

}  // namespace

void RecordRewriter::append(std::string& out, std::string_view payload, const ExampleView& view,
                            const Renumbering& renumbering) {
  m_changes.clear();
  m_entries.clear();
  m_entries.reserve(renumbering.size());  // changes point into it
  for (const std::string& name : m_drop) m_changes.push_back({name, {}});
  for (const ClassRenumbering& change : renumbering) {
    const FeatureView* feature = view.find(change.feature);
    if (feature != nullptr && feature->kind) add_entry(view, *feature, change);
  }
  append_with_changes(out, payload, m_changes);
}

void RecordRewriter::add_entry(const ExampleView& view, const FeatureView& feature,
                               const ClassRenumbering& change) {
  if (*feature.kind != change.list) {
    throw wrong(change, "is " + std::string(to_string(*feature.kind)) + ", its classes are kept as " +
                            std::string(to_string(change.list)));
  }
  std::string& entry = m_entries.emplace_back();
  if (change.list == ListKind::int64_list) {
    append_feature_entry(entry, {feature.name, numbers(view, feature, change)});
  } else {
    append_feature_entry(entry, {feature.name, values(view, feature, change)});
  }
  m_changes.push_back({feature.name, entry});
}

std::vector<std::int64_t> RecordRewriter::numbers(const ExampleView& view, const FeatureView& feature,
                                                  const ClassRenumbering& change) {
  view.read(feature, m_numbers);
  for (std::int64_t& number : m_numbers) {
    const std::size_t count = change.new_places.size();
    const auto place = change.old_ids.place_of(number, count);
    if (!place) {
      throw wrong(change, "has class number " + std::to_string(number) + ", and the manifest lists " +
                              counted(count, "class", "classes") +
                              (count == 0 ? "" : " from " + std::to_string(change.old_ids.at(0)) + " on"));
    }
    number = change.new_ids.at(change.new_places[*place]);
  }
  if (change.is_sorted) std::ranges::sort(m_numbers);
  return m_numbers;
}

std::vector<float> RecordRewriter::values(const ExampleView& view, const FeatureView& feature,
                                          const ClassRenumbering& change) {
  view.read(feature, m_values);
  if (m_values.size() != change.new_places.size()) {
    throw wrong(change, "has " + counted(m_values.size(), "value", "values") + ", and the manifest lists " +
                            counted(change.new_places.size(), "class", "classes"));
  }
  std::vector<float> renumbered(change.classes, 0.0F);
  for (std::size_t id = 0; id < m_values.size(); ++id) renumbered[change.new_places[id]] = m_values[id];
  return renumbered;
}

}  // namespace tfrec
