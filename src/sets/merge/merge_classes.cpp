// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/merge_classes.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"
#include "example/feature_spec.hpp"

namespace tfrec {

namespace {

/// A column, and whether it is the list of the labels in its cells where it has two lists.
using ListKey = std::pair<std::string, bool>;
using Places = std::unordered_map<std::string, std::size_t>;

/// A feature that one set made from classes.
struct ClassFeature {
  FeatureKind kind = FeatureKind::index;
  ListKey key;
  const ListedClasses* listed = nullptr;  // null: the manifest does not list them

  ListKind list() const { return info(kind).list; }
  const std::vector<std::string>& names() const { return listed->list.names(); }
  /// What the feature's values are: ids, or places in its lists.
  ClassIds ids() const { return list() == ListKind::int64_list ? listed->list.ids() : ClassIds(); }
  /// "'cat'", or "no class".
  std::string name_of(std::int64_t number) const {
    const auto place = ids().place_of(number, names().size());
    return place ? in_quotes(names()[*place]) : "no class";
  }
};

using ClassFeatures = std::map<std::string, ClassFeature>;

ClassFeature class_feature(const FeatureSpec& spec, const EarlierSet& earlier) {
  const std::string& column = spec.columns.front();
  const bool has_labels = spec.kind == FeatureKind::multihot || spec.kind == FeatureKind::indices;
  const bool second = has_labels && earlier.label_classes.contains(column);
  const auto& lists = second ? earlier.label_classes : earlier.classes;
  const auto listed = lists.find(column);
  return {spec.kind, {column, second}, listed == lists.end() ? nullptr : &listed->second};
}

ClassFeatures class_features(const SourceOrigin& origin, const std::vector<std::string>& drop) {
  ClassFeatures features;
  const EarlierSet& known = origin.earlier ? *origin.earlier : origin.listed;
  for (const FeatureSpec& spec : known.features) {
    if (info(spec.kind).source != FeatureSource::classes) continue;
    if (std::find(drop.begin(), drop.end(), spec.name) != drop.end()) continue;
    features.emplace(spec.name, class_feature(spec, known));
  }
  return features;
}

/// Where two sources first number a class differently; empty if they agree.
std::string difference(const ClassFeature& feature, const ClassFeature& first, const std::string& other) {
  if (feature.kind != first.kind) {
    return "is made as " + std::string(info(feature.kind).name) + ", in " + other + " as " +
           std::string(info(first.kind).name);
  }
  std::vector<std::int64_t> numbers = feature.ids().all(feature.names().size());
  const std::vector<std::int64_t> others = first.ids().all(first.names().size());
  numbers.insert(numbers.end(), others.begin(), others.end());
  std::sort(numbers.begin(), numbers.end());
  for (const std::int64_t number : numbers) {
    const std::string here = feature.name_of(number);
    const std::string there = first.name_of(number);
    if (here == there) continue;
    const std::string text = std::to_string(number);
    return "numbers its classes differently: " + text + " is " + here + ", in " + other + " " + text +
           " is " + there;
  }
  return {};
}

/// Whether class names are in the order that build gives them.
bool is_sorted_as_built(const std::vector<std::string>& names) {
  std::vector<std::string> sorted = names;
  sort_class_names(sorted);
  return sorted == names;
}

/// The classes of the first list in its order, then those that the next one adds; sorted as build sorts them
/// where all lists have them so.
ClassList merged_by_place(const std::vector<const ClassList*>& lists) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> seen;
  bool sorted = true;
  for (const ClassList* list : lists) {
    sorted = sorted && is_sorted_as_built(list->names());
    for (const std::string& name : list->names()) {
      if (seen.insert(name).second) names.push_back(name);
    }
  }
  if (sorted) sort_class_names(names);
  return ClassList(std::move(names), lists.front()->ids());
}

/// Each class keeps the id that the first list with it gives it. If another class has that id, it gets the
/// next one after all.
ClassList merged_by_id(const std::vector<const ClassList*>& lists) {
  std::map<std::int64_t, std::string> by_id;
  std::unordered_set<std::string_view> seen;
  std::vector<std::string> homeless;
  for (const ClassList* list : lists) {
    for (std::size_t place = 0; place < list->size(); ++place) {
      const std::string& name = list->names()[place];
      if (!seen.insert(name).second) continue;
      if (!by_id.emplace(list->ids().at(place), name).second) homeless.push_back(name);
    }
  }
  for (std::string& name : homeless) {
    if (by_id.rbegin()->first == INT64_MAX) throw Error(ErrorKind::bad_data, "", "there is no class id left");
    by_id.emplace(by_id.rbegin()->first + 1, std::move(name));
  }
  std::vector<std::int64_t> ids;
  std::vector<std::string> names;
  for (auto& [id, name] : by_id) {
    ids.push_back(id);
    names.push_back(std::move(name));
  }
  return ClassList(std::move(names), ClassIds::of(std::move(ids)));
}

ClassList merged_list(const std::vector<const ClassList*>& lists) {
  const bool consecutive =
      std::ranges::all_of(lists, [](const ClassList* list) { return list->ids().are_consecutive(); });
  return consecutive ? merged_by_place(lists) : merged_by_id(lists);
}

/// The file that lists a column's names; a name of another form could be that of a shard.
std::string class_file(const std::string& file, const std::string& column) {
  if (is_classes_file(file) && label_map_file(file).size() <= 255) return file;
  throw Error(ErrorKind::bad_data, "",
              "the manifest lists the classes of " + in_quotes(column) + " in " + in_quotes(file) +
                  ", which is not a name of such a file");
}

/// The first manifest's; else that of the first list beside shards without one.
std::int64_t first_label_base(const ShardOrigins& origins) {
  const auto first = std::ranges::find_if(origins.all, [](const auto& origin) { return !!origin.earlier; });
  if (first != origins.all.end()) return label_base_of(*first->earlier->manifest);
  for (const SourceOrigin& origin : origins.all) {
    if (origin.listed.classes.empty()) continue;
    const ClassIds& ids = origin.listed.classes.begin()->second.list.ids();
    return ids.are_consecutive() && ids.first <= k_most_label_base ? ids.first : 0;
  }
  return 0;
}

class Merging {
 public:
  Merging(const ShardOrigins& origins, const std::vector<std::string>& drop) : m_origins(origins) {
    m_merged.label_base = first_label_base(origins);
    m_known.reserve(origins.all.size());  // pointers into it are kept
    for (const SourceOrigin& origin : origins.all) {
      m_known.push_back(class_features(origin, drop));
      for (const auto& [name, feature] : m_known.back()) m_first.emplace(name, &feature);
    }
    // The first source that lists the names of a feature decides about its list.
    for (const ClassFeatures& known : m_known) {
      for (const auto& [name, feature] : known) {
        if (m_first.at(name)->listed == nullptr) m_first[name] = &feature;
      }
    }
  }

