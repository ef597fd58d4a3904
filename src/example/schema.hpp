// SPDX-License-Identifier: Apache-2.0
// What the examples of one or many files have in common.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"

namespace tfrec {

/// Smallest and largest of what was seen; nothing seen: `min` > `max`.
template <class Number>
struct Range {
  Number min = std::numeric_limits<Number>::max();
  Number max = std::numeric_limits<Number>::lowest();

  bool seen() const { return min <= max; }
  void add(Number value) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  void add(const Range& other) {
    if (other.min < min) min = other.min;
    if (other.max > max) max = other.max;
  }
};

/// One feature, in one kind: a name with lists of two kinds in different records has two of these.
struct FeatureSummary {
  static constexpr std::size_t k_max_distinct = 1000;
  static constexpr std::size_t k_longest_text = 64;

  std::string name;
  std::optional<ListKind> kind;  // nothing: records hold the name without a list
  std::uint64_t in_records = 0;  // records that have it
  Range<std::uint64_t> lengths;  // numbers of values in a record
  Range<std::int64_t> integers;  // values of an int64 feature
  Range<float> floats;           // finite values of a float feature
  std::uint64_t not_finite = 0;  // NaN and infinities
  Range<std::uint64_t> sizes;    // bytes of a bytes feature's values
  /// How often each value is in an int64 feature of one value a record; empty if there are more than
  /// k_max_distinct or other lengths.
  std::map<std::int64_t, std::uint64_t> histogram;
  bool has_histogram = true;
  /// The same of a bytes feature whose values are UTF-8 of at most k_longest_text bytes.
  std::map<std::string, std::uint64_t> texts;
  bool has_texts = true;
  /// How many records have a 1 at each place of a list of as many zeros and ones, as multi-hot labels are;
  /// empty for other lists.
  std::vector<std::uint64_t> marks;
  bool has_marks = true;
  std::uint64_t unmarked = 0;          // records with zeros alone
  std::uint64_t equal_neighbours = 0;  // records whose one value is that of the record before them
  std::optional<std::int64_t> first;   // the first such value
  std::optional<std::int64_t> last;    // and the last

  /// A few values that repeat, as labels do.
  bool is_label() const { return histogram.size() > 1 && histogram.size() < in_records; }
  bool is_constant_text() const { return texts.size() == 1 && in_records > 1; }
  bool is_text_label() const { return texts.size() > 1 && texts.size() < in_records; }
};

/// "bytes", "float", "int64", or "none".
std::string_view kind_name(const std::optional<ListKind>& kind);

class Schema {
 public:
  /// Names beyond this many are not kept, so that memory stays bounded whatever the records hold.
  static constexpr std::size_t k_max_names = 10'000;

  /// Takes in names, kinds and lengths.
  void add(const ExampleView& example);
  /// The same, and the values' ranges.
  void add_with_values(const ExampleView& example);
  void add(const Schema& other);

  std::uint64_t records() const { return m_records; }
  /// Sorted by name, then kind.
  std::vector<FeatureSummary> features() const;
  bool has_too_many_names() const { return m_too_many_names; }

 private:
  using Kinds = std::array<std::optional<FeatureSummary>, 4>;

  FeatureSummary* summary_of(std::string_view name, const std::optional<ListKind>& kind);
  void add_values(FeatureSummary& summary, const ExampleView& example, const FeatureView& feature);

  std::uint64_t m_records = 0;
  std::map<std::string, Kinds, std::less<>> m_names;
  bool m_too_many_names = false;
  std::vector<std::string_view> m_bytes;
  std::vector<float> m_floats;
  std::vector<std::int64_t> m_integers;
};

}  // namespace tfrec
