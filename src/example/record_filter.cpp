// SPDX-License-Identifier: Apache-2.0
#include "example/record_filter.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/nearest.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "example/comma_list.hpp"
#include "example/label_text.hpp"

namespace tfrec {

namespace {

Error wrong_filter(std::string_view text, const std::string& reason, const std::string& feature = "class") {
  const std::string name = quoted_name(feature, '=');
  return Error(ErrorKind::usage, "", "--filter '" + printable(text) + "': " + reason,
               "for instance " + shell_option("--filter", name + "=3") + " or " +
                   shell_option("--filter", name + "!=3,4"));
}

std::optional<float> real_of(const std::string& text) {
  const FloatNumber number = parse_float(text);
  if (number.problem != NumberProblem::none) return std::nullopt;
  return number.value;
}

}  // namespace

RecordFilter::RecordFilter(std::string_view text) : m_text(text) {
  std::string_view rest = text;
  const bool is_quoted = text.starts_with('"');
  std::optional<std::string> name = take_name(rest, '=');
  if (!name) throw wrong_filter(text, "a quote is not closed");
  m_is_negated = is_quoted ? rest.starts_with('!') : name->ends_with('!');
  if (m_is_negated && is_quoted) rest.remove_prefix(1);
  if (m_is_negated && !is_quoted) name->pop_back();
  if (!rest.starts_with('=')) throw wrong_filter(text, "expected NAME=VALUE or NAME!=VALUE");
  if (name->empty() && !is_quoted) throw wrong_filter(text, "names no feature");
  m_feature = std::move(*name);
  CommaList list = parse_comma_list(rest.substr(1));
  if (!list.problem.empty()) throw wrong_filter(text, list.problem);
  for (std::string& item : list.items) {
    const WholeNumber whole = parse_whole(item);
    const std::optional<float> real = real_of(item);
    m_values.push_back({std::move(item),
                        whole.problem == NumberProblem::none ? std::optional(whole.value) : std::nullopt,
                        real, std::nullopt});
  }
}

void RecordFilter::set_class_names(const std::vector<std::string>& names,
                                   const std::vector<std::int64_t>& ids) {
  for (Value& value : m_values) {
    const auto found = std::find(names.begin(), names.end(), value.text);
    if (!value.whole && found != names.end())
      value.whole = ids[static_cast<std::size_t>(found - names.begin())];
  }
}

void RecordFilter::set_class_places(const std::vector<std::string>& names) {
  for (Value& value : m_values) {
    value.whole.reset();
    value.real.reset();
    const auto found = std::find(names.begin(), names.end(), value.text);
    if (found != names.end()) value.place = static_cast<std::size_t>(found - names.begin());
  }
}

void RecordFilter::set_columns(const std::vector<std::string>& columns) {
  for (Value& value : m_values) {
    const auto found = std::find(columns.begin(), columns.end(), value.text);
    if (!value.whole && found != columns.end())
      value.place = static_cast<std::size_t>(found - columns.begin());
  }
}

void RecordFilter::require_classes(const std::vector<std::string>& names) const {
  for (const Value& value : m_values) {
    if (value.place || value.whole) continue;
    const auto near = nearest(value.text, names);
    std::string hint =
        names.empty() ? "" : "write the name of a class, for instance " + in_quotes(names.front());
    if (near) hint = "did you mean " + in_quotes(*near) + "?";
    throw Error(ErrorKind::usage, "",
                "--filter '" + printable(m_text) + "': " + in_quotes(value.text) +
                    " is not a class of feature " + in_quotes(m_feature),
                hint);
  }
}

void RecordFilter::remove_name(const std::string& name) {
  std::erase_if(m_values,
                [&](const Value& value) { return !value.whole && !value.place && value.text == name; });
}

bool RecordFilter::has_number() const {
  return std::any_of(m_values.begin(), m_values.end(),
                     [](const Value& value) { return value.whole.has_value(); });
}

bool RecordFilter::passes(const ExampleView& example) const {
  const FeatureView* feature = example.find(m_feature);
  return (feature != nullptr && has_one_of(example, *feature)) != m_is_negated;
}

bool RecordFilter::is_in(const std::vector<float>& stored, const Value& value) {
  if (value.place) return *value.place < stored.size() && stored[*value.place] > 0;
  // Both are floats already, so equality is exact.
  return std::any_of(stored.begin(), stored.end(), [&](float present) {
    return !std::isless(*value.real, present) && !std::isgreater(*value.real, present) &&
           !std::isnan(present);
  });
}

bool RecordFilter::is_in(const std::vector<std::int64_t>& stored, const Value& value) {
  if (value.place) return *value.place < stored.size() && stored[*value.place] == 1;
  return value.whole && std::ranges::find(stored, *value.whole) != stored.end();
}

bool RecordFilter::has_one_of(const ExampleView& example, const FeatureView& feature) const {
  const auto any = [&](const auto& stored, const auto& equals) {
    return std::any_of(m_values.begin(), m_values.end(), [&](const Value& value) {
      return std::any_of(stored.begin(), stored.end(),
                         [&](const auto& present) { return equals(value, present); });
    });
  };
  if (!feature.kind) return false;
  switch (*feature.kind) {
    case ListKind::int64_list: {
      const auto named =
          std::ranges::find_if(m_values, [](const Value& value) { return !value.whole && !value.place; });
      const FeatureView* text = named == m_values.end() ? nullptr : label_text(example, m_feature);
      if (named != m_values.end() && text == nullptr) refuse(*named, "whole numbers");
      std::vector<std::int64_t> stored;
      example.read(feature, stored);
      require_marks(stored);
      if (std::ranges::any_of(m_values, [&](const Value& value) { return is_in(stored, value); }))
        return true;
      std::vector<std::string_view> names;
      if (text != nullptr) example.read(*text, names);
      return any(names, [](const Value& value, std::string_view name) {
        return !value.whole && !value.place && value.text == name;
      });
    }
    case ListKind::float_list: {
      for (const Value& value : m_values) {
        if (!value.real && !value.place) refuse(value, "numbers");
      }
      std::vector<float> stored;
      example.read(feature, stored);
      return std::any_of(m_values.begin(), m_values.end(),
                         [&](const Value& value) { return is_in(stored, value); });
    }
    case ListKind::bytes:
      break;
  }
  std::vector<std::string_view> stored;
  example.read(feature, stored);
  return any(stored, [](const Value& value, std::string_view present) { return value.text == present; });
}

void RecordFilter::require_marks(const std::vector<std::int64_t>& stored) const {
  for (const Value& value : m_values) {
    if (!value.place || *value.place >= stored.size()) continue;
    const std::int64_t mark = stored[*value.place];
    if (mark == 0 || mark == 1) continue;
    throw Error(ErrorKind::usage, "",
                "--filter '" + printable(m_text) + "': column " + in_quotes(value.text) + " has a " +
                    std::to_string(mark) +
                    " in a record; only columns of zeros and ones are filtered by name",
                "filter by numbers, which any of the columns may have");
  }
}

void RecordFilter::refuse(const Value& value, std::string_view wanted) const {
  throw wrong_filter(m_text,
                     "feature '" + printable_excerpt(m_feature, 60) + "' contains " + std::string(wanted) +
                         ", '" + printable_excerpt(value.text, 60) + "' is not one" +
                         (wanted == "whole numbers" ? "; `tfrec inspect` shows those of classes" : ""),
                     m_feature);
}

}  // namespace tfrec
