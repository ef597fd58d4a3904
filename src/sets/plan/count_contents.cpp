// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/count_contents.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "dataset/classes/classes.hpp"

namespace tfrec {

namespace {

/// The places of a cell's classes, each once.
std::vector<std::size_t> places_in(std::string_view cell, const ColumnClasses& known) {
  std::vector<std::size_t> places;
  const bool several = !known.separator.empty();
  for (const std::string_view label : several ? split_labels(cell, known.separator) : std::vector{cell}) {
    if (const auto place = known.classes.place_of(label)) places.push_back(*place);
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

/// Counts classes: the samples with a class, or where there are boxes, the boxes.
class ClassCounter {
 public:
  ClassCounter(Manifest& set, const PreparedBuild& prepared, const PerSample<std::uint32_t>& times)
      : m_set(set), m_prepared(prepared), m_times(times) {
    for (ClassColumn& column : set.classes) {
      for (ClassCount& known : column.classes) {
        known.records = 0;
        known.by_split.assign(set.splits.size(), 0);
      }
    }
  }

  void add(std::size_t column, SampleIndex sample, std::size_t id) {
    const bool is_list = m_prepared.input->row_lists.has_value();
    if (is_list && !m_prepared.layout.boxes) {
      m_found.emplace_back(column, sample, id);
    } else {
      count(column, sample, id);
    }
  }

  /// Counts what several rows of an image have, once.
  void finish() {
    std::ranges::sort(m_found);
    m_found.erase(std::unique(m_found.begin(), m_found.end()), m_found.end());
    for (const auto& [column, sample, id] : m_found) count(column, sample, id);
  }

 private:
  void count(std::size_t column, SampleIndex sample, std::size_t id) {
    ClassCount& count = m_set.classes[column].classes[id];
    count.records += m_times[sample];
    if (!count.by_split.empty()) count.by_split[m_prepared.splits.split_of_sample[sample]] += m_times[sample];
  }

  Manifest& m_set;
  const PreparedBuild& m_prepared;
  const PerSample<std::uint32_t>& m_times;
  std::vector<std::tuple<std::size_t, SampleIndex, std::size_t>> m_found;
};

/// Whether the row is stored: its box is neither faulty nor out of view.
bool is_stored(const BuildInput& input, RowIndex row) {
  return !input.boxes || (!input.boxes->skipped[row] && !input.boxes->out_of_view[row]);
}

/// Columns of --stratify whose counts no class column shows.
std::vector<ClassColumn> empty_strata(const StratifyLabels& labels, const RecordLayout& layout) {
  std::vector<ClassColumn> strata;
  for (const StratifyLabels::Column& column : labels.columns) {
    const bool has_classes = std::any_of(layout.classes.begin(), layout.classes.end(),
                                         [&](const auto& known) { return known->column == column.column; });
    ClassColumn entry{column.name, "", {}};
    for (std::uint32_t label = column.first; !has_classes && label < column.end; ++label)
      entry.classes.push_back({labels.names[label], 0});
    if (!has_classes) strata.push_back(std::move(entry));
  }
  return strata;
}

}  // namespace

void count_classes(Manifest& set, const PreparedBuild& prepared, const PerSample<std::uint32_t>& times) {
  const RecordLayout& layout = prepared.layout;
  if (layout.classes.empty()) return;
  ClassCounter counter(set, prepared, times);
  prepared.input->samples->for_each_row(
      [&](SampleIndex sample, RowIndex row, std::span<const std::string_view> cells) {
        if (times[sample] == 0 || !is_stored(*prepared.input, row)) return;
        const auto& lists = prepared.input->row_lists;
        const bool adds_values = !lists || lists->adds_values(cells);
        for (std::size_t i = 0; i < layout.classes.size(); ++i) {
          const ColumnClasses& known = *layout.classes[i];
          std::string_view cell = cells[known.column];
          if (!adds_values && !lists->per_image[known.column]) continue;
          const bool is_empty = is_unlabelled(cell, known.separator);
          const std::string* stored = is_empty ? layout.missing.of(known.column) : nullptr;
          if (stored != nullptr) cell = *stored;
          for (const std::size_t place : places_in(cell, known)) counter.add(i, sample, place);
        }
      });
  counter.finish();
}

void count_boxes(Manifest& set, const PreparedBuild& prepared, const PerSample<std::uint32_t>& times) {
  if (!prepared.input->boxes) return;
  const BoxAudit& audit = *prepared.input->boxes;
  BoxTotals totals;
  std::vector<std::uint32_t> counts;
  for (const SampleIndex sample : prepared.input->samples->all()) {
    if (times[sample] == 0) continue;
    const std::uint32_t boxes = audit.boxes[sample];
    counts.insert(counts.end(), times[sample], boxes);
    totals.boxes += std::uint64_t{boxes} * times[sample];
    totals.images_without += boxes == 0 ? times[sample] : 0;
    for (const RowIndex row : prepared.input->samples->rows_of(sample))
      totals.out_of_view += audit.out_of_view[row] ? 1 : 0;
  }
  std::ranges::sort(counts);
  totals.median = counts.empty() ? 0 : counts[(counts.size() - 1) / 2];
  totals.most = counts.empty() ? 0 : counts.back();
  totals.dropped = static_cast<std::uint64_t>(std::ranges::count(audit.skipped, true));
  for (const BadBox& bad : audit.bad) totals.clipped += bad.is_kept ? 1 : 0;
  totals.rounded = audit.rounded;
  set.boxes = totals;
}

void count_strata(Manifest& set, const PreparedBuild& prepared, const PerSample<std::uint32_t>& times) {
  const StratifyLabels& labels = prepared.splits.labels;
  set.strata = empty_strata(labels, prepared.layout);
  if (set.strata.empty()) return;
  std::vector<ClassCount*> count_of(labels.names.size());
  auto shown = set.strata.begin();
  for (const StratifyLabels::Column& column : labels.columns) {
    if (shown == set.strata.end() || shown->column != column.name) continue;
    for (std::uint32_t label = column.first; label < column.end; ++label) {
      count_of[label] = &shown->classes[label - column.first];
      count_of[label]->by_split.assign(set.splits.size(), 0);
    }
    ++shown;
  }
  for (const SampleIndex sample : prepared.input->samples->all()) {
    for (const std::uint32_t label : labels.of(sample)) {
      if (count_of[label] == nullptr) continue;
      count_of[label]->records += times[sample];
      count_of[label]->by_split[prepared.splits.split_of_sample[sample]] += times[sample];
    }
  }
}

}  // namespace tfrec
