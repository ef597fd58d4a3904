// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/source_sets.hpp"

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/options/option_table.hpp"
#include "shards/extra_shards.hpp"
#include "shards/missing_shards.hpp"

namespace tfrec {

namespace {

using Sets = std::vector<const EarlierSet*>;

void take_options(AgreedChoices& agreed, const Sets& sets) {
  for (const RecordedOption& option : option_table()) {
    if (!option.is_merged) continue;
    const std::string name(option.name);
    const OptionValue* first = sets.front()->manifest->option(name);
    const bool same = std::all_of(sets.begin(), sets.end(), [&](const EarlierSet* set) {
      const auto& mixed = set->manifest->mixed_options;
      const OptionValue* value = set->manifest->option(name);
      const bool equal = first == nullptr || value == nullptr ? first == value : *first == *value;
      return equal && std::find(mixed.begin(), mixed.end(), name) == mixed.end();
    });
    if (!same) agreed.mixed_options.push_back(name);
    if (same && first != nullptr) agreed.options.emplace_back(name, *first);
  }
}

bool records_more_than_lists(const EarlierSet* set) {
  return std::ranges::any_of(set->features, [](const FeatureSpec& spec) {
    return info(spec.kind).source != FeatureSource::classes;
  });
}

void take_specs(AgreedChoices& agreed, const Sets& sets) {
  for (const FeatureSpec& spec : sets.front()->features) {
    if (info(spec.kind).source == FeatureSource::classes) continue;  // only with their lists
    const bool same = std::all_of(sets.begin(), sets.end(), [&](const EarlierSet* set) {
      return std::find(set->features.begin(), set->features.end(), spec) != set->features.end();
    });
    if (same) agreed.specs[spec.name] = spec;
  }
}

/// The features that are made from the lists of classes, as the first source that has each makes it.
void take_class_specs(AgreedChoices& agreed, const Sets& sets) {
  for (const EarlierSet* set : sets) {
    for (const FeatureSpec& spec : set->features) {
      const bool is_merged =
          info(spec.kind).source == FeatureSource::classes && agreed.class_features.contains(spec.name);
      if (is_merged) agreed.specs.emplace(spec.name, spec);
    }
  }
}

/// How to merge shards all the same. `of_split`: one of a split, where another shard is of none; else empty.
std::string hint_for_mix(const std::filesystem::path& of_split) {
  const std::string way =
      of_split.empty()
          ? "use the folder of one of them"
          : "build the other set with the same splits (--split), or make a set without splits of this "
            "one: tfrec reshard " +
                shell_path(parent_folder(of_split).string()) + " -o NEW";
  return way + ", or mix them with --allow-mixed";
}

template <class Alike>
void require_one(const FoundShards& found, std::string ManifestShard::*fact, const std::string& what,
                 const Alike& alike) {
  const ManifestShard* first = nullptr;
  std::filesystem::path first_path;
  for (const FoundShard& shard : found.shards) {
    const ManifestShard* listed = found.listed(shard);
    if (listed == nullptr) continue;
    if (first == nullptr) first_path = shard.path;
    if (first == nullptr) first = listed;
    if (alike(listed->*fact, first->*fact)) continue;
    const auto text_of = [&](const std::string& value) {
      return value.empty() ? "shards without a " + what : what + " " + in_quotes(value);
    };
    throw Error(ErrorKind::usage, shard.path.string(),
                text_of(listed->*fact) + " would be mixed with " + text_of(first->*fact),
                hint_for_mix(listed->split.empty() == first->split.empty() ? ""
                             : first->split.empty()                        ? shard.path
                                                                           : first_path));
  }
}

}  // namespace

const OptionValue* AgreedChoices::option(std::string_view name) const {
  const auto found =
      std::ranges::find(options, name, [](const auto& known) { return std::string_view(known.first); });
  return found == options.end() ? nullptr : &found->second;
}

std::string AgreedChoices::text_of(std::string_view name) const {
  const auto* text = std::get_if<std::string>(option(name));
  return text == nullptr ? std::string() : *text;
}

AgreedChoices agreed_choices(const ShardOrigins& origins, const MergedClasses& classes) {
  AgreedChoices agreed;
  Sets sets;
  Sets listed;
  for (const SourceOrigin& origin : origins.all) {
    if (origin.earlier) sets.push_back(&*origin.earlier);
    if (!origin.earlier) listed.push_back(&origin.listed);
  }
  agreed.classes = classes.lists;
  agreed.class_features = classes.features;
  const bool has_numbers =
      std::any_of(classes.features.begin(), classes.features.end(),
                  [](const auto& feature) { return feature.second.kind == ListKind::int64_list; });
  if (has_numbers) agreed.label_base = classes.label_base;
  take_class_specs(agreed, sets);
  take_class_specs(agreed, listed);
  agreed.has_only_lists = std::ranges::none_of(sets, records_more_than_lists);
  if (listed.empty() && !sets.empty()) {
    take_specs(agreed, sets);
    take_options(agreed, sets);
  }
  if (agreed.label_base != 0) agreed.options.emplace_back("label-base", agreed.label_base);
  return agreed;
}

AgreedChoices manifest_choices(const FoundShards& found) {
  try {
    if (found.sets.empty()) return {};
    const ShardOrigins origins = shard_origins(found);
    return agreed_choices(origins, merge_classes(origins, {}));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated) throw;
    return {};
  }
}

void require_finished_sets(const FoundShards& found) {
  if (found.unfinished.empty()) return;
  throw Error(ErrorKind::bad_data, found.unfinished.front().folder.string(),
              found.unfinished.front().problem);
}

void require_whole_sources(const FoundShards& found, bool mixed) {
  constexpr const char* k_hint = "fetch it again, or name the shards to take one by one";
  require_finished_sets(found);
  for (const ShardSet& set : found.sets) {
    const std::string file = set.manifest_file().string();
    if (!set.manifest) throw Error(ErrorKind::bad_data, file, printable(set.problem));
    if (set.missing.empty()) continue;
    throw Error(
        ErrorKind::bad_data, file,
        "lists " + printable(set.manifest->shards[set.missing.front()].path) + ", but there is no such file",
        k_hint);
  }
  if (!found.odd_entries.empty()) {
    const OddEntry& odd = found.odd_entries.front();
    throw Error(ErrorKind::bad_data, odd.path.string(), odd.what, k_hint);
  }
  for (const MissingShard& shard : missing_shards(found)) {
    if (shard.from_folder && shard.is_certain)
      throw Error(ErrorKind::bad_data, shard.path.string(), shard.message, k_hint);
  }
  for (const TwinShard& twin : twin_shards(found)) {
    if (!twin.from_folder) continue;
    throw Error(ErrorKind::bad_data, twin.path.string(), twin.message,
                "remove one, or name the shards to take");
  }
  if (mixed) return;
  require_one(found, &ManifestShard::split, "split",
              [](const std::string& a, const std::string& b) { return a.empty() == b.empty(); });
  require_one(found, &ManifestShard::size, "size", std::equal_to<>());
}

}  // namespace tfrec
