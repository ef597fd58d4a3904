// SPDX-License-Identifier: Apache-2.0
#include "operations/report/finish_report.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <tuple>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/report/describe_rows.hpp"
#include "operations/report/shown/chosen_images.hpp"
#include "operations/report/shown/record_names.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_shown_of_oddity = 12;
constexpr std::size_t k_shown_groups = 24;
constexpr std::size_t k_shown_of_group = 4;
constexpr std::size_t k_most_compared = 4'000;  // images with near hashes
constexpr std::size_t k_most_in_group = 400;
constexpr std::size_t k_most_findings = 100'000;

/// An image for --findings.
struct Found {
  std::string_view finding;
  std::uint32_t row = 0;
};

class ImagesOfReport {
 public:
  ImagesOfReport(const GatheredFacts& facts, const SetRows& set, ReportResult& result)
      : m_facts(facts), m_set(set), m_result(result), m_masks(facts.found), m_reread{facts.found,
                                                                                     set,
                                                                                     facts.features,
                                                                                     m_masks,
                                                                                     facts.options.max_pixels,
                                                                                     0,
                                                                                     facts.options.threads} {}

  void run() {
    m_samples = samples();
    m_odd = find_odd(m_set);
    m_result.giveaways = find_giveaways(m_set, m_facts.options.seed);
    m_result.drift = find_drift(m_set, m_result.shards, m_result.splits);
    confirm_repeats();
    choose_images();
    const std::size_t shown = std::max<std::size_t>(m_images.shown() + shown_again(), 1);
    // Base64 makes 4 bytes of 3.
    const std::uint64_t budget = m_facts.options.samples.value_or(0) > k_usual_samples
                                     ? std::max(m_facts.options.page_bytes, std::uint64_t{9'000} * shown)
                                     : m_facts.options.page_bytes;
    m_reread.thumbnail_bytes = std::clamp<std::uint64_t>(budget / shown * 3 / 4, 1'500, 16'000);
    m_images.read(m_reread);
    place_images();
  }

 private:
  SampledRows samples() const {
    const ReportOptions& options = m_facts.options;
    if (options.samples) return choose_samples(m_set, m_result, *options.samples, options.seed);
    return usual_samples(m_set, m_result, options.seed, "; --samples 1 shows all");
  }

  /// An image of several classes is shown with each.
  std::size_t shown_again() const {
    std::set<std::uint32_t> rows;
    std::size_t all = 0;
    for (const auto& [of_class, own] : m_samples) {
      rows.insert(own.begin(), own.end());
      all += own.size();
    }
    return all - rows.size();
  }

  bool is_across(const std::vector<std::uint32_t>& rows) const {
    return std::ranges::any_of(
        rows, [&](std::uint32_t row) { return m_set.split(row) != m_set.split(rows.front()); });
  }

  void confirm_repeats() {
    FoundRepeats repeats = find_repeated(m_set);
    std::ranges::stable_sort(repeats.near_groups, std::greater{},
                             [&](const auto& group) { return is_across(group); });
    std::size_t compared = 0;
    ChosenImages candidates;
    for (const auto& group : repeats.near_groups) {
      const std::size_t taken = std::min(group.size(), k_most_in_group);
      if (compared + taken > k_most_compared) {
        repeats.not_compared += group.size();
        continue;
      }
      compared += taken;
      repeats.not_compared += group.size() - taken;
      for (std::size_t i = 0; i < taken; ++i) candidates.compare(group[i]);
    }
    candidates.read(m_reread);
    m_groups = confirmed_repeats(repeats, candidates);
    m_result.repeats.equal = repeats.equal;
    m_result.repeats.not_compared = repeats.not_compared;
    for (const ConfirmedGroup& group : m_groups) {
      m_result.repeats.alike += group.rows.size() - 1;
      if (is_across(group.rows)) ++m_result.repeats.across;
      if (has_several_labels(group.rows)) ++m_result.repeats.unclear;
    }
    m_result.repeats.alike -= repeats.equal;
    m_result.repeats.groups = m_groups.size();
    // Those that matter most first.
    std::ranges::stable_sort(m_groups, std::greater{}, [&](const ConfirmedGroup& group) {
      return std::tuple(is_across(group.rows), has_several_labels(group.rows), group.rows.size());
    });
  }

  bool has_several_labels(const std::vector<std::uint32_t>& rows) const {
    std::set<std::uint32_t> labels;
    for (const std::uint32_t row : rows) labels.insert(m_set.rows[row].label);
    labels.erase(ImageRow::k_no_label);
    return labels.size() > 1;
  }

  /// Of images of one split one is enough.
  std::vector<std::uint32_t> shown_of(const ConfirmedGroup& group) const {
    std::vector<std::uint32_t> rows;
    std::set<std::uint32_t> splits;
    for (const std::uint32_t row : group.rows) {
      if (splits.insert(m_set.split(row)).second && rows.size() < k_shown_of_group) rows.push_back(row);
    }
    for (const std::uint32_t row : group.rows) {
      if (rows.size() < k_shown_of_group && std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
    }
    std::ranges::sort(rows);
    return rows;
  }

  void choose_images() {
    for (const auto& [of_class, rows] : m_samples) {
      for (const std::uint32_t row : rows) m_images.show(row);
    }
    for (const FoundOdd& odd : m_odd) {
      for (std::size_t i = 0; i < odd.rows.size(); ++i) {
        if (i < k_shown_of_oddity) m_images.show(odd.rows[i]);
        if (!odd.is_usual) add_finding(oddity_word(odd.oddity), odd.rows[i]);
      }
    }
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
      if (i < k_shown_groups) {
        for (const std::uint32_t row : shown_of(m_groups[i])) m_images.show(row);
      }
      const std::vector<std::uint32_t>& rows = m_groups[i].rows;
      // The first stays, unless nobody knows which of the classes is right.
      const bool is_unclear = has_several_labels(rows);
      for (std::size_t j = is_unclear ? 0 : 1; j < rows.size(); ++j)
        add_finding(is_unclear ? "several-classes" : "repeat", rows[j]);
    }
    if (m_all_findings > m_findings.size()) {
      m_result.notes.push_back("findings: --findings lists the first " + format_count(m_findings.size()) +
                               " of " + format_count(m_all_findings));
    }
  }

  std::vector<std::size_t> places(const std::vector<std::uint32_t>& rows, std::size_t most) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < std::min(rows.size(), most); ++i)
      all.push_back(m_images.place(rows[i], m_set, m_result));
    return all;
  }

