// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"
#include "sets/merge/class_names.hpp"

namespace tfrec {

/// Which text each id of a label has, in records that hold both: image/class/label with image/class/text, or
/// label with label_name. Of lists only those of boxes count: in others, as indices:COLUMN makes them, ids
/// may be sorted.
class LabelTexts {
 public:
  struct Names {
    ClassNames classes;
    std::string text_feature;
  };

  void add(const ExampleView& example);
  void add(const LabelTexts& other);

  /// By the label's feature, where each id has one text.
  std::map<std::string, Names> names() const;
  /// Of ids with several texts, printable.
  std::vector<std::string> notes() const;

 private:
  static constexpr std::size_t k_most_texts = 3;     // of one id
  static constexpr std::size_t k_most_labels = 100;  // features

  struct Pairs {
    std::string text_feature;
    std::map<std::int64_t, std::set<std::string>> texts;
    bool is_partial = false;  // some records lack one of both, or there are too many ids
  };

  void add_pairs(const ExampleView& example, const FeatureView& label, Pairs& pairs);
  static void add_pair(std::int64_t id, std::string_view text, Pairs& pairs);

  std::map<std::string, Pairs, std::less<>> m_labels;
  std::vector<std::int64_t> m_ids;
  std::vector<std::string_view> m_texts;
};

/// Where a list and the records call a class differently, printable; empty if they agree.
std::string difference_of_names(const std::string& label, const ClassNames& listed,
                                const LabelTexts::Names& own);

}  // namespace tfrec
