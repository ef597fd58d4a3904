// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract_table.hpp"

#include <algorithm>
#include <iterator>

#include "base/text/shell_word.hpp"
#include "dataset/table/csv_cell.hpp"
#include "example/feature_spec.hpp"

namespace tfrec {

namespace {

using Shape = ExtractColumn::Shape;

constexpr std::uint64_t k_most_columns = 256;  // of one feature
constexpr std::uint64_t k_most_joined = 1024;  // values in a cell

/// Of several features made of one column, the one that keeps most of its text is shown: "007" is the integer
/// 7, and a float has lost digits.
int loss_of(const FeatureSpec* spec) {
  if (spec == nullptr) return 6;
  switch (spec->kind) {
    case FeatureKind::bytes:
      return 0;
    case FeatureKind::index:
      return 1;
    case FeatureKind::onehot:
      return 2;
    case FeatureKind::multihot:
    case FeatureKind::indices:
      return 3;
    case FeatureKind::int64:
    case FeatureKind::packed_int64:
      return 4;
    default:
      return 5;
  }
}

bool is_box_header(const std::string& header) {
  return std::ranges::find(BoxEdges::headers(), header) != BoxEdges::headers().end();
}

std::string last_part(const std::string& feature) {
  return feature.substr(feature.rfind('/') + 1);
}

bool is_blank(const std::string& header) {
  return header.find_first_not_of(" \t\r\n") == std::string::npos;
}

std::uint64_t formulas_in(const std::vector<std::string>& texts) {
  return static_cast<std::uint64_t>(
      std::count_if(texts.begin(), texts.end(), [](const auto& text) { return neutralised(text) != text; }));
}

}  // namespace

ExtractTable::ExtractTable(const ExtractFeatures& features, const AgreedChoices& agreed, const Schema& schema,
                           const std::set<std::string, std::less<>>& no_text,
                           const std::map<std::string, ClassNames>& listed)
    : m_agreed(agreed), m_listed(listed), m_image_header(agreed.image_column()) {
  if (m_image_header.empty()) m_image_header = "image";
  const FeatureSpec* image = spec_of(features.image);
  m_has_images = image == nullptr || info(image->kind).source == FeatureSource::image;
  const FeatureSpec* name = features.name ? spec_of(*features.name) : nullptr;
  m_has_image_text = name != nullptr && name->columns == std::vector{m_image_header};
  m_name_feature = features.name.value_or("");
  m_has_name = features.name && (name == nullptr || m_has_image_text || name->kind == FeatureKind::path);
  find_boxes(schema);
  std::vector<FeatureSummary> summaries = schema.features();
  // What shows a column as it was comes first; what else was made of the same column then follows from it.
  std::stable_sort(summaries.begin(), summaries.end(), [&](const FeatureSummary& x, const FeatureSummary& y) {
    return loss_of(spec_of(x.name)) < loss_of(spec_of(y.name));
  });
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const FeatureSummary& feature = summaries[i];
    if (feature.name == features.name && m_has_name) {
      if (feature.kind == ListKind::int64_list) m_name_kind = FeatureKind::int64;
      continue;
    }
    const auto same_name = [&](const FeatureSummary& other) { return other.name == feature.name; };
    if (std::count_if(summaries.begin(), summaries.end(), same_name) > 1) {
      if (std::find_if(summaries.begin(), summaries.end(), same_name) - summaries.begin() ==
          static_cast<std::ptrdiff_t>(i))
        leave_out(feature.name, "it contains lists of several kinds");
      continue;
    }
    add(feature, no_text);
  }
  if (m_boxes) m_rebuilt_boxes = rebuilt_boxes();
  if (schema.has_too_many_names())
    m_left_out.emplace_back("there are too many features; the rest is not shown");
}

void ExtractTable::add(const FeatureSummary& feature, const std::set<std::string, std::less<>>& no_text) {
  if (!feature.kind) return leave_out(feature.name, "it contains no list");
  const FeatureSpec* spec = spec_of(feature.name);
  if (m_boxes && m_boxes->features().contains(feature.name)) {
    m_made_again.push_back(
        spec != nullptr ? *spec : parse_feature_spec(feature.name + "=boxes:" + last_part(feature.name)));
    return;
  }
  if (spec != nullptr && spec->kind == FeatureKind::boxes)
    return leave_out(feature.name, "the features of boxes do not give all four edges");
  if (spec != nullptr && add_by_spec(feature, *spec)) return;
  if (no_text.contains(feature.name)) return leave_out(feature.name, "its bytes are not text");
  add_plain(feature);
}

