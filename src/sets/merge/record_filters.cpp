// SPDX-License-Identifier: Apache-2.0
#include "sets/merge/record_filters.hpp"

#include <algorithm>
#include <optional>

#include "base/text/in_quotes.hpp"
#include "base/text/nearest.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "example/label_text.hpp"
#include "sets/merge/merge_classes.hpp"

namespace tfrec {

namespace {

/// Numbers mean other classes in other sources; only names are the same in all.
void require_one_meaning(const RecordFilter& filter, const std::vector<Renumbering>& renumberings) {
  const auto is_renumbered = [&](const Renumbering& renumbering) {
    return std::ranges::any_of(
        renumbering, [&](const ClassRenumbering& change) { return change.feature == filter.feature(); });
  };
  if (!filter.has_number() || std::ranges::none_of(renumberings, is_renumbered)) return;
  throw Error(ErrorKind::usage, "",
              "--filter '" + printable(filter.text()) + "': the sources number these classes differently",
              "filter by class names, or filter each source by itself before");
}

/// The columns of an int64 feature with a value of each; null if it is another.
const std::vector<std::string>* columns_of(const SourceOrigin& origin, const std::string& feature) {
  if (!origin.earlier) return nullptr;
  const auto found = std::ranges::find(origin.earlier->features, feature, &FeatureSpec::name);
  return found == origin.earlier->features.end() ? nullptr : columns_of_numbers(*found);
}

/// A class or column of another source alone is one that no record of this one has.
void remove_names_of_others(RecordFilter& filter, const ShardOrigins& origins) {
  for (const SourceOrigin& other : origins.all) {
    const auto* columns = columns_of(other, filter.feature());
    const auto* names = columns != nullptr ? columns : class_numbering(other, filter.feature()).names;
    if (names == nullptr) continue;
    for (const std::string& name : *names) filter.remove_name(name);
  }
}

/// Whether records without a manifest have texts of a label, which may be other names than the listed ones.
bool has_text(const SourceOrigin& origin, const std::string& label) {
  const std::vector<std::string> texts = label_text_names(label);
  return std::ranges::any_of(origin.listed.features, [&](const FeatureSpec& spec) {
    return std::ranges::find(texts, spec.name) != texts.end();
  });
}

/// Class names may mean the numbers or places they have in a source.
void name_classes(RecordFilter& filter, const SourceOrigin& origin, const ShardOrigins& origins,
                  const std::vector<Renumbering>& renumberings) {
  if (const auto* columns = columns_of(origin, filter.feature())) {
    filter.set_columns(*columns);
    remove_names_of_others(filter, origins);
    return filter.require_classes(*columns);
  }
  const ClassNumbering known = class_numbering(origin, filter.feature());
  const bool has_places = known.kind == ListKind::float_list;
  if (!has_places) require_one_meaning(filter, renumberings);
  if (known.names == nullptr) return;
  if (has_places) {
    filter.set_class_places(*known.names);
  } else {
    filter.set_class_names(*known.names, known.ids.all(known.names->size()));
  }
  remove_names_of_others(filter, origins);
  if (known.kind != ListKind::bytes && !has_text(origin, filter.feature()))
    filter.require_classes(*known.names);
}

/// The feature that a set stores a column of its labels in.
std::optional<std::string> feature_of_column(const std::string& column, const ShardOrigins& origins) {
  for (const SourceOrigin& origin : origins.all) {
    if (!origin.earlier) continue;
    for (const ManifestFeature& feature : origin.earlier->manifest->features) {
      if (feature.origin &&
          std::ranges::find(feature.origin->columns, column) != feature.origin->columns.end())
        return feature.name;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<RecordFilters> record_filters(const std::vector<std::string>& texts, const ShardOrigins& origins,
                                          const std::vector<Renumbering>& renumberings) {
  std::vector<RecordFilters> all;
  for (const SourceOrigin& origin : origins.all) {
    RecordFilters& filters = all.emplace_back();
    for (const std::string& text : texts)
      name_classes(filters.emplace_back(text), origin, origins, renumberings);
  }
  return all;
}

void require_feature(const Schema& all, const std::string& name, const char* option,
                     const ShardOrigins& origins) {
  constexpr std::size_t k_few = 10;
  std::vector<std::string> names;
  for (const FeatureSummary& feature : all.features()) names.push_back(feature.name);
  if (all.has_too_many_names() || std::ranges::find(names, name) != names.end()) return;
  const std::string error = std::string(option) + ": no record has a feature " + in_quotes(name);
  if (const auto made = feature_of_column(name, origins)) {
    throw Error(ErrorKind::usage, "", error,
                "column " + in_quotes(name) + " is stored as " + in_quotes(*made));
  }
  const auto near = nearest(name, names);
  throw Error(ErrorKind::usage, "", error,
              near                   ? "did you mean " + in_quotes(*near) + "?"
              : names.size() > k_few ? "`tfrec inspect` shows the features there are"
                                     : "the records have " + quoted_list(names));
}

Error no_record_passes(std::uint64_t records, const RecordFilters& filters) {
  std::string hint = "`tfrec inspect` shows which values there are";
  const auto several = std::ranges::find_if(filters, &RecordFilter::has_several_values);
  if (several != filters.end()) {
    hint += "; commas separate values: quote one that contains a comma as in CSV: " +
            shell_option("--filter", several->feature() + "=\"A, B\"");
  }
  return Error(ErrorKind::bad_data, "", "no record of " + format_count(records) + " passes --filter", hint);
}

}  // namespace tfrec