  void place_images() {
    for (const auto& [of_class, rows] : m_samples)
      m_result.samples.push_back({of_class, places(rows, rows.size())});
    for (const FoundOdd& odd : m_odd) {
      m_result.odd.push_back(
          {odd.oddity, odd.rows.size(), odd.is_usual, places(odd.rows, k_shown_of_oddity)});
    }
    for (std::size_t i = 0; i < std::min(m_groups.size(), k_shown_groups); ++i) {
      const ConfirmedGroup& group = m_groups[i];
      m_result.repeats.shown.push_back({group.is_equal, is_across(group.rows), has_several_labels(group.rows),
                                        group.rows.size(), places(shown_of(group), k_shown_of_group)});
    }
    for (const auto& [finding, row] : m_findings)
      m_result.findings.emplace_back(finding, m_images.place(row, m_set, m_result));
  }

  static std::string_view oddity_word(Oddity oddity) {
    constexpr std::array<std::string_view, 6> k_words{"one-colour", "dark",   "bright",
                                                      "blurred",    "aspect", "size"};
    return k_words[static_cast<std::size_t>(oddity)];
  }

  /// Of those beyond k_most_findings only the number is kept.
  void add_finding(std::string_view finding, std::uint32_t row) {
    ++m_all_findings;
    if (m_findings.size() >= k_most_findings) return;
    m_findings.push_back({finding, row});
    m_images.name(row);
  }

