// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/listed_classes.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/real_path.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "example/label_text.hpp"
#include "sets/merge/label_texts.hpp"
#include "shards/shard_progress.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace {

/// What the records of shards have.
struct LabelSurvey {
  static constexpr std::size_t k_most_numbers = 100'000;  // of one feature; more are not classes

  Schema schema;
  LabelTexts texts;
  std::map<std::string, std::set<std::int64_t>> numbers;  // of features that are called as labels are

  void add(const LabelSurvey& other) {
    schema.add(other.schema);
    texts.add(other.texts);
    for (const auto& [feature, more] : other.numbers) {
      std::set<std::int64_t>& known = numbers[feature];
      if (known.size() <= k_most_numbers) known.insert(more.begin(), more.end());
    }
  }
};

class SurveyedShard {
 public:
  explicit SurveyedShard(const std::filesystem::path& path) {
    const InputFile input(path);
    Reader reader(input);
    for (bool is_at_end = false; !is_at_end;) {
      throw_if_stopped();
      const ReadItem item = reader.next();
      if (const auto* record = std::get_if<Record>(&item)) add(record->payload);
      is_at_end = std::holds_alternative<End>(item);
    }
  }

  const LabelSurvey& survey() const { return m_survey; }

 private:
  void add(std::string_view payload) {
    if (!m_view.parse(payload)) return;
    m_survey.schema.add_with_values(m_view);
    m_survey.texts.add(m_view);
    for (const FeatureView& feature : m_view.features()) {
      if (feature.kind != ListKind::int64_list || !may_be_label(feature.name)) continue;
      if (feature.length != 1 && feature.name != k_box_label) continue;
      std::set<std::int64_t>& numbers = m_survey.numbers[std::string(feature.name)];
      m_view.read(feature, m_values);
      if (numbers.size() <= LabelSurvey::k_most_numbers) numbers.insert(m_values.begin(), m_values.end());
    }
  }

  LabelSurvey m_survey;
  ExampleView m_view;
  std::vector<std::int64_t> m_values;
};

LabelSurvey survey_of(const FoundShards& found, unsigned threads, Observer& observer) {
  LabelSurvey survey;
  std::mutex mutex;
  ShardProgress progress(observer, found.shards.size());
  parallel_for(found.shards.size(), threads, [&](std::size_t i) {
    const SurveyedShard shard(found.shards[i].path);
    const std::scoped_lock lock(mutex);
    survey.add(shard.survey());
    progress.done(0);
  });
  return survey;
}

/// Printable: what else keeps a list that fits from being recorded; empty if nothing does.
std::string problem_of_fit(const ListFit& fit, const LabelSurvey& survey) {
  if (!can_be_listed(fit.classes)) return "a label map can't have such names or ids";
  const std::set<std::int64_t>& numbers = survey.numbers.at(fit.feature);
  const auto unlisted =
      std::ranges::find_if(numbers, [&](std::int64_t number) { return fit.classes.of(number) == nullptr; });
  if (unlisted != numbers.end())
    return "it lists no class " + std::to_string(*unlisted) + ", which " + in_quotes(fit.feature) + " has";
  return numbers.size() > LabelSurvey::k_most_numbers ? in_quotes(fit.feature) + " has too many numbers" : "";
}

/// Whether shards lie beside those that were named one by one: they may have other numbers.
bool has_others_beside(const FoundShards& found) {
  std::set<std::filesystem::path> named;
  std::set<std::filesystem::path> folders;
  for (const FoundShard& shard : found.shards) {
    named.insert(real_path(shard.path));
    if (!shard.from_folder) folders.insert(parent_folder(shard.path));
  }
  return std::ranges::any_of(folders, [&](const std::filesystem::path& folder) {
    Observer silent;
    const FoundShards around = find_shards(std::vector{folder.string()}, silent);
    return std::ranges::any_of(
        around.shards, [&](const FoundShard& shard) { return !named.contains(real_path(shard.path)); });
  });
}

