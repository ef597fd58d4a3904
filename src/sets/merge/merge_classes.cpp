// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/merge_classes.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "example/feature_spec.hpp"

namespace tfrec {

namespace {

/// A column, and whether it is the list of the labels in its cells where it has two lists.
using ListKey = std::pair<std::string, bool>;
using ClassIds = std::unordered_map<std::string, std::size_t>;

/// A feature that one set made from classes.
struct ClassFeature {
  FeatureKind kind = FeatureKind::index;
  ListKey key;
  const std::vector<std::string>* names = nullptr;  // null: the manifest does not list them
  std::string file;
  std::int64_t base = 0;  // number of the first class

  ListKind list() const { return info(kind).list; }
  std::int64_t end() const { return base + static_cast<std::int64_t>(names->size()); }
  /// "'cat'", or "no class".
  std::string name_of(std::int64_t number) const {
    if (number < base || number >= end()) return "no class";
    return in_quotes((*names)[static_cast<std::size_t>(number - base)]);
  }
};

using ClassFeatures = std::map<std::string, ClassFeature>;

std::int64_t label_base_of(const EarlierSet& earlier) {
  const OptionValue* value = earlier.manifest->option("label-base");
  const auto* base = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return base == nullptr ? 0 : *base;
}

ClassFeature class_feature(const FeatureSpec& spec, const EarlierSet& earlier) {
  const std::string& column = spec.columns.front();
  const bool has_labels = spec.kind == FeatureKind::multihot || spec.kind == FeatureKind::indices;
  const bool second = has_labels && earlier.label_classes.contains(column);
  const auto& lists = second ? earlier.label_classes : earlier.classes;
  ClassFeature feature{spec.kind, {column, second}, nullptr, {}, 0};
  if (feature.list() == ListKind::int64_list) feature.base = label_base_of(earlier);
  const auto names = lists.find(column);
  if (names == lists.end()) return feature;
  feature.names = &names->second;
  feature.file = (second ? earlier.label_class_files : earlier.class_files).at(column);
  return feature;
}

ClassFeatures class_features(const SourceOrigin& origin, const std::vector<std::string>& drop) {
  ClassFeatures features;
  if (!origin.earlier) return features;
  for (const FeatureSpec& spec : origin.earlier->features) {
    if (info(spec.kind).source != FeatureSource::classes) continue;
    if (std::find(drop.begin(), drop.end(), spec.name) != drop.end()) continue;
    features.emplace(spec.name, class_feature(spec, *origin.earlier));
  }
  return features;
}

/// Where two sources first number a class differently; empty if they agree.
std::string difference(const ClassFeature& feature, const ClassFeature& first, const std::string& other) {
  if (feature.kind != first.kind) {
    return "is made as " + std::string(info(feature.kind).name) + ", in " + other + " as " +
           std::string(info(first.kind).name);
  }
  const std::int64_t end = std::max(feature.end(), first.end());
  for (std::int64_t number = std::min(feature.base, first.base); number < end; ++number) {
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

/// The file that lists a column's names; a name of another form could be that of a shard.
std::string class_file(const std::string& file, const std::string& column) {
  const bool is_plain = file.starts_with("classes") && file.ends_with(".txt") &&
                        file.find('/') == std::string::npos && file.size() <= 255;
  if (is_plain) return file;
  throw Error(ErrorKind::bad_data, "",
              "the manifest lists the classes of " + in_quotes(column) + " in " + in_quotes(file) +
                  ", which is not a name of such a file");
}

class Merging {
 public:
  Merging(const ShardOrigins& origins, const std::vector<std::string>& drop) : m_origins(origins) {
    m_known.reserve(origins.all.size());  // pointers into it are kept
    for (const SourceOrigin& origin : origins.all) {
      m_known.push_back(class_features(origin, drop));
      for (const auto& [name, feature] : m_known.back()) m_first.emplace(name, &feature);
    }
    // The first source that lists the names of a feature decides about its list.
    for (const ClassFeatures& known : m_known) {
      for (const auto& [name, feature] : known) {
        if (m_first.at(name)->names == nullptr) m_first[name] = &feature;
      }
    }
  }

  MergedClasses run() {
    for (const auto& [name, first] : m_first) compare(name, *first);
    for (const auto& [name, first] : m_first) {
      if (first->names != nullptr) m_features_of[first->key].push_back(name);
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
    const bool is_listed = found != m_known[origin].end() && found->second.names != nullptr;
    return is_listed ? &found->second : nullptr;
  }

  /// Notes the sources in which the feature's values mean other classes than in the first.
  void compare(const std::string& name, const ClassFeature& first) {
    std::size_t reference = 0;
    while (first.names != nullptr ? listed(reference, name) != &first : !has(reference, name)) ++reference;
    const std::string other = m_origins.all[reference].name();
    for (std::size_t i = 0; i < m_known.size(); ++i) {
      if (i == reference || !has(i, name)) continue;
      const ClassFeature* feature = listed(i, name);
      ClassConflict conflict{name, i, {}, false};
      if (feature == nullptr || first.names == nullptr) {
        conflict.message = "has classes that no manifest lists, and would be mixed with " + other;
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
    std::vector<std::string> names;
    ClassIds ids;
    bool sorted = true;
    for (const ClassFeatures& known : m_known) {
      for (const std::string& feature : features) {
        const auto found = known.find(feature);
        if (found == known.end() || found->second.names == nullptr) continue;
        sorted = sorted && is_sorted_as_built(*found->second.names);
        for (const std::string& name : *found->second.names) {
          if (ids.emplace(name, names.size()).second) names.push_back(name);
        }
      }
    }
    if (sorted) sort_class_names(names);
    for (std::size_t id = 0; id < names.size(); ++id) ids[names[id]] = id;
    for (const std::string& feature : features) {
      const ClassFeature& made = *m_first.at(feature);
      m_merged.features[feature] = {m_merged.lists.size(), made.list(), made.base};
    }
    m_ids.push_back(std::move(ids));
    ClassColumn column{key.first, free_classes_file(class_file(first.file, key.first), m_merged.lists), {}};
    for (std::string& name : names) column.classes.push_back({std::move(name), 0});
    m_merged.lists.push_back(std::move(column));
  }

  Renumbering renumbering(const ClassFeatures& known) const {
    Renumbering changes;
    for (const auto& [name, feature] : known) {
      if (feature.names == nullptr) continue;
      const ClassFeature& first = *m_first.at(name);
      const ClassUse& use = m_merged.features.at(name);
      ClassRenumbering change{
          name, feature.list(), feature.base, first.base, {}, m_merged.lists[use.list].classes.size()};
      for (const std::string& label : *feature.names) change.new_ids.push_back(m_ids[use.list].at(label));
      if (!is_identity(change)) changes.push_back(std::move(change));
    }
    return changes;
  }

  static bool is_identity(const ClassRenumbering& change) {
    if (change.list == ListKind::float_list && change.new_ids.size() != change.classes) return false;
    if (change.old_base != change.new_base) return false;
    for (std::size_t id = 0; id < change.new_ids.size(); ++id) {
      if (change.new_ids[id] != id) return false;
    }
    return true;
  }

  const ShardOrigins& m_origins;
  std::vector<ClassFeatures> m_known;                  // of each origin
  std::map<std::string, const ClassFeature*> m_first;  // by feature; with names where a source has them
  std::map<ListKey, std::vector<std::string>> m_features_of;
  std::vector<ClassIds> m_ids;  // of each merged list
  MergedClasses m_merged;
};

}  // namespace

MergedClasses merge_classes(const ShardOrigins& origins, const std::vector<std::string>& drop) {
  MergedClasses merged = Merging(origins, drop).run();
  for (const SourceOrigin& origin : origins.all) {
    if (!origin.earlier) continue;
    merged.label_base = label_base_of(*origin.earlier);
    break;
  }
  return merged;
}

ClassList class_list(const ClassColumn& column) {
  std::vector<std::string> names;
  for (const ClassCount& known : column.classes) names.push_back(known.name);
  return ClassList(std::move(names));
}

void forget_features(MergedClasses& merged, const std::set<std::string>& features) {
  for (const std::string& name : features) merged.features.erase(name);
  std::map<std::size_t, std::size_t> places;  // of the lists that are still used, in their order
  for (const auto& [name, use] : merged.features) places[use.list] = 0;
  std::vector<ClassColumn> lists;
  for (auto& [list, place] : places) {
    place = lists.size();
    lists.push_back(std::move(merged.lists[list]));
  }
  for (auto& [name, use] : merged.features) use.list = places.at(use.list);
  merged.lists = std::move(lists);
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
  if (found == known.end() || found->second.list() != ListKind::int64_list) return {};
  return {found->second.names, found->second.base};
}

}  // namespace tfrec
