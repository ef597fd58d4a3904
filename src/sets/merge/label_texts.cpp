// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/label_texts.hpp"

#include <algorithm>

#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"
#include "base/text/utf8.hpp"
#include "example/label_text.hpp"
#include "example/schema.hpp"

namespace tfrec {

void LabelTexts::add(const ExampleView& example) {
  for (const FeatureView& label : example.features()) {
    const bool is_of_boxes = label.name.starts_with("image/object/");
    const bool has_pairs = is_of_boxes ? label.length > 0 : label.length == 1;
    if (label.kind != ListKind::int64_list || !has_pairs || !label.name.ends_with("label")) continue;
    const auto known = m_labels.find(label.name);
    if (known != m_labels.end()) {
      add_pairs(example, label, known->second);
    } else if (m_labels.size() < k_most_labels) {
      add_pairs(example, label, m_labels[std::string(label.name)]);
    }
  }
}

void LabelTexts::add_pairs(const ExampleView& example, const FeatureView& label, Pairs& pairs) {
  if (pairs.is_partial) return;
  const FeatureView* text = label_text(example, label.name);
  if (text == nullptr || text->length != label.length) {
    pairs.is_partial = true;
    return;
  }
  if (pairs.text_feature.empty()) pairs.text_feature = text->name;
  pairs.is_partial = pairs.text_feature != text->name;
  example.read(label, m_ids);
  example.read(*text, m_texts);
  for (std::size_t i = 0; i < m_ids.size() && !pairs.is_partial; ++i) add_pair(m_ids[i], m_texts[i], pairs);
}

void LabelTexts::add_pair(std::int64_t id, std::string_view text, Pairs& pairs) {
  const bool is_full = pairs.texts.size() >= FeatureSummary::k_max_distinct && !pairs.texts.contains(id);
  if (is_full || text.empty() || text.size() > FeatureSummary::k_longest_text || !is_utf8(text)) {
    pairs.is_partial = true;
    return;
  }
  std::set<std::string>& texts = pairs.texts[id];
  if (texts.size() < k_most_texts) texts.emplace(text);
}

void LabelTexts::add(const LabelTexts& other) {
  for (const auto& [label, more] : other.m_labels) {
    Pairs& pairs = m_labels[label];
    if (pairs.text_feature.empty()) pairs.text_feature = more.text_feature;
    pairs.is_partial = pairs.is_partial || more.is_partial || pairs.text_feature != more.text_feature;
    for (const auto& [id, texts] : more.texts) {
      std::set<std::string>& known = pairs.texts[id];
      for (const std::string& text : texts) {
        if (known.size() < k_most_texts) known.insert(text);
      }
    }
    pairs.is_partial = pairs.is_partial || pairs.texts.size() > FeatureSummary::k_max_distinct;
  }
}

std::map<std::string, LabelTexts::Names> LabelTexts::names() const {
  std::map<std::string, Names> names;
  for (const auto& [label, pairs] : m_labels) {
    const auto has_one = [](const auto& id) { return id.second.size() == 1; };
    if (pairs.is_partial || pairs.texts.empty() || !std::ranges::all_of(pairs.texts, has_one)) continue;
    Names& found = names[label];
    found.text_feature = pairs.text_feature;
    std::vector<std::int64_t> ids;
    for (const auto& [id, texts] : pairs.texts) {
      ids.push_back(id);
      found.classes.names.push_back(*texts.begin());
    }
    found.classes.ids = ClassIds::of(std::move(ids));
  }
  return names;
}

std::string difference_of_names(const std::string& label, const ClassNames& listed,
                                const LabelTexts::Names& own) {
  for (std::size_t i = 0; i < own.classes.names.size(); ++i) {
    const std::int64_t id = own.classes.ids.at(i);
    const std::string* name = listed.of(id);
    if (name != nullptr && *name != own.classes.names[i]) {
      return "class names differ: id " + std::to_string(id) + " of " + in_quotes(label) + " is " +
             in_quotes(*name) + " in the list of classes, and " + in_quotes(own.classes.names[i]) + " in " +
             in_quotes(own.text_feature);
    }
  }
  return {};
}

std::vector<std::string> LabelTexts::notes() const {
  std::vector<std::string> notes;
  for (const auto& [label, pairs] : m_labels) {
    const auto has_several = [](const auto& id) { return id.second.size() > 1; };
    const auto found = std::ranges::find_if(pairs.texts, has_several);
    if (pairs.is_partial || found == pairs.texts.end()) continue;
    const auto count = std::ranges::count_if(pairs.texts, has_several);
    notes.push_back(counted(static_cast<std::uint64_t>(count), "id", "ids") + " of " + in_quotes(label) +
                    (count == 1 ? " has" : " have") + " several texts in " + in_quotes(pairs.text_feature) +
                    ": " + std::to_string(found->first) + " has " + quoted_list(found->second));
  }
  return notes;
}

}  // namespace tfrec