EarlierSet listed_set(const std::string& feature, const ClassNames& classes, const Schema& schema) {
  EarlierSet listed;
  listed.features.push_back({feature, FeatureKind::index, {feature}});
  const std::vector<std::string> texts = label_text_names(feature);
  for (const FeatureSummary& other : schema.features()) {
    const bool is_text = other.kind == ListKind::bytes && std::ranges::find(texts, other.name) != texts.end();
    if (is_text) listed.features.push_back({other.name, FeatureKind::bytes, {other.name}});
  }
  listed.classes[feature] = {ClassList(classes.names, classes.ids), k_classes_file_name};
  return listed;
}

/// Shards without a manifest that have one list of classes.
struct ListedPart {
  std::filesystem::path file;
  FoundShards found;
  std::set<SourceOrigin*> origins;
};

/// By file. Lists with the same ids are one.
std::vector<ListedPart> listed_parts(ShardOrigins& origins, const FoundShards& found) {
  std::vector<ListedPart> parts;
  std::map<std::filesystem::path, std::filesystem::path> of_folder;
  std::map<std::filesystem::path, std::size_t> of_file;
  for (std::size_t i = 0; i < found.shards.size(); ++i) {
    SourceOrigin& origin = origins.all[origins.of_shard[i]];
    if (origin.earlier || found.shards[i].set) continue;
    const auto [folder, is_first] = of_folder.try_emplace(parent_folder(found.shards[i].path));
    if (is_first) folder->second = classes_file_of(found.shards[i]);
    const std::filesystem::path& file = folder->second;
    if (file.empty()) continue;
    const auto [entry, is_new] = of_file.emplace(file, parts.size());
    if (is_new) {
      const ClassesFile list = read_classes_file(file);
      const auto same = std::ranges::find_if(parts, [&](const ListedPart& part) {
        const ClassesFile known = read_classes_file(part.file);
        return list.has_ids && known.has_ids && has_same_classes(known.classes, list.classes);
      });
      entry->second = static_cast<std::size_t>(same - parts.begin());
      if (same == parts.end()) parts.push_back({file, {}, {}});
    }
    parts[entry->second].found.shards.push_back(found.shards[i]);
    parts[entry->second].origins.insert(&origin);
  }
  return parts;
}

/// Without ids in the list, all shards of the folder must show them.
std::string problem_of_list(const ClassesFile& list, const FoundShards& found) {
  const bool is_unclear = !list.has_ids && has_others_beside(found);
  return is_unclear ? "it has no ids, and those of the shards beside these are not known; name the folder"
                    : "";
}

ListedUse use_list(const ListedPart& part, unsigned threads, Observer& observer) {
  ListedUse use{part.file, {}, {}};
  use.reason = problem_of_list(read_classes_file(use.file), part.found);
  if (!use.reason.empty()) return use;
  const LabelSurvey survey = survey_of(part.found, threads, observer);
  const ListFit fit = fit_of_list(part.found, survey.schema, survey.texts);
  use.reason = fit.feature.empty() ? fit.reason : problem_of_fit(fit, survey);
  if (!use.reason.empty()) return use;
  use.feature = fit.feature;
  for (SourceOrigin* origin : part.origins)
    origin->listed = listed_set(fit.feature, fit.classes, survey.schema);
  return use;
}

}  // namespace

bool can_be_listed(const ClassNames& classes) {
  const std::vector<std::string>& names = classes.names;
  const auto is_plain = [](const std::string& name) {
    const bool has_blank_ends = name.front() == ' ' || name.back() == ' ';
    return !has_blank_ends && std::ranges::none_of(name, [](unsigned char c) { return c < 0x20; });
  };
  return std::set<std::string>(names.begin(), names.end()).size() == names.size() &&
         std::ranges::all_of(names, is_plain) && classes.ids.at(0) >= 0;
}

std::vector<ListedUse> add_listed_classes(ShardOrigins& origins, const FoundShards& found, unsigned threads,
                                          Observer& observer) {
  std::vector<ListedUse> uses;
  try {
    for (const ListedPart& part : listed_parts(origins, found))
      uses.push_back(use_list(part, threads, observer));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated) throw;
    uses.push_back({error.path(), {}, printable(error.message())});
  }
  return uses;
}

}  // namespace tfrec
