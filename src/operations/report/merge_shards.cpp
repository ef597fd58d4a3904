// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/report/finish_report.hpp"
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
  if (first && second)
    return std::tuple(*first, a.size(), std::string_view(a)) <
           std::tuple(*second, b.size(), std::string_view(b));
  if (first || second) return first.has_value();
  return a < b;
}

/// "rose" of "3", "cat, dog" of "0, 2"; the text itself where ids have no names.
std::string named_label(const std::string& text, const ClassNames& names) {
  std::string all;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(", ", at), text.size());
    const std::string part = text.substr(at, end - at);
    const auto id = number_of(part);
    const std::string* name = id ? names.of(*id) : nullptr;
    all += (all.empty() ? "" : ", ") + (name == nullptr ? part : *name);
    at = end + 2;
  }
  return all;
}

class Merger {
 public:
  Merger(const GatheredFacts& facts, ReportResult& result) : m_facts(facts), m_result(result) {}

  SetRows run() {
    for (const auto& shard : m_facts.shards) m_schema.add(shard->schema);
    add_shards();
    add_classes();
    add_summaries();
    return std::move(m_set);
  }

 private:
  void add_shards() {
    const std::vector<PartOfSet> parts = parts_of_set(m_facts.found);
    std::map<std::string, std::uint32_t> splits;
    std::map<std::string, std::uint32_t> sizes;
    for (const PartOfSet& part : parts) {
      if (splits.try_emplace(part.split, splits.size()).second) m_result.splits.push_back(part.split);
      sizes.try_emplace(part.size, sizes.size());
    }
    m_set.splits = splits.size();
    if (splits.size() < 2) m_result.splits.clear();
    m_set.first_row.push_back(0);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      ReportShardFacts& shard = *m_facts.shards[i];
      m_set.split_of.push_back(splits.at(parts[i].split));
      m_set.size_of.push_back(sizes.at(parts[i].size));
      m_set.may_repeat.push_back(parts[i].may_repeat);
      if (is_looked_at(i)) m_set.rows.insert(m_set.rows.end(), shard.rows.begin(), shard.rows.end());
      shard.rows = {};
      m_set.first_row.push_back(m_set.rows.size());
      add_shard(i, parts[i]);
    }
    if (sizes.size() > 1)
      m_result.notes.push_back("the set has " + counted(sizes.size(), "size", "sizes") +
                               ": images are those of " + printable(parts.front().size));
    add_positions();
  }

  /// Of the same images at several sizes, the first is looked at.
  bool is_looked_at(std::size_t shard) const { return m_set.size_of[shard] == m_set.size_of.front(); }

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
    const auto named = class_names(m_facts.found, m_schema);
    if (const auto known = named.find(label.features.front()); known != named.end()) return known->second;
    LabelTexts texts;
    for (const auto& shard : m_facts.shards) texts.add(shard->label_texts);
    const auto by_text = texts.names();
    const auto known = by_text.find(label.features.front());
    return known == by_text.end() ? ClassNames{} : known->second.classes;
  }

  void add_classes() {
    const auto order = [](const std::string& a, const std::string& b) { return comes_before(a, b); };
    std::map<std::string, std::uint32_t, decltype(order)> places(order);
    for (const auto& shard : m_facts.shards) {
      for (const std::string& label : shard->labels) places.emplace(label, 0);
    }
    const ClassNames names = names_of_labels();
    for (auto& [label, place] : places) {
      place = static_cast<std::uint32_t>(m_result.classes.size());
      m_result.classes.push_back({named_label(label, names), 0, std::vector<std::uint64_t>(m_set.splits)});
    }
    m_result.label_feature = m_facts.features.label.name();
    m_result.labels_are_of_boxes = m_facts.features.label.kind == LabelChoice::Kind::boxes;
    m_set.classes = m_result.classes.size();
    for (std::size_t i = 0; i < m_set.shards(); ++i) {
      if (!is_looked_at(i)) continue;
      const ReportShardFacts& shard = *m_facts.shards[i];
      std::vector<std::uint32_t> place_of;
      for (std::size_t label = 0; label < shard.labels.size(); ++label) {
        place_of.push_back(places.at(shard.labels[label]));
        ReportClass& one = m_result.classes[place_of.back()];
        one.records += shard.label_records[label];
        one.by_split[m_set.split_of[i]] += shard.label_records[label];
      }
      for (std::size_t row = m_set.first_row[i]; row < m_set.first_row[i + 1]; ++row) {
        std::uint32_t& label = m_set.rows[row].label;
        if (label != ImageRow::k_no_label) label = place_of[label];
      }
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
      labels.push_back({m_facts.found.shards[i].path.parent_path(), shard.schema});
      if (!is_looked_at(i)) continue;
      records += shard.records;
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
