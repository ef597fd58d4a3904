// SPDX-License-Identifier: Apache-2.0
#include "operations/extract_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <iterator>

#include "base/printable.hpp"
#include "dataset/csv_cell.hpp"
#include "example/feature_spec.hpp"

namespace tfrec {

namespace {

constexpr std::uint64_t k_most_columns = 256;  // of one feature
constexpr std::uint64_t k_most_joined = 1024;  // values in a cell

/// Whole numbers, texts and class ids first, for floats and one-hot values have lost something.
int rank_of(const FeatureSummary& feature, const AgreedChoices& agreed) {
  const auto spec = agreed.specs.find(feature.name);
  if (spec == agreed.specs.end()) return 2;
  const FeatureKind kind = parse_feature_spec(spec->second).kind;
  if (kind == FeatureKind::index) return 0;
  const bool exact =
      kind == FeatureKind::int64 || kind == FeatureKind::packed_int64 || kind == FeatureKind::bytes;
  return exact ? 1 : 2;
}

template <class Number>
std::string number_text(Number value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

/// Numbers packed into bytes, as raw-float32 and raw-int64 have them.
template <class Number>
std::vector<Number> unpacked(std::string_view bytes, std::size_t count) {
  std::vector<Number> numbers;
  if (bytes.size() != count * sizeof(Number)) return numbers;
  numbers.resize(count);
  if (count > 0) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

std::string joined(const std::vector<std::string>& texts, const std::string& separator) {
  std::string all;
  for (std::size_t i = 0; i < texts.size(); ++i) all += (i == 0 ? "" : separator) + texts[i];
  return all;
}

}  // namespace

std::string float_text(float value) {
  std::string text = number_text(value);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

ExtractTable::ExtractTable(const ExtractFeatures& features, const AgreedChoices& agreed, const Schema& schema,
                           const std::set<std::string, std::less<>>& no_text)
    : m_agreed(agreed) {
  m_image_header = "image";
  for (const auto& [name, value] : agreed.options) {
    const auto* text = std::get_if<std::string>(&value);
    if (name == "image-column" && text != nullptr && !text->empty()) m_image_header = *text;
    if (name == "label-separator" && text != nullptr && !text->empty()) m_separator = *text;
  }
  std::vector<FeatureSummary> summaries = schema.features();
  // What shows a column as it was comes first; what else was made of the same column then follows from it.
  std::stable_sort(summaries.begin(), summaries.end(), [&](const FeatureSummary& x, const FeatureSummary& y) {
    return rank_of(x, agreed) < rank_of(y, agreed);
  });
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const FeatureSummary& feature = summaries[i];
    if (feature.name == features.name) continue;
    const auto same_name = [&](const FeatureSummary& other) { return other.name == feature.name; };
    if (std::count_if(summaries.begin(), summaries.end(), same_name) > 1) {
      if (std::find_if(summaries.begin(), summaries.end(), same_name) - summaries.begin() ==
          static_cast<std::ptrdiff_t>(i))
        leave_out(feature.name, "it holds lists of several kinds");
      continue;
    }
    add(feature, no_text);
  }
  if (schema.has_too_many_names())
    m_left_out.emplace_back("there are too many features; the others are left out");
}

void ExtractTable::add(const FeatureSummary& feature, const std::set<std::string, std::less<>>& no_text) {
  if (!feature.kind) return leave_out(feature.name, "it holds no list");
  const auto spec = m_agreed.specs.find(feature.name);
  if (spec != m_agreed.specs.end() && add_by_spec(feature, spec->second)) return;
  if (no_text.contains(feature.name)) return leave_out(feature.name, "its bytes are no text");
  add_plain(feature);
}

/// What `tfrec build` made a feature of; false where it is best shown as it is.
bool ExtractTable::add_by_spec(const FeatureSummary& feature, const std::string& text) {
  const FeatureSpec spec = parse_feature_spec(text);
  const FeatureKindInfo& kind = info(spec.kind);
  if (kind.source == FeatureSource::facts || kind.source == FeatureSource::picture) {
    leave_out(feature.name, "build makes it anew");
    return true;
  }
  Source source{feature.name, Shape::one, spec.columns, nullptr};
  std::erase_if(source.headers, [&](const std::string& header) { return !has_header(header); });
  if (source.headers.size() == spec.columns.size()) {
    leave_out(feature.name, "it follows from other columns");
    return true;
  }
  source.headers = spec.columns;
  if (kind.source == FeatureSource::classes) {
    source.classes = classes_of(feature.name);
    if (source.classes == nullptr) return false;
    const bool one = spec.kind == FeatureKind::index || spec.kind == FeatureKind::onehot;
    source.shape = one ? Shape::class_name : Shape::class_names;
  } else if (spec.kind == FeatureKind::packed_float32) {
    source.shape = Shape::packed_floats;
  } else if (spec.kind == FeatureKind::packed_int64) {
    source.shape = Shape::packed_integers;
  } else if (spec.kind == FeatureKind::bytes || feature.lengths.max != spec.columns.size()) {
    return false;
  } else if (spec.columns.size() > 1) {
    source.shape = Shape::each;
  }
  // A column that is there already is shown once.
  for (std::string& header : source.headers) {
    if (has_header(header)) header.clear();
  }
  m_sources.push_back(std::move(source));
  return true;
}

void ExtractTable::add_plain(const FeatureSummary& feature) {
  Source source{feature.name, Shape::one, {feature.name}, nullptr};
  const auto spec = m_agreed.specs.find(feature.name);
  if (spec != m_agreed.specs.end() && feature.kind == ListKind::bytes)
    source.headers = {parse_feature_spec(spec->second).columns.front()};
  const std::uint64_t most = feature.lengths.max;
  const bool fixed = feature.lengths.min == most;
  if (most > 1 && fixed && most <= k_most_columns) {
    source.shape = Shape::each;
    source.headers.clear();
    for (std::uint64_t i = 0; i < most; ++i) source.headers.push_back(feature.name + "_" + std::to_string(i));
  } else if (most > k_most_joined) {
    return leave_out(feature.name, "its lists hold up to " + std::to_string(most) + " values");
  } else if (most > 1) {
    source.shape = Shape::joined;
  }
  const bool taken =
      std::any_of(source.headers.begin(), source.headers.end(),
                  [&](const std::string& header) { return header.empty() || has_header(header); });
  if (taken) return leave_out(feature.name, "there is a column of that name already");
  m_sources.push_back(std::move(source));
}

void ExtractTable::leave_out(const std::string& feature, const std::string& reason) {
  m_left_out.push_back("'" + printable_excerpt(feature, 60) + "': " + reason);
}

const ClassColumn* ExtractTable::classes_of(const std::string& feature) const {
  const auto known = m_agreed.class_features.find(feature);
  return known == m_agreed.class_features.end() ? nullptr : &m_agreed.classes[known->second.list];
}

bool ExtractTable::has_header(const std::string& header) const {
  if (header == m_image_header) return true;
  return std::any_of(m_sources.begin(), m_sources.end(), [&](const Source& source) {
    return std::find(source.headers.begin(), source.headers.end(), header) != source.headers.end();
  });
}

std::vector<std::string> ExtractTable::header() const {
  std::vector<std::string> headers{m_image_header};
  for (const Source& source : m_sources) {
    std::copy_if(source.headers.begin(), source.headers.end(), std::back_inserter(headers),
                 [](const std::string& header) { return !header.empty(); });
  }
  return headers;
}

void ExtractTable::append_cells(std::string& line, const ExampleView& example, bool raw) {
  for (const Source& source : m_sources) {
    const FeatureView* feature = example.find(source.feature);
    std::vector<std::string> cells;
    if (feature != nullptr && feature->kind) cells = cells_of(source, example, *feature, raw);
    cells.resize(source.headers.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!source.headers[i].empty()) line += "," + csv_quoted(cells[i]);
    }
  }
}

std::vector<std::string> ExtractTable::cells_of(const Source& source, const ExampleView& example,
                                                const FeatureView& feature, bool raw) {
  const auto shown = [&](std::string text) { return raw ? text : neutralised(text); };
  std::vector<std::string> cells;
  switch (source.shape) {
    case Shape::one:
    case Shape::each:
      return values_of(example, feature, raw);
    case Shape::joined:
      return {shown(joined(values_of(example, feature, true), m_separator))};
    case Shape::class_name:
    case Shape::class_names:
      if (feature.kind == ListKind::int64_list) {
        example.read(feature, m_integers);
        for (const std::int64_t number : m_integers) cells.push_back(class_name(source, number));
      } else if (feature.kind == ListKind::float_list) {
        example.read(feature, m_floats);
        for (std::size_t i = 0; i < m_floats.size(); ++i) {
          if (m_floats[i] > 0)
            cells.push_back(class_name(source, static_cast<std::int64_t>(i) + m_agreed.label_base));
        }
      }
      return {shown(joined(cells, m_separator))};
    case Shape::packed_floats:
    case Shape::packed_integers:
      if (feature.kind != ListKind::bytes || feature.length != 1) return cells;
      example.read(feature, m_texts);
      for (const float value : source.shape == Shape::packed_floats
                                   ? unpacked<float>(m_texts.front(), source.headers.size())
                                   : std::vector<float>())
        cells.push_back(float_text(value));
      for (const std::int64_t value : source.shape == Shape::packed_integers
                                          ? unpacked<std::int64_t>(m_texts.front(), source.headers.size())
                                          : std::vector<std::int64_t>())
        cells.push_back(number_text(value));
      return cells;
  }
  return cells;
}

std::vector<std::string> ExtractTable::values_of(const ExampleView& example, const FeatureView& feature,
                                                 bool raw) {
  std::vector<std::string> texts;
  if (feature.kind == ListKind::int64_list) {
    example.read(feature, m_integers);
    for (const std::int64_t value : m_integers) texts.push_back(number_text(value));
  } else if (feature.kind == ListKind::float_list) {
    example.read(feature, m_floats);
    for (const float value : m_floats) texts.push_back(float_text(value));
  } else {
    example.read(feature, m_texts);
    for (const std::string_view value : m_texts)
      texts.push_back(raw ? std::string(value) : neutralised(value));
  }
  return texts;
}

std::string ExtractTable::class_name(const Source& source, std::int64_t number) const {
  const std::int64_t id = number - m_agreed.label_base;
  const auto& classes = source.classes->classes;
  if (number < m_agreed.label_base || static_cast<std::uint64_t>(id) >= classes.size())
    return number_text(number);
  return classes[static_cast<std::size_t>(id)].name;
}

}  // namespace tfrec