  const GatheredFacts& m_facts;
  const SetRows& m_set;
  ReportResult& m_result;
  RecordedMasksOf m_masks;
  Reread m_reread;
  SampledRows m_samples;
  std::vector<FoundOdd> m_odd;
  std::vector<ConfirmedGroup> m_groups;
  std::vector<Found> m_findings;
  std::uint64_t m_all_findings = 0;
  ChosenImages m_images;
};

/// Ids of sets that name them differently have no names.
void add_mask_names(const FoundShards& found, ReportResult& result) {
  if (!result.masks.seen() || found.shards.empty()) return;
  const RecordedMasksOf masks(found);
  const RecordedMasks& first = masks.shard(found.shards.front());
  const auto agrees = [&](const FoundShard& shard) { return masks.shard(shard).names == first.names; };
  if (std::ranges::all_of(found.shards, agrees)) result.mask_names = first.names;
}

/// What was left out of shards to bound the memory.
void add_bounds(const GatheredFacts& facts, const SetRows& set, ReportResult& result) {
  result.has_other_sizes = std::ranges::find(set.is_other_size, true) != set.is_other_size.end();
  std::uint64_t records = 0;
  std::uint64_t beyond_classes = 0;
  std::uint64_t beyond_labels = 0;
  for (std::size_t i = 0; i < set.shards(); ++i) {
    if (set.is_other_size[i]) continue;
    records += facts.shards[i]->records;
    beyond_classes += facts.shards[i]->beyond_classes;
    beyond_labels += facts.shards[i]->beyond_labels;
  }
  if (set.rows.size() < records) {
    result.notes.push_back("images, repeats and findings are of " + format_count(set.rows.size()) + " of " +
                           format_count(records) + " records, the first of each shard");
  }
  const std::string most = format_count(ReportShardFacts::k_most_labels);
  if (beyond_classes > 0) {
    result.notes.push_back("classes: " + counted(beyond_classes, "record has", "records have") +
                           " none here, as their shard has more than " + most + " classes");
  }
  if (beyond_labels > 0) {
    result.notes.push_back("samples and findings: " + counted(beyond_labels, "record has", "records have") +
                           " no class there, as their shard has more than " + most +
                           " lists of several classes");
  }
}

void add_notes(ReportResult& result) {
  if (result.images == 0 && result.records > 0) {
    result.notes.emplace_back(
        "no feature holds images; raw pixels need their shape: --shape HEIGHTxWIDTHxCHANNELS");
  }
  if (result.label_feature.empty() && result.mask_names.empty())
    result.notes.emplace_back("no feature looks like a label, so there are no classes");
}

}  // namespace

void add_images(const GatheredFacts& facts, const SetRows& set, ReportResult& result) {
  ImagesOfReport(facts, set, result).run();
}

namespace {

void warn_of_missing_sources(const GatheredFacts& facts, const ReportResult& result, Observer& observer) {
  if (!result.source || result.source->missing == 0) return;
  const std::uint64_t all = result.source->found + result.source->missing;
  const std::string folder = printable(facts.options.source.string());
  const std::string why = facts.features.name.empty()
                              ? "no feature contains the names of images"
                              : "not one image in " + folder + " has the name in the record";
  observer.warning("--source: " + format_count(result.source->missing) + " of " +
                   counted(all, "image", "images") + " not compared: " + why);
}

}  // namespace

ReportResult finish_report(const GatheredFacts& facts, Observer& observer) {
  observer.phase("findings");
  ReportResult result;
  const SetRows set = merge_shards(facts, result);
  if (!facts.options.source.empty()) result.source.emplace();
  describe_rows(set, result);
  warn_of_missing_sources(facts, result, observer);
  add_mask_names(facts.found, result);
  add_notes(result);
  add_bounds(facts, set, result);
  add_images(facts, set, result);
  add_record_names(facts.found, result);
  return result;
}

}  // namespace tfrec
