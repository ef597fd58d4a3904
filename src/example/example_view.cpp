// SPDX-License-Identifier: Apache-2.0
#include "example/example_view.hpp"

#include <algorithm>

#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"
#include "example/wire.hpp"

namespace tfrec {

namespace {

// How many messages a part of an example lies inside.
constexpr int k_features_depth = 1;
constexpr int k_entry_depth = 2;
constexpr int k_feature_depth = 3;
constexpr int k_list_depth = 4;

std::string quoted(std::string_view name) {
  return "'" + printable_excerpt(name, 60) + "'";
}

bool by_name(const FeatureView& a, const FeatureView& b) {
  return a.name < b.name;
}

std::optional<ListKind> kind_of(const WireField& field) {
  if (field.type != WireType::delimited || field.number < 1 || field.number > 3) return std::nullopt;
  return static_cast<ListKind>(field.number - 1);
}

}  // namespace

bool ExampleView::parse(std::string_view payload) {
  m_payload = payload;
  m_features.clear();
  m_pieces.clear();
  m_problems.clear();
  m_has_features = false;
  m_feature_lists.reset();
  m_keys_are_utf8 = true;
  WireReader reader(payload);
  WireField field;
  while (reader.next(field)) {
    note_tag(field, payload);
    if (field.is(1, WireType::delimited)) {
      m_has_features = true;
      if (!parse_features(field.bytes)) return false;
    } else if (field.type == WireType::group) {
      add_problem(payload.substr(field.offset, field.length),
                  "contains a group, which TensorFlow's fast parser refuses");
    } else if (field.is(2, WireType::delimited)) {
      m_feature_lists = field.bytes;
    }
  }
  if (reader.failed()) return fail(reader.position());
  keep_last_of_each();
  return true;
}

std::vector<std::string_view> ExampleView::feature_list_names() const {
  std::vector<std::string_view> names;
  WireReader lists(m_feature_lists.value_or(""), k_features_depth);
  for (WireField list; lists.next(list);) {
    if (!list.is(1, WireType::delimited)) return {};
    WireReader entry(list.bytes, k_entry_depth);
    for (WireField field; entry.next(field);) {
      if (field.is(1, WireType::delimited)) names.push_back(field.bytes);
    }
    if (entry.failed()) return {};
  }
  return lists.failed() ? std::vector<std::string_view>() : names;
}

bool ExampleView::parse_features(std::string_view message) {
  WireReader reader(message, k_features_depth);
  WireField field;
  while (reader.next(field)) {
    note_tag(field, message);
    if (field.is(1, WireType::delimited)) {
      if (!parse_entry(field.bytes)) return false;
    } else {
      add_problem(message.substr(field.offset, field.length),
                  "unknown field " + std::to_string(field.number) +
                      " among the features, which TensorFlow's fast parser refuses");
    }
  }
  return !reader.failed() || fail(offset_of(message) + reader.position());
}

bool ExampleView::parse_entry(std::string_view message) {
  WireReader reader(message, k_entry_depth);
  WireField field;
  FeatureView feature;
  feature.offset = offset_of(message);
  feature.size = message.size();
  feature.first_piece = m_pieces.size();
  EntryFacts facts;
  while (reader.next(field)) {
    note_tag(field, message);
    if (field.is(1, WireType::delimited)) {
      ++facts.keys;
      feature.name = field.bytes;
      m_keys_are_utf8 = m_keys_are_utf8 && is_utf8(field.bytes);
    } else if (field.is(2, WireType::delimited)) {
      ++facts.values;
      if (!parse_feature(field.bytes, feature)) return false;
    } else {
      facts.unknown = true;
    }
  }
  if (reader.failed()) return fail(offset_of(message) + reader.position());
  facts.name = feature.name;
  judge_entry(message, facts);
  m_features.push_back(feature);
  return true;
}

void ExampleView::judge_entry(std::string_view message, const EntryFacts& facts) {
  constexpr const char* k_refuses = ", which TensorFlow's fast parser refuses";
  if (facts.keys == 0) add_problem(message, std::string("a feature without a name") + k_refuses);
  const auto note = [&](bool wrong, const std::string& what) {
    if (wrong) add_problem_of(facts.name, message, what);
  };
  note(facts.keys > 1, std::string("two names in one map entry") + k_refuses);
  note(facts.values == 0, std::string("map entry without a value") + k_refuses);
  note(facts.values > 1, std::string("two values in one map entry") + k_refuses);
  note(!is_utf8(facts.name), "its name is not UTF-8, which protobuf refuses");
  note(facts.unknown, std::string("unknown field in its map entry") + k_refuses);
}

/// Starts the feature's list afresh where `kind` is another one, as protobuf does: the last kind stays.
void ExampleView::take_kind(std::string_view message, FeatureView& feature, ListKind kind, bool is_first) {
  if (feature.kind == kind) {
    if (is_first) return;
    add_problem_of(feature.name, message,
                   "its list is in several pieces, of which TensorFlow's fast parser reads only the first");
    return;
  }
  if (!is_first) {
    add_problem_of(feature.name, message,
                   "two kinds of lists; TensorFlow's fast parser reads the first, protobuf the last");
  }
  feature.kind = kind;
  feature.length = 0;
  feature.first_piece = m_pieces.size();
  feature.pieces = 0;
}

bool ExampleView::parse_feature(std::string_view message, FeatureView& feature) {
  WireReader reader(message, k_feature_depth);
  WireField field;
  int lists = 0;
  while (reader.next(field)) {
    note_tag(field, message);
    const auto kind = kind_of(field);
    if (!kind) {
      add_problem_of(feature.name, message,
                     "unknown field " + std::to_string(field.number) +
                         (lists == 0 ? ", which TensorFlow's fast parser refuses" : " behind its list"));
      continue;
    }
    take_kind(message, feature, *kind, lists == 0);
    ++lists;
    m_pieces.push_back(field.bytes);
    ++feature.pieces;
    if (!parse_list(field.bytes, feature)) return false;
  }
  return !reader.failed() || fail(offset_of(message) + reader.position());
}

bool ExampleView::parse_list(std::string_view message, FeatureView& feature) {
  const ListFacts facts = walk_list(message, *feature.kind, k_list_depth);
  if (facts.failed) return fail(offset_of(message) + facts.failure_offset);
  feature.length += facts.length;
  if (facts.problem != nullptr) add_problem_of(feature.name, message, facts.problem);
  return true;
}

void ExampleView::keep_last_of_each() {
  if (!std::is_sorted(m_features.begin(), m_features.end(), by_name)) {
    std::stable_sort(m_features.begin(), m_features.end(), by_name);
  }
  std::size_t kept = 0;
  for (const FeatureView& feature : m_features) {
    if (kept == 0 || m_features[kept - 1].name != feature.name) {
      m_features[kept++] = feature;
      continue;
    }
    add_problem(m_payload.substr(feature.offset, feature.size),
                "feature " + quoted(feature.name) +
                    (feature.kind ? " is listed twice; readers keep the last"
                                  : " is listed twice, here without a list: TensorFlow's fast parser passes "
                                    "over it, protobuf keeps the last"));
    m_features[kept - 1] = feature;
  }
  m_features.resize(kept);
}

const FeatureView* ExampleView::find(std::string_view name) const {
  const std::span<const FeatureView> found = features_from(name);
  return !found.empty() && found.front().name == name ? found.data() : nullptr;
}

std::span<const FeatureView> ExampleView::features_from(std::string_view name) const {
  return {std::ranges::lower_bound(m_features, name, {}, &FeatureView::name), m_features.end()};
}

void ExampleView::note_tag(const WireField& field, std::string_view message) {
  if (field.plain_tag || field.number > 15) return;
  add_problem(message.substr(field.offset, field.length),
              "field " + std::to_string(field.number) +
                  " has a tag of several bytes, which TensorFlow's fast parser does not know");
}

void ExampleView::add_problem_of(std::string_view name, std::string_view where, const std::string& what) {
  if (m_problems.size() < k_max_problems) add_problem(where, "feature " + quoted(name) + ": " + what);
}

void ExampleView::add_problem(std::string_view where, std::string message) {
  if (m_problems.size() >= k_max_problems) return;
  // Of an entry without a byte, the length that states it.
  const std::size_t before = where.empty() && offset_of(where) > 0 ? 1 : 0;
  m_problems.push_back({offset_of(where) - before, where.size() + before, std::move(message)});
}

bool ExampleView::fail(std::size_t offset) {
  m_failure_offset = offset;
  return false;
}

std::size_t ExampleView::offset_of(std::string_view part) const {
  return static_cast<std::size_t>(part.data() - m_payload.data());
}

}  // namespace tfrec
