// SPDX-License-Identifier: Apache-2.0
#include "operations/report/plan_report.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "dataset/classes/classes.hpp"
#include "image/codec.hpp"
#include "operations/report/describe_rows.hpp"
#include "operations/report/file_facts.hpp"
#include "operations/report/findings/set_rows.hpp"
#include "operations/report/report_labels.hpp"
#include "operations/report/shown/chosen_images.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_shown_odd = 12;

/// The sample that becomes a row.
struct PlannedImage {
  const Samples* samples = nullptr;
  SampleIndex sample;
};

class PlanFacts {
 public:
  PlanFacts(const std::vector<BuildPart>& parts, const Manifest& set, const ReportOptions& options)
      : m_parts(parts), m_manifest(set), m_options(options) {}

  ReportResult run(Observer& observer) {
    add_classes();
    m_set.first_row.push_back(0);
    for (const BuildPart& part : m_parts) add_part(part);
    if (m_result.splits.size() < 2) m_result.splits.clear();
    m_set.splits = std::max<std::size_t>(m_splits.size(), 1);
    m_set.labels = m_result.labels.size();
    if (!m_result.classes.empty() && m_result.classes.back().is_none && m_result.classes.back().records == 0)
      m_result.classes.pop_back();
    m_result.records = m_set.rows.size();
    read_headers(observer);
    describe_rows(m_set, m_result);
    m_result.giveaways = find_giveaways(m_set, m_options.seed);
    m_result.drift = find_drift(m_set, m_result.shards, m_result.splits);
    std::erase_if(m_result.drift, [](const Drift& drift) { return !drift.is_split; });
    show_images();
    return std::move(m_result);
  }

 private:
  /// Of the first column that has classes.
  void add_classes() {
    if (m_manifest.classes.empty()) return;
    const ClassColumn& column = m_manifest.classes.front();
    m_result.label_feature = column.column;
    m_separator = m_parts.front().prepared->layout.classes.front()->separator;
    for (const ClassCount& one : column.classes) {
      m_classes.emplace(one.name, static_cast<std::uint32_t>(m_result.classes.size()));
      m_result.classes.push_back({one.name, 0, {}});
    }
    if (!m_separator.empty()) m_result.classes.push_back({"no class", 0, {}, true});
    m_labels.emplace(m_result);
  }

  /// The places of a cell's classes, each once, ascending.
  std::vector<std::uint32_t> classes_in(std::string_view cell) const {
    std::vector<std::uint32_t> places;
    for (const std::string_view name :
         m_separator.empty() ? std::vector{cell} : split_labels(cell, m_separator)) {
      const auto known = m_classes.find(name);
      if (known != m_classes.end()) places.push_back(known->second);
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  /// The label of each sample: the classes of all its rows.
  PerSample<std::uint32_t> labels_of(const Samples& samples) {
    PerSample<std::uint32_t> labels;
    const auto none = m_separator.empty()
                          ? ImageRow::k_no_label
                          : m_labels->place_of({static_cast<std::uint32_t>(m_classes.size())});
    for ([[maybe_unused]] const SampleIndex sample : samples.all()) labels.push_back(none);
    const auto& columns = samples.table.columns();
    const auto column = std::ranges::find(columns, m_result.label_feature);
    if (column == columns.end()) return labels;
    const auto place = static_cast<std::size_t>(column - columns.begin());
    samples.for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
      const std::vector<std::uint32_t> classes = classes_in(cells[place]);
      if (!classes.empty()) labels[sample] = with_classes(labels[sample], classes);
    });
    return labels;
  }

  /// The label that has the classes of `label` and these.
  std::uint32_t with_classes(std::uint32_t label, const std::vector<std::uint32_t>& classes) {
    std::set<std::uint32_t> all(classes.begin(), classes.end());
    if (label != ImageRow::k_no_label) {
      for (const std::uint32_t place : m_result.labels[label].classes)
        if (!m_result.classes[place].is_none) all.insert(place);
    }
    return m_labels->place_of({all.begin(), all.end()});
  }

  void add_part(const BuildPart& part) {
    const Samples& samples = part.samples();
    const PerSample<std::uint32_t> labels = labels_of(samples);
    const BuildPlan& plan = part.planned.plan;
    for (const PlannedSplit& split : plan.splits) {
      const std::uint32_t number = split_number(split.name);
      for (std::size_t shard = split.shards.begin; shard < split.shards.end; ++shard) {
        const std::uint64_t bytes = part.predicted_bytes({shard});
        m_result.shards.push_back({"shard " + std::to_string(m_result.shards.size()), split.name,
                                   part.samples_of(shard).size(), bytes});
        m_result.bytes += bytes;
        for (const SampleIndex sample : part.samples_of(shard))
          add_row(samples, sample, labels[sample], number);
        m_set.first_row.push_back(m_set.rows.size());
        m_set.split_of.push_back(number);
        m_set.size_of.push_back(0);
      }
    }
  }

