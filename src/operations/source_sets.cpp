// SPDX-License-Identifier: Apache-2.0
#include "operations/source_sets.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "example/feature_spec.hpp"
#include "shards/set_choices.hpp"

namespace tfrec {

namespace {

// Options of build that say how records were made; the others are about how they were dealt to shards.
constexpr std::array<std::string_view, 25> k_record_options{
    "image-column", "min-size", "max-size",        "max-aspect", "quality",
    "encode",       "strip",    "quality-cap",     "check",      "reduced-decode",
    "color",        "alpha",    "orientation",     "max-pixels", "size",
    "pad-color",    "fit",      "no-upscale",      "scale",      "interpolation",
    "label-base",   "missing",  "label-separator", "deep",       "cmyk"};

/// The choices of each set that a shard belongs to; nothing where a shard has no manifest that lists it.
std::optional<std::vector<SetChoices>> choices_of(const FoundShards& found) {
  std::set<std::size_t> sets;
  for (const FoundShard& shard : found.shards) {
    if (found.listed(shard) == nullptr) return std::nullopt;
    sets.insert(*shard.set);
  }
  std::vector<SetChoices> choices;
  for (const std::size_t set : sets) choices.push_back(read_set_choices(found.sets[set].manifest_file()));
  return choices;
}

/// Where a column's names are listed; a name of another kind could stand in the way of a shard.
std::string class_file(const std::string& told, const std::string& column) {
  const bool is_plain = told.starts_with("classes") && told.ends_with(".txt") &&
                        told.find('/') == std::string::npos && told.size() <= 255;
  if (is_plain) return told;
  throw Error(ErrorKind::bad_data, "",
              "the manifest lists the classes of '" + printable_excerpt(column, 60) + "' in '" +
                  printable_excerpt(told, 60) + "', which is no name of such a file");
}

void take_options(AgreedChoices& agreed, const std::vector<SetChoices>& sets) {
  for (const std::string_view name : k_record_options) {
    const auto first = sets.front().options.find(std::string(name));
    if (first == sets.front().options.end()) continue;
    const bool same = std::all_of(sets.begin(), sets.end(), [&](const SetChoices& set) {
      const auto found = set.options.find(first->first);
      return found != set.options.end() && found->second == first->second;
    });
    if (same) agreed.options.emplace_back(*first);
    const auto* base = std::get_if<std::int64_t>(&first->second);
    if (same && name == "label-base" && base != nullptr) agreed.label_base = *base;
  }
}

void take_specs(AgreedChoices& agreed, const std::vector<SetChoices>& sets) {
  for (const std::string& spec : sets.front().features) {
    const bool same = std::all_of(sets.begin(), sets.end(), [&](const SetChoices& set) {
      return std::find(set.features.begin(), set.features.end(), spec) != set.features.end();
    });
    if (same) agreed.specs[parse_feature_spec(spec).name] = spec;
  }
}

void take_classes(AgreedChoices& agreed, const std::vector<SetChoices>& sets, Observer& observer) {
  const auto label_base = [](const SetChoices& set) {
    const auto found = set.options.find("label-base");
    return found == set.options.end() ? OptionValue(std::int64_t{0}) : found->second;
  };
  for (const SetChoices& set : sets) {
    if (set.classes == sets.front().classes && label_base(set) == label_base(sets.front())) continue;
    observer.warning("the sources number their classes differently, so the new set lists none");
    return;
  }
  for (const auto& [column, names] : sets.front().classes) {
    ClassColumn entry{column, class_file(sets.front().class_files.at(column), column), {}};
    for (const std::string& name : names) entry.classes.push_back({name, 0});
    agreed.classes.push_back(std::move(entry));
  }
}

void require_one(const FoundShards& found, std::string ManifestShard::*fact, const std::string& what) {
  const ManifestShard* first = nullptr;
  for (const FoundShard& shard : found.shards) {
    const ManifestShard* listed = found.listed(shard);
    if (listed == nullptr) continue;
    if (first == nullptr) first = listed;
    if (listed->*fact == first->*fact) continue;
    throw Error(
        ErrorKind::usage, shard.path.string(),
        what + " '" + printable(listed->*fact) + "' would be mixed with '" + printable(first->*fact) + "'",
        "give the folder of one of them, or mix them with --mixed");
  }
}

}  // namespace

AgreedChoices agreed_choices(const FoundShards& found, Observer& observer) {
  AgreedChoices agreed;
  const auto sets = choices_of(found);
  if (!sets || sets->empty()) return agreed;
  take_options(agreed, *sets);
  take_specs(agreed, *sets);
  take_classes(agreed, *sets, observer);
  return agreed;
}

void require_whole_sources(const FoundShards& found, bool mixed) {
  for (const ShardSet& set : found.sets) {
    const std::string file = set.manifest_file().string();
    if (!set.manifest) throw Error(ErrorKind::bad_data, file, printable(set.problem));
    if (set.missing.empty()) continue;
    throw Error(ErrorKind::bad_data, file,
                "lists " + printable(set.manifest->shards[set.missing.front()].path) + ", which is not there",
                "fetch it again, or name the shards to take one by one");
  }
  if (mixed) return;
  require_one(found, &ManifestShard::split, "split");
  require_one(found, &ManifestShard::size, "size");
}

}  // namespace tfrec
