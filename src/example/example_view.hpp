// SPDX-License-Identifier: Apache-2.0
// A serialised tf.train.Example, read in place: names and bytes are views into the payload.
//
// Readers of examples differ. libprotobuf merges pieces and keeps unknown fields; TensorFlow's fast parser
// (behind parse_single_example) refuses or misreads some of what libprotobuf takes. What a view shows is
// libprotobuf's reading; where the other would differ, problems() reports it. Source: TensorFlow,
// tensorflow/core/util/example_proto_fast_parsing.cc, and measurements with 2.21.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "example/value_list.hpp"

namespace tfrec {

struct WireField;

struct FeatureView {
  std::string_view name;
  std::optional<ListKind> kind;  // nothing: the feature holds no list
  std::uint64_t length = 0;      // number of values
  std::size_t offset = 0;        // of the map entry, in the payload
  std::size_t size = 0;          // of the map entry
  std::size_t first_piece = 0;   // the lists it is made of; one, but for odd writers
  std::size_t pieces = 0;
};

/// Why a payload that libprotobuf can parse is not an example every reader reads alike.
struct ExampleProblem {
  std::size_t offset = 0;  // in the payload
  std::size_t length = 0;  // never 0
  std::string message;     // printable
};

class ExampleView {
 public:
  /// Reads `payload`, which must outlive the view's use. False if it is not a protobuf message of this shape;
  /// then nothing but failure_offset() holds. The view can be used again for the next record; it keeps its
  /// memory.
  bool parse(std::string_view payload);
  /// Where the bytes stop to be protobuf, after parse() was false.
  std::size_t failure_offset() const { return m_failure_offset; }

  /// Whether the payload states that it is an example: it holds a Features message. Bytes of anything else
  /// may pass as protobuf by chance; no bytes at all are an example without features.
  bool has_features() const { return m_has_features; }
  /// Whether it holds the field that a tf.train.SequenceExample keeps its steps in.
  bool has_feature_lists() const { return m_feature_lists.has_value(); }
  /// The names in that field, in the order of the payload; empty if it is something else.
  std::vector<std::string_view> feature_list_names() const;
  /// False if libprotobuf refuses the example for a key that is not UTF-8.
  bool keys_are_utf8() const { return m_keys_are_utf8; }

  /// Sorted by name, each once: of a name that is there twice the last, as protobuf does.
  std::span<const FeatureView> features() const { return m_features; }
  const FeatureView* find(std::string_view name) const;
  /// The features from this name on, in their order.
  std::span<const FeatureView> features_from(std::string_view name) const;
  /// In the order of the payload, at most k_max_problems.
  std::span<const ExampleProblem> problems() const { return m_problems; }
  static constexpr std::size_t k_max_problems = 8;

  /// The values of a feature of that kind, replacing what `values` held.
  template <class Value>
  void read(const FeatureView& feature, std::vector<Value>& values) const {
    values.clear();
    for (std::size_t i = 0; i < feature.pieces; ++i) append_values(m_pieces[feature.first_piece + i], values);
  }

 private:
  /// What a map entry was made of.
  struct EntryFacts {
    std::string_view name;
    int keys = 0;
    int values = 0;
    bool unknown = false;
  };

  bool fail(std::size_t offset);
  bool parse_features(std::string_view message);
  bool parse_entry(std::string_view message);
  bool parse_feature(std::string_view message, FeatureView& feature);
  bool parse_list(std::string_view message, FeatureView& feature);
  void judge_entry(std::string_view message, const EntryFacts& facts);
  void take_kind(std::string_view message, FeatureView& feature, ListKind kind, bool is_first);
  void keep_last_of_each();
  void note_tag(const WireField& field, std::string_view message);
  void add_problem_of(std::string_view name, std::string_view where, const std::string& what);
  void add_problem(std::string_view where, std::string message);
  std::size_t offset_of(std::string_view part) const;

  std::string_view m_payload;
  std::vector<FeatureView> m_features;
  std::vector<std::string_view> m_pieces;
  std::vector<ExampleProblem> m_problems;
  std::size_t m_failure_offset = 0;
  bool m_has_features = false;
  std::optional<std::string_view> m_feature_lists;
  bool m_keys_are_utf8 = true;
};

}  // namespace tfrec