  std::uint32_t split_number(const std::string& name) {
    const auto [known, is_new] = m_splits.try_emplace(name, m_splits.size());
    if (is_new) {
      m_result.splits.push_back(name);
      for (ReportClass& one : m_result.classes) one.by_split.push_back(0);
    }
    return known->second;
  }

  void add_row(const Samples& samples, SampleIndex sample, std::uint32_t label, std::uint32_t split) {
    ImageRow row;
    row.record = static_cast<std::uint32_t>(m_set.rows.size() - m_set.first_row.back());
    row.label = label;
    row.key = m_set.rows.size() + 1;
    if (label != ImageRow::k_no_label) {
      for (const std::uint32_t place : m_result.labels[label].classes) {
        ++m_result.classes[place].records;
        ++m_result.classes[place].by_split[split];
      }
      m_result.labelled += m_result.classes[m_result.labels[label].classes.front()].is_none ? 0 : 1;
    }
    m_set.rows.push_back(row);
    m_images.push_back({&samples, sample});
  }

  void read_headers(Observer& observer) {
    observer.phase("headers");
    ProgressState state;
    state.total = m_images.size();
    std::mutex mutex;
    parallel_for(m_images.size(), m_options.threads, [&](std::size_t i) {
      throw_if_stopped();
      read_file(m_images[i], [&](const InputFile& file) { add_file_facts(file, m_set.rows[i]); });
      const std::lock_guard lock(mutex);
      ++state.done;
      observer.progress(state);
    });
  }

  /// A file that can't be read has no facts: build reports it.
  static void read_file(const PlannedImage& image, const std::function<void(const InputFile&)>& use) {
    if (image.samples->opener == nullptr) return;
    try {
      use(image.samples->open(image.sample));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::machine && error.kind() != ErrorKind::bad_data) throw;
    }
  }

  void show_images() {
    const SampledRows samples = usual_samples(m_set, m_result, m_options.seed, "");
    for (const auto& [of_class, rows] : samples)
      m_result.samples.push_back({of_class, places(rows, rows.size())});
    for (const FoundOdd& odd : find_odd(m_set))
      m_result.odd.push_back({odd.oddity, odd.rows.size(), odd.is_usual, places(odd.rows, k_shown_odd)});
    const std::uint64_t most = m_options.page_bytes / std::max<std::size_t>(m_result.shown.size(), 1) * 3 / 4;
    parallel_for(m_result.shown.size(), m_options.threads, [&](std::size_t i) {
      ShownImage& shown = m_result.shown[i];
      read_file(m_images[shown.row], [&](const InputFile& file) {
        make_thumbnail_of(read_whole(file), std::min<std::uint64_t>(most, 16'000), shown);
      });
    });
  }

  std::vector<std::size_t> places(const std::vector<std::uint32_t>& rows, std::size_t most) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < std::min(rows.size(), most); ++i) {
      const auto [known, is_new] = m_places.try_emplace(rows[i], m_result.shown.size());
      all.push_back(known->second);
      if (!is_new) continue;
      ShownImage shown;
      shown.row = rows[i];
      shown.shard = m_set.shard_of(rows[i]);
      shown.record = m_set.rows[rows[i]].record;
      shown.facts = m_set.rows[rows[i]];
      shown.name = m_images[rows[i]].samples->image_path(m_images[rows[i]].sample);
      if (shown.facts.label != ImageRow::k_no_label) shown.label = shown.facts.label;
      m_result.shown.push_back(std::move(shown));
    }
    return all;
  }

  void make_thumbnail_of(const std::string& file, std::uint64_t most_bytes, ShownImage& shown) const {
    const ImageFacts facts = image_facts(file);
    if (!is_image_value(facts) || !info(facts.format).is_decodable) return;
    DecodeOptions options;
    options.max_pixels = m_options.max_pixels;
    constexpr unsigned k_thumbnail_source = 224;
    while (options.reduction < 8 &&
           std::max(facts.width, facts.height) / (2 * options.reduction) >= k_thumbnail_source)
      options.reduction *= 2;
    const auto pixels = codec().new_pixels();
    DecodeReport report;
    if (!codec().decode(file, options, *pixels, report)) make_thumbnail(*pixels, most_bytes, shown);
  }

  const std::vector<BuildPart>& m_parts;
  const Manifest& m_manifest;
  const ReportOptions& m_options;
  ReportResult m_result;
  SetRows m_set;
  std::string m_separator;  // between labels in a cell; empty: a cell is one label
  std::map<std::string, std::uint32_t, std::less<>> m_classes;
  std::optional<ReportLabels> m_labels;
  std::map<std::string, std::uint32_t> m_splits;
  std::vector<PlannedImage> m_images;  // as the rows
  std::map<std::uint32_t, std::size_t> m_places;
};

}  // namespace

ReportResult report_on_plan(const std::vector<BuildPart>& parts, const Manifest& set,
                            const ReportOptions& options, Observer& observer) {
  return PlanFacts(parts, set, options).run(observer);
}

}  // namespace tfrec
