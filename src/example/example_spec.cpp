// SPDX-License-Identifier: Apache-2.0
#include "example/example_spec.hpp"

#include <algorithm>

#include "base/text/number.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

constexpr std::uint64_t k_any = std::numeric_limits<std::uint64_t>::max();

bool digits(std::string_view text, std::uint64_t& value) {
  if (text.empty() || text[0] < '0' || text[0] > '9') return false;
  const WholeNumber number = parse_whole(text);
  value = static_cast<std::uint64_t>(number.value);
  return number.problem == NumberProblem::none;
}

/// "", "5", "1-3", "2-": what is between the brackets.
bool read_lengths(std::string_view text, FeatureRule& rule) {
  rule.min_length = 0;
  rule.max_length = k_any;
  if (text.empty()) return true;
  const std::size_t dash = text.find('-');
  if (!digits(text.substr(0, dash), rule.min_length)) return false;
  if (dash == std::string_view::npos) {
    rule.max_length = rule.min_length;
    return true;
  }
  const std::string_view most = text.substr(dash + 1);
  return most.empty() || (digits(most, rule.max_length) && rule.max_length >= rule.min_length);
}

std::string lengths_text(const FeatureRule& rule) {
  if (rule.min_length == rule.max_length) return format_count(rule.min_length);
  if (rule.max_length == k_any) return format_count(rule.min_length) + " or more";
  return format_count(rule.min_length) + " to " + format_count(rule.max_length);
}

std::optional<Breach> judge(const FeatureRule& rule, const FeatureView& feature) {
  const bool is_empty = !feature.kind && rule.min_length == 0;  // no list is one without values
  if (feature.kind != rule.kind && !is_empty) return Breach{Breach::Sort::kind, &rule, &feature};
  if (feature.length < rule.min_length || feature.length > rule.max_length)
    return Breach{Breach::Sort::length, &rule, &feature};
  return std::nullopt;
}

}  // namespace

std::optional<FeatureRule> parse_rule(std::string name, std::string_view text) {
  FeatureRule rule;
  rule.name = std::move(name);
  if (text.ends_with('?')) {
    rule.optional = true;
    text.remove_suffix(1);
  }
  if (text.ends_with(']')) {
    const std::size_t open = text.find('[');
    if (open == std::string_view::npos) return std::nullopt;
    if (!read_lengths(text.substr(open + 1, text.size() - open - 2), rule)) return std::nullopt;
    text = text.substr(0, open);
  }
  const auto kind = list_kind_named(text);
  if (!kind) return std::nullopt;
  rule.kind = *kind;
  return rule;
}

std::string describe(const Breach& breach) {
  switch (breach.sort) {
    case Breach::Sort::missing:
      return "is missing";
    case Breach::Sort::extra:
      return "is not in the spec";
    case Breach::Sort::kind: {
      const std::string wanted(to_string(breach.rule->kind));
      if (!breach.feature->kind) return "contains no list, not " + wanted;
      return "is " + std::string(to_string(*breach.feature->kind)) + ", not " + wanted;
    }
    case Breach::Sort::length:
      break;
  }
  return "has " + counted(breach.feature->length, "value", "values") + ", not " + lengths_text(*breach.rule);
}

ExampleSpec::ExampleSpec(std::vector<FeatureRule> rules) : m_rules(std::move(rules)) {
  std::sort(m_rules.begin(), m_rules.end(),
            [](const FeatureRule& a, const FeatureRule& b) { return a.name < b.name; });
}

void ExampleSpec::check(const ExampleView& example, std::vector<Breach>& breaches) const {
  breaches.clear();
  const auto features = example.features();
  auto rule = m_rules.begin();
  auto feature = features.begin();
  while (rule != m_rules.end() || feature != features.end()) {
    const int order = rule == m_rules.end()       ? 1
                      : feature == features.end() ? -1
                                                  : std::string_view(rule->name).compare(feature->name);
    if (order < 0) {
      if (!rule->optional) breaches.push_back({Breach::Sort::missing, &*rule, nullptr});
    } else if (order > 0) {
      breaches.push_back({Breach::Sort::extra, nullptr, &*feature});
    } else if (const auto breach = judge(*rule, *feature)) {
      breaches.push_back(*breach);
    }
    if (order <= 0) ++rule;
    if (order >= 0) ++feature;
  }
}

}  // namespace tfrec
