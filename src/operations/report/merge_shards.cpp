// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>

#include "dataset/splits/splits.hpp"
#include "operations/report/finish_report.hpp"
#include "operations/report/report_labels.hpp"
#include "sets/merge/class_names.hpp"
#include "sets/summaries/label_features.hpp"
#include "sets/summaries/parts_of_set.hpp"

namespace tfrec {

namespace {

/// A number of a label, if it is one.
std::optional<std::int64_t> number_of(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Numbers as numbers, before texts. "1" comes before "01", which is another class.
bool comes_before(const std::string& a, const std::string& b) {
  const auto first = number_of(a);
  const auto second = number_of(b);
  if (first && second) {
    return std::tuple(*first, a.size(), std::string_view(a)) <
           std::tuple(*second, b.size(), std::string_view(b));
  }
  if (first || second) return first.has_value();
  return a < b;
}

/// "rose" of "3"; the text itself where ids have no names.
std::string named_class(const std::string& text, const ClassNames& names) {
  const auto id = number_of(text);
  const std::string* name = id ? names.of(*id) : nullptr;
  return name == nullptr ? text : *name;
}

class Merger {
 public:
  Merger(const GatheredFacts& facts, ReportResult& result) : m_facts(facts), m_result(result) {}

  SetRows run() {
    add_shards();
    add_classes();
    add_summaries();
    return std::move(m_set);
  }

 private:
  void add_shards() {
    const std::vector<PartOfSet> parts = parts_of_set(m_facts.found);
    const std::map<std::string, std::uint32_t> splits = add_splits(parts);
    std::map<std::string, std::uint32_t> sizes;
    for (const PartOfSet& part : parts) sizes.try_emplace(part.size, sizes.size());
    m_set.first_row.push_back(0);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      ReportShardFacts& shard = *m_facts.shards[i];
      m_set.split_of.push_back(splits.at(parts[i].split));
      m_set.size_of.push_back(sizes.at(parts[i].size));
      m_set.may_repeat.push_back(parts[i].may_repeat);
      m_set.is_other_size.push_back(parts[i].is_other_size);
      if (is_looked_at(i)) {
        m_schema.add(shard.schema);
        m_set.rows.insert(m_set.rows.end(), shard.rows.begin(), shard.rows.end());
      }
      shard.rows = {};
      m_set.first_row.push_back(m_set.rows.size());
      add_shard(i, parts[i]);
    }
    if (std::string note = note_of_sizes(parts); !note.empty()) m_result.notes.push_back(std::move(note));
    add_positions();
  }

  /// In reading order. Returns their places by their names.
  std::map<std::string, std::uint32_t> add_splits(const std::vector<PartOfSet>& parts) {
    std::vector<std::string>& names = m_result.splits;
    for (const PartOfSet& part : parts) {
      if (std::ranges::find(names, part.split) == names.end()) names.push_back(part.split);
    }
    std::ranges::stable_sort(names, {}, split_rank);
    std::map<std::string, std::uint32_t> places;
    for (const std::string& name : names) places.emplace(name, places.size());
    m_set.splits = names.size();
    if (names.size() < 2) names.clear();
    return places;
  }

  /// Of the same images at several sizes, the first is looked at.
  bool is_looked_at(std::size_t shard) const { return !m_set.is_other_size[shard]; }

  void add_shard(std::size_t i, const PartOfSet& part) {
    const std::filesystem::path& path = m_facts.found.shards[i].path;
    std::error_code failed;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
    m_result.shards.push_back({path.string(), part.split, m_facts.shards[i]->records, failed ? 0 : bytes});
    m_result.records += m_facts.shards[i]->records;
    m_result.bytes += failed ? 0 : bytes;
  }

  /// Within each split of each size.
  void add_positions() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<double, double>> counts;  // all, so far
    const auto part = [&](std::size_t shard) {
      return std::pair(m_set.split_of[shard], m_set.size_of[shard]);
    };
    for (std::size_t i = 0; i < m_set.shards(); ++i)
      counts[part(i)].first += static_cast<double>(m_set.of_shard(i).size());
    for (std::size_t i = 0; i < m_set.shards(); ++i) {
      auto& [all, before] = counts[part(i)];
      for (std::size_t row = m_set.first_row[i]; row < m_set.first_row[i + 1]; ++row)
        m_set.rows[row].place = static_cast<float>((before++ + 0.5) / all);
    }
  }

