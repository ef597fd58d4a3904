// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/verify/verify_set.hpp"
#include "sets/merge/class_names.hpp"

namespace tfrec {

namespace {

/// What most boxes that have one thing in common have for another; the first if there are several.
template <class Value>
class Vote {
 public:
  void add(const Value& value, std::uint64_t boxes) {
    std::uint64_t& sum = m_boxes[value];
    sum += boxes;
    m_order.emplace(value, m_order.size());
    const bool is_first = m_winner && sum == m_boxes[*m_winner] && m_order[value] < m_order[*m_winner];
    if (!m_winner || sum > m_boxes[*m_winner] || is_first) m_winner = value;
  }
  const Value& winner() const { return *m_winner; }
  std::uint64_t boxes() const { return m_boxes.at(*m_winner); }

 private:
  std::map<Value, std::uint64_t> m_boxes;
  std::map<Value, std::size_t> m_order;
  std::optional<Value> m_winner;
};

/// Files whose ids mean the same.
struct BoxGroup {
  const FoundShard* shard = nullptr;  // one of them
  std::vector<BoxCheck*> files;
};

std::string box_in_front(const BoxClassUse& use) {
  return ", " + use.first.box_text() + ": ";
}

std::string more_boxes(const BoxClassUse& use) {
  if (use.boxes == 1) return {};
  return "; " + counted(use.boxes - 1, "more box has", "more boxes have") + " the same";
}

/// A text that may have been cut agrees with every name.
bool agree(const BoxClassUse& use, const StoredClasses& stored) {
  return !use.text || use.text->size() == BoxCheck::k_longest_text || stored.has(*use.id, *use.text);
}

/// Readers that find no id look for the text.
void compare_text(BoxCheck& file, const BoxClassUse& use, const StoredClasses& stored) {
  if (use.text->size() == BoxCheck::k_longest_text || stored.has_name(*use.text)) return;
  file.faults().add(
      BoxFault::unknown_text, feature_name(BoxList::text), use.first,
      [&] {
        return box_in_front(use) + in_quotes(*use.text) + " is not in " + stored.source + more_boxes(use);
      },
      use.boxes);
}

void compare_with_list(BoxCheck& file, const StoredClasses& stored) {
  const std::string_view label = feature_name(BoxList::label);
  for (const BoxClassUse& use : file.classes()) {
    if (!use.id) {
      compare_text(file, use, stored);
      continue;
    }
    const std::string* name = stored.classes.of(*use.id);
    const std::string id = "id " + std::to_string(*use.id);
    if (name == nullptr) {
      file.faults().add(
          BoxFault::unknown_id, label, use.first,
          [&] { return box_in_front(use) + id + " is not in " + stored.source + more_boxes(use); },
          use.boxes);
    } else if (!agree(use, stored)) {
      file.faults().add(
          BoxFault::text, label, use.first,
          [&] {
            return box_in_front(use) + id + " has the text " + in_quotes(*use.text) + ", and is " +
                   in_quotes(*name) + " in " + stored.source + more_boxes(use);
          },
          use.boxes);
    }
  }
}

/// What ids and texts of boxes mean by each other, where nothing lists them.
class ClassVotes {
 public:
  explicit ClassVotes(const std::vector<BoxCheck*>& files) : m_files(files) {
    for (const BoxCheck* file : files) {
      for (const BoxClassUse& use : file->classes()) {
        if (!use.text || !use.id) continue;
        m_texts[*use.id].add(*use.text, use.boxes);
        m_ids[*use.text].add(*use.id, use.boxes);
      }
    }
  }

  /// An id with two texts, or a text with two ids: what most boxes have is taken for right.
  void report_exceptions() const {
    for (BoxCheck* file : m_files) {
      for (const BoxClassUse& use : file->classes()) {
        if (!use.text || !use.id) continue;
        const std::string reason = difference(use);
        if (reason.empty()) continue;
        file->faults().add(
            BoxFault::text, feature_name(BoxList::label), use.first,
            [&] { return box_in_front(use) + reason + more_boxes(use); }, use.boxes);
      }
    }
  }

  bool has_ids() const { return !m_texts.empty(); }
  /// An id that has another text than in `other`; empty if there is none.
  std::string difference(const ClassVotes& other) const {
    for (const auto& [id, text] : m_texts) {
      const auto there = other.m_texts.find(id);
      if (there == other.m_texts.end() || there->second.winner() == text.winner()) continue;
      return "id " + std::to_string(id) + " is " + in_quotes(text.winner()) + ", there " +
             in_quotes(there->second.winner());
    }
    return {};
  }