/// The boxes of the set's specs, or those of usual names.
void ExtractTable::find_boxes(const Schema& schema) {
  if (const auto* columns = std::get_if<std::vector<std::string>>(m_agreed.option("per-image")))
    m_per_image.insert(columns->begin(), columns->end());
  BoxFeatures features;
  for (const auto& [name, spec] : m_agreed.specs) {
    if (spec.kind != FeatureKind::boxes) continue;
    if (const auto form = box_form_named(spec.columns.front())) features.emplace(name, *form);
  }
  if (m_agreed.are_of_others()) features = usual_box_features(schema);
  m_boxes = BoxEdges::of(features);
  m_is_list = m_boxes || m_agreed.text_of("record-per") == "image";
}

bool ExtractTable::is_per_row(const FeatureSummary& feature, const FeatureSpec* spec) const {
  if (!m_is_list) return false;
  if (spec == nullptr || m_agreed.are_of_others())
    return m_boxes && feature.name.starts_with("image/object/");
  const bool is_list = spec->kind == FeatureKind::bytes || spec->kind == FeatureKind::int64 ||
                       spec->kind == FeatureKind::float32 || spec->kind == FeatureKind::index;
  return is_list && std::ranges::none_of(spec->columns, [&](const std::string& column) {
           return column == m_image_header || m_per_image.contains(column);
         });
}

/// Features that need no column of their own, because build makes them of others or of the image.
bool ExtractTable::follows(const FeatureSummary& feature, const FeatureSpec& spec) {
  const auto note = [&](const std::string& reason) {
    m_left_out.push_back(text_of({feature.name, reason}));
    return true;
  };
  if (spec.kind == FeatureKind::path) m_path_features.push_back(feature.name);
  if (info(spec.kind).source == FeatureSource::facts) {
    m_made_again.push_back(spec);
    const bool is_id = spec.kind == FeatureKind::sample_id || spec.kind == FeatureKind::sample_id_text;
    if (is_id) m_id_features.push_back(feature.name);
    return note(is_id ? "build numbers the extracted images" : "build makes it again");
  }
  if (info(spec.kind).source == FeatureSource::image && !m_has_images) {
    leave_out(feature.name, "it contains other images than those that are extracted");
    return true;
  }
  if (info(spec.kind).source == FeatureSource::image) {
    m_made_again.push_back(spec);
    leave_out(feature.name, "it contains the images again, and build makes it from the extracted ones");
    return true;
  }
  const bool of_image_column =
      std::find(spec.columns.begin(), spec.columns.end(), m_image_header) != spec.columns.end();
  if (of_image_column && !m_has_image_text) {
    leave_out(feature.name,
              "it is made from the column that names the images, but the files have other names");
    return true;
  }
  if (m_boxes && std::ranges::any_of(spec.columns, is_box_header)) {
    leave_out(feature.name, "the edges of the boxes have the name of its column");
    return true;
  }
  const bool is_there = std::all_of(spec.columns.begin(), spec.columns.end(),
                                    [&](const std::string& column) { return has_header(column); });
  if (!is_there) return false;
  const bool has_unknown_classes =
      info(spec.kind).source == FeatureSource::classes && classes_of(feature.name) == nullptr;
  if (!has_unknown_classes) m_followers.push_back(column_of(feature, spec));
  return note("it follows from other columns");
}

/// The columns that `tfrec build` made a feature of.
ExtractColumn ExtractTable::column_of(const FeatureSummary& feature, const FeatureSpec& spec) const {
  ExtractColumn column;
  column.feature = feature.name;
  column.kind = feature.kind.value_or(ListKind::bytes);
  column.headers = spec.columns;
  column.is_per_row = is_per_row(feature, &spec);
  column.classes = info(spec.kind).source == FeatureSource::classes ? classes_of(feature.name) : nullptr;
  if (const auto known = m_agreed.class_features.find(feature.name); known != m_agreed.class_features.end())
    column.ids = known->second.ids;
  column.is_number = info(spec.kind).source == FeatureSource::cells && spec.kind != FeatureKind::bytes;
  if (info(spec.kind).source == FeatureSource::classes) {
    const bool one = spec.kind == FeatureKind::index || spec.kind == FeatureKind::onehot;
    column.shape = one ? Shape::class_name : Shape::class_names;
    if (!one) column.candidates = label_separators();
  } else if (spec.kind == FeatureKind::packed_float32) {
    column.shape = Shape::packed_floats;
  } else if (spec.kind == FeatureKind::packed_int64) {
    column.shape = Shape::packed_integers;
  } else if (spec.columns.size() > 1) {
    column.shape = Shape::each;
  }
  return column;
}