  ClassNames names_of_labels() const {
    const LabelChoice& label = m_facts.features.label;
    const bool are_ids = label.kind == LabelChoice::Kind::value || label.kind == LabelChoice::Kind::marks ||
                         label.kind == LabelChoice::Kind::list;
    if (!are_ids) return {};
    LabelTexts texts;
    for (const auto& shard : m_facts.shards) texts.add(shard->label_texts);
    const auto named = class_names(m_facts.found, m_schema, texts);
    if (const auto known = named.find(label.features.front()); known != named.end()) return known->second;
    const auto by_text = texts.names();
    const auto known = by_text.find(label.features.front());
    return known == by_text.end() ? ClassNames{} : known->second.classes;
  }

  /// The classes of all shards, sorted, and behind them that of records without one; their places by their
  /// texts.
  std::map<std::string, std::uint32_t> sorted_classes() {
    const auto order = [](const std::string& a, const std::string& b) { return comes_before(a, b); };
    std::set<std::string, decltype(order)> texts(order);
    for (const auto& shard : m_facts.shards) texts.insert(shard->classes.begin(), shard->classes.end());
    const ClassNames names = names_of_labels();
    const std::vector<std::uint64_t> no_records(m_set.splits);
    std::map<std::string, std::uint32_t> places;
    for (const std::string& text : texts) {
      places.emplace(text, static_cast<std::uint32_t>(m_result.classes.size()));
      m_result.classes.push_back({named_class(text, names), 0, no_records});
    }
    const auto has_unlabelled = [](const auto& shard) { return shard->unlabelled > 0; };
    if (std::ranges::any_of(m_facts.shards, has_unlabelled))
      m_result.classes.push_back({"no class", 0, no_records, true});
    return places;
  }

  void add_classes() {
    m_result.label_feature = m_facts.features.label.name();
    m_result.labels_are_of_boxes = m_facts.features.label.kind == LabelChoice::Kind::boxes;
    const std::map<std::string, std::uint32_t> places = sorted_classes();
    ReportLabels labels(m_result);
    for (std::size_t i = 0; i < m_set.shards(); ++i) {
      if (!is_looked_at(i)) continue;
      const ReportShardFacts& shard = *m_facts.shards[i];
      std::vector<std::uint32_t> place_of;
      for (const std::string& text : shard.classes) place_of.push_back(places.at(text));
      for (std::size_t known = 0; known < shard.classes.size(); ++known)
        count_class(place_of[known], i, shard.class_records[known]);
      if (shard.unlabelled > 0) count_class(m_result.classes.size() - 1, i, shard.unlabelled);
      name_rows(i, place_of, labels);
    }
    m_set.labels = m_result.labels.size();
  }

  void count_class(std::size_t place, std::size_t shard, std::uint64_t records) {
    m_result.classes[place].records += records;
    m_result.classes[place].by_split[m_set.split_of[shard]] += records;
  }

  /// Makes the labels of a shard's rows those of the report. `place_of`: the classes of the shard.
  void name_rows(std::size_t i, const std::vector<std::uint32_t>& place_of, ReportLabels& labels) {
    std::vector<std::uint32_t> label_of;
    for (const std::vector<std::uint32_t>& own : m_facts.shards[i]->labels) {
      std::vector<std::uint32_t> classes;
      for (const std::uint32_t one : own) classes.push_back(place_of[one]);
      if (own.empty()) classes.push_back(static_cast<std::uint32_t>(m_result.classes.size() - 1));
      std::ranges::sort(classes);
      label_of.push_back(labels.place_of(classes));
    }
    for (std::size_t row = m_set.first_row[i]; row < m_set.first_row[i + 1]; ++row) {
      std::uint32_t& label = m_set.rows[row].label;
      if (label != ImageRow::k_no_label) label = label_of[label];
    }
  }

  void add_summaries() {
    m_result.image_feature = m_facts.features.image;
    m_result.features = m_schema.features();
    std::vector<ShardLabels> labels;
    std::uint64_t with_boxes = 0;
    std::uint64_t records = 0;
    for (std::size_t i = 0; i < m_facts.shards.size(); ++i) {
      const ReportShardFacts& shard = *m_facts.shards[i];
      if (!is_looked_at(i)) continue;
      labels.push_back({m_facts.found.shards[i].path.parent_path(), shard.schema});
      records += shard.records;
      m_result.labelled += shard.labelled;
      m_result.boxes.add(shard.boxes);
      for (const auto& [boxes, images] : shard.boxes.images) with_boxes += images;
      m_result.box_shapes.add(shard.box_shapes);
      m_result.masks.add(shard.masks);
    }
    if (m_result.boxes.seen()) m_result.boxes.add_images_without(records - with_boxes);
    m_result.mixing = label_mixing(labels, label_features(m_facts.found, m_schema));
  }

  const GatheredFacts& m_facts;
  ReportResult& m_result;
  SetRows m_set;
  Schema m_schema;
};

}  // namespace

SetRows merge_shards(const GatheredFacts& facts, ReportResult& result) {
  return Merger(facts, result).run();
}

}  // namespace tfrec