 private:
  std::string difference(const BoxClassUse& use) const {
    const auto others = [](std::uint64_t boxes) {
      return " in " + counted(boxes, "other box", "other boxes");
    };
    const Vote<std::string>& text = m_texts.at(*use.id);
    const Vote<std::int64_t>& id = m_ids.at(*use.text);
    const std::string here =
        "id " + std::to_string(*use.id) + " has the text " + in_quotes(*use.text) + " here, ";
    if (text.winner() != *use.text) return here + in_quotes(text.winner()) + others(text.boxes());
    if (id.winner() == use.id) return {};
    return here + "which has id " + std::to_string(id.winner()) + others(id.boxes());
  }

  const std::vector<BoxCheck*>& m_files;
  std::map<std::int64_t, Vote<std::string>> m_texts;
  std::map<std::string, Vote<std::int64_t>> m_ids;
};

/// Whether the manifest has no boxes of the usual names: readers of such a set do not look for them.
bool has_no_usual_boxes(const FoundShards& found, const FoundShard& shard) {
  if (found.listed(shard) == nullptr) return false;
  const std::vector<ManifestFeature>& features = found.sets[*shard.set].manifest->features;
  const auto is_usual = [](const ManifestFeature& feature) {
    return std::ranges::find(k_box_edges, feature.name, feature_name) != k_box_edges.end();
  };
  return std::ranges::none_of(features, is_usual);
}

/// The classes of a group; empty if nothing lists them.
StoredClasses classes_of(const FoundShards& found, const FoundShard& shard, VerifyResult& result) {
  try {
    return stored_classes(found, shard, std::string(feature_name(BoxList::label)));
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted || error.kind() == ErrorKind::terminated) throw;
    result.warnings.push_back(printable(error.path() + ": " + error.message()) +
                              "; the class ids of boxes were not compared with it");
    return {};
  }
}

using GroupKey = std::pair<std::optional<std::size_t>, std::string>;  // a set, or a folder

GroupKey group_of(const FoundShards& found, const FoundShard& shard) {
  const bool is_listed = found.listed(shard) != nullptr;
  return {is_listed ? shard.set : std::nullopt,
          is_listed ? std::string() : shard.path.parent_path().string()};
}

/// Boxes without classes are a fault where others of their group have them.
void forget_usual_lacks(const FoundShards& found, std::vector<FileVerdict>& verdicts) {
  std::set<GroupKey> with_labels;
  std::set<GroupKey> with_texts;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    if (verdicts[i].boxes.has_labels()) with_labels.insert(group_of(found, found.shards[i]));
    if (verdicts[i].boxes.has_texts()) with_texts.insert(group_of(found, found.shards[i]));
  }
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const GroupKey group = group_of(found, found.shards[i]);
    if (!with_labels.contains(group)) verdicts[i].boxes.faults().forget(BoxFault::no_label);
    if (!with_texts.contains(group)) verdicts[i].boxes.faults().forget(BoxFault::no_text);
  }
}

void judge_groups(const FoundShards& found, const std::map<GroupKey, BoxGroup>& groups,
                  VerifyResult& result) {
  std::optional<ClassVotes> first;
  std::string first_folder;
  for (const auto& [key, group] : groups) {
    const StoredClasses stored = classes_of(found, *group.shard, result);
    if (!stored.classes.names.empty()) {
      for (BoxCheck* file : group.files) compare_with_list(*file, stored);
      continue;
    }
    ClassVotes votes(group.files);
    votes.report_exceptions();
    if (!votes.has_ids()) continue;
    const std::string folder = group.shard->path.parent_path().string();
    const std::string reason = first ? votes.difference(*first) : std::string();
    if (!reason.empty()) {
      result.warnings.push_back(printable(folder) + ": classes of boxes are numbered differently than in " +
                                printable(first_folder) + ": " + reason);
    }
    if (first) continue;
    first.emplace(std::move(votes));
    first_folder = folder;
  }
}

}  // namespace

void judge_boxes(const FoundShards& found, std::vector<FileVerdict>& verdicts, VerifyResult& result) {
  std::map<GroupKey, BoxGroup> groups;
  forget_usual_lacks(found, verdicts);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const FoundShard& shard = found.shards[i];
    BoxCheck& boxes = verdicts[i].boxes;
    if (has_no_usual_boxes(found, shard)) boxes.faults().forget(BoxFault::no_edges);
    if (!boxes.has_classes()) continue;
    BoxGroup& group = groups[group_of(found, shard)];
    group.shard = &shard;
    group.files.push_back(&boxes);
    if (!boxes.has_more_classes()) continue;
    result.notes.push_back(printable(verdicts[i].file.path) + ": more than " +
                           format_count(BoxCheck::k_most_classes) +
                           " pairs of class id and text; the others were not compared");
  }
  judge_groups(found, groups, result);
  for (FileVerdict& verdict : verdicts) {
    for (FileProblem& problem : verdict.boxes.faults().problems())
      verdict.file.problems.push_back(std::move(problem));
    verdict.file.ok = verdict.file.ok && verdict.file.problems.empty();
  }
}

}  // namespace tfrec