  MergedClasses run() {
    for (const auto& [name, first] : m_first) compare(name, *first);
    for (const auto& [name, first] : m_first) {
      if (first->listed != nullptr) m_features_of[first->key].push_back(name);
    }
    for (const auto& [key, features] : m_features_of) merge(key, features);
    for (const ClassFeatures& known : m_known) m_merged.renumberings.push_back(renumbering(known));
    return std::move(m_merged);
  }

 private:
  bool has(std::size_t origin, const std::string& name) const {
    return m_known[origin].contains(name) || m_origins.all[origin].features.contains(name);
  }

  /// The source's feature, if a manifest lists its classes.
  const ClassFeature* listed(std::size_t origin, const std::string& name) const {
    const auto found = m_known[origin].find(name);
    const bool is_listed = found != m_known[origin].end() && found->second.listed != nullptr;
    return is_listed ? &found->second : nullptr;
  }

  /// Notes the sources in which the feature's values mean other classes than in the first.
  void compare(const std::string& name, const ClassFeature& first) {
    std::size_t reference = 0;
    while (first.listed != nullptr ? listed(reference, name) != &first : !has(reference, name)) ++reference;
    const std::string other = m_origins.all[reference].name();
    for (std::size_t i = 0; i < m_known.size(); ++i) {
      if (i == reference || !has(i, name)) continue;
      const ClassFeature* feature = listed(i, name);
      ClassConflict conflict{name, i, {}, false};
      if (feature == nullptr || first.listed == nullptr) {
        conflict.message = "has classes that no list names, and would be mixed with " + other;
      } else {
        conflict.message = difference(*feature, first, other);
        conflict.can_be_renumbered = feature->kind == first.kind;
      }
      if (conflict.message.empty()) continue;
      conflict.message = "feature " + in_quotes(name) + " " + conflict.message;
      m_merged.differences.push_back(std::move(conflict));
    }
  }