/// What `tfrec build` made a feature of; false if it is best shown as it is.
bool ExtractTable::add_by_spec(const FeatureSummary& feature, const FeatureSpec& spec) {
  if (follows(feature, spec)) return true;
  ExtractColumn column = column_of(feature, spec);
  if (info(spec.kind).source == FeatureSource::classes) {
    if (column.classes == nullptr) {
      lose(feature.name, "its class names are unknown, so its column contains numbers");
      return false;
    }
  }
  const bool is_list = info(spec.kind).source == FeatureSource::cells &&
                       column.shape != Shape::packed_floats && column.shape != Shape::packed_integers;
  const bool has_other_length = !column.is_per_row && feature.lengths.max != spec.columns.size();
  if (spec.kind == FeatureKind::bytes || (is_list && has_other_length)) return false;
  // A column that is there already is shown once; so is one that the feature is made of twice.
  const std::vector<std::string>& all = spec.columns;
  bool repeats = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!has_header(all[i]) && std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i), all[i]) ==
                                   all.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    column.headers[i].clear();
    repeats = true;
  }
  if (repeats) m_followers.push_back(column_of(feature, spec));
  add_column(std::move(column));
  return true;
}

/// A text may be what the column of its name shows: the class of the record. compare_cells() finds out.
bool ExtractTable::follows_text(const FeatureSummary& feature, const std::string& header) {
  const bool is_one_text =
      feature.kind == ListKind::bytes && feature.lengths.min == 1 && feature.lengths.max == 1;
  const bool is_shown = std::ranges::any_of(m_columns, [&](const ExtractColumn& column) {
    return column.headers == std::vector<std::string>{header} && !column.is_per_row;
  });
  if (!is_one_text || !is_shown) return false;
  m_followers.push_back(column_of(feature, {feature.name, FeatureKind::bytes, {header}}));
  return true;
}

void ExtractTable::add_plain(const FeatureSummary& feature) {
  ExtractColumn column;
  column.feature = feature.name;
  const FeatureSpec* spec = spec_of(feature.name);
  const bool is_text_of_column = spec != nullptr && spec->kind == FeatureKind::bytes;
  const std::string header = is_text_of_column ? spec->columns.front() : header_for(feature.name);
  column.headers = {header};
  column.kind = *feature.kind;
  column.is_per_row = is_per_row(feature, spec);
  if (m_agreed.are_of_others()) column.fact = usual_fact(feature.name);
  if (m_agreed.are_of_others()) column.classes = classes_of(feature.name);
  const std::uint64_t most = feature.lengths.max;
  const bool fixed = feature.lengths.min == most;
  if (column.is_per_row) {
    column.shape = Shape::one;
  } else if (most > 1 && fixed && most <= k_most_columns) {
    column.shape = Shape::each;
    column.headers.clear();
    for (std::uint64_t i = 0; i < most; ++i) column.headers.push_back(header + "_" + std::to_string(i));
  } else if (most > k_most_joined) {
    return leave_out(feature.name, "its lists have up to " + std::to_string(most) + " values");
  } else if (most > 1) {
    column.shape = Shape::joined;
  } else if (column.classes != nullptr) {
    column.shape = Shape::class_name;
    column.ids = m_agreed.class_features.at(feature.name).ids;
  }
  const bool taken = std::any_of(column.headers.begin(), column.headers.end(),
                                 [&](const std::string& name) { return has_header(name); });
  if (taken && follows_text(feature, header)) return;
  if (taken) return leave_out(feature.name, "there is a column of that name already");
  if (add_column(std::move(column))) judge_plain(feature, m_columns.back());
}

/// A column cannot be called nothing, or blanks.
std::string ExtractTable::header_for(const std::string& feature) const {
  if (!is_blank(feature)) return feature;
  return free_header("unnamed", [&](const std::string& header) { return has_header(header); });
}

bool ExtractTable::add_column(ExtractColumn column) {
  for (const std::string& header : column.headers) {
    if (header == k_escaped_column) {
      leave_out(column.feature, std::string("build reads a column called '") + k_escaped_column +
                                    "' as the mark of escaped cells");
      return false;
    }
    if (header.find('\0') != std::string::npos) {
      leave_out(column.feature, "a CSV cannot hold the NUL byte in its name");
      return false;
    }
  }
  m_columns.push_back(std::move(column));
  return true;
}

