// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract_rebuild.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/text/joined.hpp"
#include "base/text/number.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/table/word_breaks.hpp"
#include "example/feature_spec.hpp"
#include "example/presets.hpp"

namespace tfrec {

namespace {

using Words = std::vector<std::string>;

/// A preset's line for one feature: "image/class/text", "bytes:@label", and whether records may lack it.
struct PresetLine {
  explicit PresetLine(std::string_view line)
      : name(line.substr(0, line.find('='))), made_of(line.substr(name.size() + 1)) {
    is_optional = name.ends_with('?');
    if (is_optional) name.pop_back();
  }

  /// The spec with the words for columns replaced; nothing if the line is for a table of another sort.
  std::optional<FeatureSpec> with(const std::string& image, const std::string& label) const {
    std::string text = made_of;
    for (const auto& [word, column] :
         {std::pair{std::string("@image"), image}, {std::string("@label"), label}}) {
      if (!text.ends_with(word)) continue;
      if (column.empty()) return std::nullopt;
      text = text.substr(0, text.size() - word.size()) + quoted_column(column);
    }
    const bool is_plain =
        name.front() != '@' && text.find(":@") == std::string::npos && !text.starts_with("number");
    return is_plain ? std::optional(parse_feature_spec(name + "=" + text)) : std::nullopt;
  }