  void merge(const ListKey& key, const std::vector<std::string>& features) {
    const ClassFeature& first = *m_first.at(features.front());
    std::vector<const ClassList*> lists;
    for (const ClassFeatures& known : m_known) {
      for (const std::string& feature : features) {
        const auto found = known.find(feature);
        if (found != known.end() && found->second.listed != nullptr)
          lists.push_back(&found->second.listed->list);
      }
    }
    const ClassList merged = merged_list(lists);
    const std::vector<std::string>& names = merged.names();
    for (const std::string& feature : features) {
      const bool has_ids = m_first.at(feature)->list() == ListKind::int64_list;
      m_merged.features[feature] = {m_merged.lists.size(), m_first.at(feature)->list(),
                                    has_ids ? merged.ids() : ClassIds()};
    }
    ClassColumn column{
        key.first, free_classes_file(class_file(first.listed->file, key.first), m_merged.lists), {}};
    for (const std::string& name : names) column.classes.push_back({name, 0});
    if (merged.ids() != ClassIds{m_merged.label_base}) column.ids = merged.ids().all(names.size());
    m_merged.lists.push_back(std::move(column));
    Places& places = m_places.emplace_back();
    for (std::size_t place = 0; place < names.size(); ++place) places[names[place]] = place;
  }

  Renumbering renumbering(const ClassFeatures& known) const {
    Renumbering changes;
    for (const auto& [name, feature] : known) {
      if (feature.listed == nullptr) continue;
      const ClassUse& use = m_merged.features.at(name);
      ClassRenumbering change{
          name, feature.list(), feature.ids(), use.ids, {}, m_merged.lists[use.list].classes.size()};
      change.is_sorted = feature.kind == FeatureKind::indices;
      for (const std::string& label : feature.names())
        change.new_places.push_back(m_places[use.list].at(label));
      if (!is_identity(change)) changes.push_back(std::move(change));
    }
    return changes;
  }

  static bool is_identity(const ClassRenumbering& change) {
    if (change.list == ListKind::float_list && change.new_places.size() != change.classes) return false;
    for (std::size_t place = 0; place < change.new_places.size(); ++place) {
      if (change.old_ids.at(place) != change.new_ids.at(change.new_places[place])) return false;
    }
    return true;
  }

  const ShardOrigins& m_origins;
  std::vector<ClassFeatures> m_known;                  // of each origin
  std::map<std::string, const ClassFeature*> m_first;  // by feature; with names where a source has them
  std::map<ListKey, std::vector<std::string>> m_features_of;
  std::vector<Places> m_places;  // of the names of each merged list
  MergedClasses m_merged;
};

}  // namespace

MergedClasses merge_classes(const ShardOrigins& origins, const std::vector<std::string>& drop) {
  return Merging(origins, drop).run();
}

void forget_features(std::vector<ClassColumn>& lists, std::map<std::string, ClassUse>& features,
                     const std::set<std::string>& forgotten) {
  for (const std::string& name : forgotten) features.erase(name);
  std::map<std::size_t, std::size_t> places;  // of the lists that are still used, in their order
  for (const auto& [name, use] : features) places[use.list] = 0;
  std::vector<ClassColumn> used;
  for (auto& [list, place] : places) {
    place = used.size();
    used.push_back(std::move(lists[list]));
  }
  for (auto& [name, use] : features) use.list = places.at(use.list);
  lists = std::move(used);
}

std::vector<std::string> renumbering_notes(const MergedClasses& merged, const ShardOrigins& origins) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < merged.renumberings.size(); ++i) {
    if (merged.renumberings[i].empty()) continue;
    const ClassRenumbering& change = merged.renumberings[i].front();
    const ClassColumn& list = merged.lists[merged.features.at(change.feature).list];
    std::string first;
    std::uint64_t others = 0;
    for (std::size_t place = 0; place < change.new_places.size(); ++place) {
      const std::size_t now = change.new_places[place];
      if (change.old_ids.at(place) == change.new_ids.at(now)) continue;
      if (!first.empty()) {
        ++others;
        continue;
      }
      first = in_quotes(list.classes[now].name) + " of " + in_quotes(change.feature) + " was " +
              std::to_string(change.old_ids.at(place)) + ", is " + std::to_string(change.new_ids.at(now));
    }
    if (first.empty()) continue;
    notes.push_back("class ids of " + origins.all[i].name() + " change: " + first +
                    (others == 0 ? "" : ", and " + counted(others, "other differs", "others differ")));
  }
  return notes;
}

std::vector<std::string> numbering_notes(const FoundShards& found) {
  std::vector<std::string> notes;
  try {
    const ShardOrigins origins = shard_origins(found);
    if (origins.all.size() < 2) return notes;
    for (const ClassConflict& conflict : merge_classes(origins, {}).differences) {
      if (!conflict.can_be_renumbered) continue;
      notes.push_back(origins.all[conflict.origin].name() + ": " + conflict.message);
    }
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated) throw;
  }
  return notes;
}

ClassNumbering class_numbering(const SourceOrigin& origin, const std::string& feature) {
  const ClassFeatures known = class_features(origin, {});
  const auto found = known.find(feature);
  if (found == known.end() || found->second.listed == nullptr) return {};
  return {&found->second.names(), found->second.ids(), found->second.list()};
}

}  // namespace tfrec