/// Lists that no kind of feature makes.
void ExtractTable::judge_plain(const FeatureSummary& feature, const ExtractColumn& column) {
  if (column.is_per_row) return;
  const bool texts = feature.kind == ListKind::bytes;
  const bool fixed = feature.lengths.min == feature.lengths.max && feature.lengths.max > 0;
  if (texts && column.shape == Shape::joined) return;  // judge_cells() knows the separator
  if (texts && feature.lengths.max > 1) return lose(feature.name, "build can't make lists of texts");
  if (texts && !fixed) return lose(feature.name, "build stores an empty text where the list is empty");
  if (!fixed) lose(feature.name, "build can't make lists of different lengths, or without a value");
}

void ExtractTable::leave_out(const std::string& feature, const std::string& reason) {
  lose(feature, reason);
  m_left_out.push_back(text_of(m_not_rebuilt.back()));
}

void ExtractTable::lose(const std::string& feature, const std::string& reason) {
  m_not_rebuilt.push_back({feature, reason});
}

const FeatureSpec* ExtractTable::spec_of(const std::string& feature) const {
  const auto found = m_agreed.specs.find(feature);
  return found == m_agreed.specs.end() ? nullptr : &found->second;
}

const ClassColumn* ExtractTable::classes_of(const std::string& feature) const {
  const auto known = m_agreed.class_features.find(feature);
  return known == m_agreed.class_features.end() ? nullptr : &m_agreed.classes[known->second.list];
}

bool ExtractTable::has_header(const std::string& header) const {
  if (header == m_image_header || (m_boxes && is_box_header(header))) return true;
  if (std::ranges::find(m_file_columns, header) != m_file_columns.end()) return true;
  return std::any_of(m_columns.begin(), m_columns.end(), [&](const ExtractColumn& column) {
    return std::find(column.headers.begin(), column.headers.end(), header) != column.headers.end();
  });
}

std::vector<std::string> ExtractTable::header() const {
  std::vector<std::string> headers{m_image_header};
  if (m_boxes) headers.insert(headers.end(), BoxEdges::headers().begin(), BoxEdges::headers().end());
  for (const ExtractColumn& column : m_columns) {
    std::copy_if(column.headers.begin(), column.headers.end(), std::back_inserter(headers),
                 [](const std::string& header) { return !header.empty(); });
  }
  headers.insert(headers.end(), m_file_columns.begin(), m_file_columns.end());
  return headers;
}

std::vector<std::string> ExtractTable::image_column_features() const {
  std::vector<std::string> features;
  for (const ExtractColumn& follower : m_followers) {
    const auto& headers = follower.headers;
    if (std::find(headers.begin(), headers.end(), m_image_header) != headers.end())
      features.push_back(follower.feature);
  }
  return features;
}

bool ExtractTable::has_number_columns() const {
  return std::ranges::any_of(m_columns, [](const ExtractColumn& column) {
    const bool is_shown =
        std::ranges::any_of(column.headers, [](const auto& header) { return !header.empty(); });
    return column.kind == ListKind::int64_list && column.classes == nullptr && is_shown;
  });
}

std::uint64_t ExtractTable::formulas() const {
  return m_formulas + formulas_in(header());
}

std::vector<ExtractColumn::Row> ExtractTable::rows(const ExampleView& example, const StoredImage& image) {
  std::vector<ExtractColumn::Row> all;
  if (m_boxes) all = m_boxes->rows(example, image.size());
  std::vector<std::vector<ExtractColumn::Row>> rows_of;
  for (ExtractColumn& column : m_columns) {
    rows_of.push_back(column.rows(example));
    if (column.is_per_row && rows_of.back().size() > all.size()) all.resize(rows_of.back().size());
  }
  if (all.empty()) all.resize(1);
  for (std::size_t row = 0; row < all.size(); ++row) {
    if (m_boxes) all[row].resize(BoxEdges::headers().size());
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
      const std::vector<std::string>& headers = m_columns[i].headers;
      const std::size_t own = m_columns[i].is_per_row ? row : 0;
      for (std::size_t cell = 0; cell < headers.size(); ++cell) {
        if (!headers[cell].empty()) all[row].push_back(own < rows_of[i].size() ? rows_of[i][own][cell] : "");
      }
    }
  }
  return all;
}

}  // namespace tfrec