  std::string name;
  std::string made_of;
  bool is_optional = false;
};

bool makes(const Preset& preset, const std::string& image, const std::string& label,
           const std::vector<FeatureSpec>& specs) {
  std::size_t found = 0;
  for (const std::string_view text : preset.features) {
    const PresetLine line(text);
    const auto spec = line.with(image, label);
    if (!spec) return false;
    const bool is_there = std::ranges::find(specs, *spec) != specs.end();
    if (!is_there && !line.is_optional) return false;
    found += is_there ? 1 : 0;
  }
  return found == specs.size();
}

/// "--layout slim --label-column kind", or nothing if no preset has these features.
Words preset_options(const std::string& image, const std::vector<FeatureSpec>& specs) {
  std::set<std::string> labels{""};
  for (const FeatureSpec& spec : specs) {
    if (spec.columns.size() == 1 && spec.kind != FeatureKind::boxes) labels.insert(spec.columns.front());
  }
  for (const Preset& preset : presets()) {
    for (const std::string& label : labels) {
      if (!makes(preset, image, label, specs)) continue;
      const std::string name(preset.name);
      return label.empty() ? Words{"--layout", name} : Words{"--layout", name, "--label-column", label};
    }
  }
  return {};
}

bool is_of_image(const FeatureSpec& spec) {
  return info(spec.kind).source == FeatureSource::facts && info(spec.kind).uses_pixels;
}

}  // namespace

FeatureSpec image_spec(const ExtractedImages& images, const ExtractFeatures& features,
                       const AgreedChoices& agreed) {
  const auto known = agreed.specs.find(features.image);
  const bool is_image =
      known != agreed.specs.end() && info(known->second.kind).source == FeatureSource::image;
  if (is_image) return known->second;
  if (features.raw)
    return {features.image, features.raw->are_floats ? FeatureKind::raw_float32 : FeatureKind::raw_uint8, {}};
  const bool is_png = images.formats.size() == 1 && images.formats.contains(ImageFormat::png);
  return {features.image, is_png ? FeatureKind::png : FeatureKind::jpeg, {}};
}

/// The fact of images that a feature of this name holds in a preset.
std::optional<FeatureKind> ExtractTable::usual_fact(const std::string& feature) {
  for (const Preset& preset : presets()) {
    for (const std::string_view text : preset.features) {
      const PresetLine line(text);
      if (line.name != feature) continue;
      const std::optional<FeatureSpec> spec = line.with("", "");
      if (spec && is_of_image(*spec)) return spec->kind;
    }
  }
  return std::nullopt;
}

bool ExtractTable::has_masks() const {
  return std::ranges::find(m_companions, FeatureKind::mask, &FeatureSpec::kind) != m_companions.end();
}

void ExtractTable::set_companions(std::vector<FeatureSpec> companions) {
  m_companions = std::move(companions);
  for (const FeatureSpec& spec : m_made_again) {
    if (spec.kind == FeatureKind::mask_format && !has_masks())
      lose(spec.name, "it is the format of masks, which are not built");
  }
}

bool ExtractTable::shows_text(const std::string& feature, const std::string& column) const {
  return std::ranges::any_of(m_columns, [&](const ExtractColumn& shown) {
    return shown.feature == feature && shown.headers == Words{column} && !shown.is_per_row;
  });
}

std::string ExtractTable::add_file_column(const std::string& wanted) {
  m_file_columns.push_back(
      free_header(wanted, [&](const std::string& header) { return has_header(header); }));
  if (m_is_list) m_per_image.insert(m_file_columns.back());
  return m_file_columns.back();
}

std::vector<FeatureSpec> ExtractTable::image_facts() const {
  std::vector<FeatureSpec> facts = specs({});
  std::erase_if(facts, [](const FeatureSpec& spec) { return !is_of_image(spec); });
  return facts;
}

/// As it was made, or as its column shows it.
FeatureSpec ExtractTable::spec_for(const ExtractColumn& column) const {
  if (m_label_map && column.feature == m_text_label)
    return {column.feature, FeatureKind::index, {m_text_header}};
  const FeatureSpec* spec = spec_of(column.feature);
  if (spec == nullptr && column.classes != nullptr)
    return {column.feature, FeatureKind::index, column.headers};
  const auto is_there = [&](const std::string& header) { return has_header(header); };
  const bool has_classes =
      spec == nullptr || info(spec->kind).source != FeatureSource::classes || column.classes != nullptr;
  if (spec != nullptr && has_classes && std::ranges::all_of(spec->columns, is_there)) return *spec;
  const bool has_source = column.fact != FeatureKind::mask_format || has_masks();
  if (column.fact && column.not_fact == 0 && has_source) return {column.feature, *column.fact, {}};
  return {column.feature, *kind_named(kind_name(column.kind), true), column.headers};
}

/// Whether build makes the feature: not of lists in cells, nor of texts in several columns, nor of all that
/// is missing or not a number.
bool ExtractTable::takes_cells(const FeatureSpec& spec) const {
  if (!problem_of_columns(spec.kind, spec.columns.size()).empty()) return false;
  const bool needs_numbers = is_numeric(spec.kind);
  const bool needs_cells =
      needs_numbers || spec.kind == FeatureKind::index || spec.kind == FeatureKind::onehot;
  return std::ranges::none_of(m_columns, [&](const ExtractColumn& column) {
    const bool is_used = std::ranges::any_of(column.headers, [&](const std::string& header) {
      return std::ranges::find(spec.columns, header) != spec.columns.end();
    });
    return is_used &&
           (column.shape == ExtractColumn::Shape::joined || (needs_cells && column.empty_cells > 0) ||
            (needs_numbers && column.not_finite > 0 && !column.has_missing()));
  });
}

std::vector<std::string> ExtractTable::not_built() const {
  std::vector<std::string> names;
  for (const auto* columns : {&m_columns, &m_followers}) {
    for (const ExtractColumn& column : *columns) {
      if (!takes_cells(spec_for(column))) names.push_back(column.feature);
    }
  }
  return names;
}

std::vector<FeatureSpec> ExtractTable::specs(const FeatureSpec& image) const {
  std::vector<FeatureSpec> all{image};
  if (m_has_name) {
    const FeatureSpec* name = spec_of(m_name_feature);
    all.push_back(name != nullptr ? *name : FeatureSpec{m_name_feature, m_name_kind, {m_image_header}});
  }
  all.insert(all.end(), m_companions.begin(), m_companions.end());
  std::ranges::copy_if(m_made_again, std::back_inserter(all), [&](const FeatureSpec& spec) {
    return spec.kind != FeatureKind::mask_format || has_masks();
  });
  for (const auto* columns : {&m_columns, &m_followers}) {
    for (const ExtractColumn& column : *columns) {
      FeatureSpec spec = spec_for(column);
      const auto same = [&](const FeatureSpec& known) { return known.name == spec.name; };
      if (takes_cells(spec) && std::ranges::none_of(all, same)) all.push_back(std::move(spec));
    }
  }
  return all;
}

/// Whether layout auto makes the same feature of the table.
bool ExtractTable::is_auto(const FeatureSpec& spec) const {
  if (spec == FeatureSpec{"image", FeatureKind::jpeg, {}}) return true;
  if (spec == FeatureSpec{"mask", FeatureKind::mask, {}}) return true;  // beside --masks
  if (spec == FeatureSpec{"image_name", FeatureKind::bytes, {m_image_header}}) return true;
  if (spec.columns != Words{spec.name}) return false;
  const auto column = std::ranges::find(m_columns, spec.name, &ExtractColumn::feature);
  if (column != m_columns.end() && column->has_missing()) return false;
  if (spec.kind == FeatureKind::int64 || spec.kind == FeatureKind::float32) return true;
  if (spec.kind != FeatureKind::index || column == m_columns.end() || column->classes == nullptr)
    return false;
  const auto seen = static_cast<std::uint64_t>(std::ranges::count(column->seen, true));
  const auto is_number = [](const ClassCount& known) {
    return parse_float(known.name).problem == NumberProblem::none;
  };
  constexpr std::uint64_t k_most_guessed = 1000;  // see docs/layouts.md
  return seen < m_records && seen <= k_most_guessed &&
         std::ranges::none_of(column->classes->classes, is_number);
}

Words ExtractTable::layout_options(const FeatureSpec& image) const {
  const std::vector<FeatureSpec> all = specs(image);
  // Beside a layout, --label-column would change the features.
  Words words = m_label_column.empty() ? preset_options(m_image_header, all) : Words{};
  if (words.empty()) {
    const bool is_auto_with_others = is_like_auto(all);
    for (const FeatureSpec& spec : all) {
      if (is_auto_with_others && is_auto(spec)) continue;
      words.insert(words.end(), {"--feature", to_string(spec)});
    }
    if (is_auto_with_others && !words.empty()) words.insert(words.begin(), {"--layout", "auto"});
  }
  if (!m_label_column.empty()) words.insert(words.end(), {"--label-column", m_label_column});
  const Words rows = row_options();
  words.insert(words.end(), rows.begin(), rows.end());
  for (const ExtractColumn& column : m_columns) {
    if (!column.has_missing()) continue;
    for (const std::string& header : spec_for(column).columns)
      words.insert(words.end(), {"--missing", header + "=nan"});
  }
  return words;
}

/// Whether layout auto makes features of these names, and no others.
bool ExtractTable::is_like_auto(const std::vector<FeatureSpec>& all) const {
  if (m_is_list || !m_label_column.empty()) return false;
  const bool uses_files = std::ranges::all_of(m_file_columns, [&](const std::string& header) {
    return std::ranges::any_of(all, [&](const FeatureSpec& spec) { return spec.columns == Words{header}; });
  });
  if (!uses_files || !not_built().empty()) return false;
  for (const char* name : {"image", "image_name"}) {
    if (std::ranges::find(all, name, &FeatureSpec::name) == all.end()) return false;
  }
  return std::ranges::all_of(
      all, [&](const FeatureSpec& spec) { return is_auto(spec) || spec.columns == Words{spec.name}; });
}

Words ExtractTable::row_options() const {
  Words words;
  // None are stored where some records hold edges of other kinds.
  const bool has_boxes = std::ranges::count(m_made_again, FeatureKind::boxes, &FeatureSpec::kind) > 0;
  if (m_is_list && !has_boxes) words = {"--record-per", "image"};
  if (has_boxes) words = {"--box-units", "pixels"};
  if (has_boxes && m_rebuilt_boxes->faulty() > 0) words.insert(words.end(), {"--bad-boxes", "drop"});
  std::set<std::string> columns = m_per_image;
  for (const ExtractColumn& column : m_columns) {
    const bool is_once = m_is_list && m_agreed.are_of_others() && !column.is_per_row;
    if (is_once) columns.insert(column.headers.begin(), column.headers.end());
  }
  std::erase_if(columns,
                [&](const std::string& column) { return column == m_image_header || !has_header(column); });
  Words quoted;
  for (const std::string& column : columns) quoted.push_back(quoted_column(column));
  if (!quoted.empty()) words.insert(words.end(), {"--per-image", joined(quoted, ",")});
  return words;
}

/// How build reads boxes of the table.
RebuiltBoxes ExtractTable::rebuilt_boxes() const {
  BoxRules rules;
  rules.from.columns = {0, 1, 2, 3};
  rules.from.names.assign(BoxEdges::headers().begin(), BoxEdges::headers().end());
  RowLists lists;
  lists.per_image.assign(rules.from.columns.size(), false);
  for (const ExtractColumn& column : m_columns) {
    for (const std::string& header : column.headers) {
      if (header.empty()) continue;
      const std::string name = without_word_breaks(header);
      if (name == "width") rules.from.stated_width = lists.per_image.size();
      if (name == "height") rules.from.stated_height = lists.per_image.size();
      if (header == class_header()) rules.class_column = lists.per_image.size();
      lists.per_image.push_back(!column.is_per_row);
    }
  }
  if (!rules.from.stated_width || !rules.from.stated_height)
    rules.from.stated_width = rules.from.stated_height = std::nullopt;
  return {m_boxes->features(), std::move(lists), std::move(rules)};
}

/// The column with the class of each box; empty if there is none.
std::string ExtractTable::class_header() const {
  for (const auto* columns : {&m_columns, &m_followers}) {
    for (const ExtractColumn& column : *columns) {
      const FeatureSpec* spec = spec_of(column.feature);
      const bool is_class =
          spec != nullptr && column.is_per_row && info(spec->kind).source == FeatureSource::classes;
      if (is_class) return spec->columns.front();
    }
  }
  return {};
}

std::vector<std::string> build_options(const ExtractResult& result, const ExtractedImages& images,
                                       const FeatureSpec& image, const AgreedChoices& agreed,
                                       const ExtractTable& table) {
  std::vector<std::string> words = table.layout_options(image);
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  const std::vector<FeatureSpec> specs = table.specs(image);
  const auto has = [&](std::initializer_list<FeatureKind> kinds) {
    return std::ranges::any_of(
        specs, [&](const FeatureSpec& spec) { return std::ranges::find(kinds, spec.kind) != kinds.end(); });
  };
  const bool has_ids = has({FeatureKind::index, FeatureKind::indices});
  if (has_ids || has({FeatureKind::onehot, FeatureKind::multihot})) add("--classes", result.classes_file);
  if (has_ids) add("--label-base", result.label_base ? std::to_string(*result.label_base) : "");
  if (has({FeatureKind::multihot, FeatureKind::indices})) add("--label-separator", result.label_separator);
  add("--split-column", result.split_column);
  const Words of_images = image_options(images, image.kind, agreed);
  words.insert(words.end(), of_images.begin(), of_images.end());
  return words;
}

}  // namespace tfrec
