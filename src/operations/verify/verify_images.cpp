// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/verify/verify_set.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_notes = 5;  // notes of a kind

using FolderAndFeature = std::pair<std::string, std::string>;

/// A feature of a file, in the light of the same one in the folder's other files.
struct Judged {
  const std::string& name;
  const FeatureTally& tally;
  const FeatureCounts& folder;
  bool is_payload = false;

  bool holds_images() const {
    return tally.counts.values > 0 && (tally.counts.holds_images() || folder.holds_images());
  }
  bool holds_mostly_images() const {
    return tally.counts.holds_mostly_images() || folder.holds_mostly_images();
  }
  bool holds_raw_samples() const {
    return tally.counts.values > 0 && (tally.counts.holds_raw_samples() || folder.holds_raw_samples());
  }
  std::string text() const {
    return is_payload ? std::string("payload") : "feature '" + printable_excerpt(name, 60) + "'";
  }
};

class ImageJudge {
 public:
  ImageJudge(std::vector<FileVerdict>& verdicts, const VerifyOptions& options, VerifyResult& result)
      : m_verdicts(verdicts), m_options(options), m_result(result) {}

  void run() {
    for (const FileVerdict& verdict : m_verdicts) {
      for (const auto& [name, tally] : tallies_of(verdict)) m_folders[key(verdict, name)].add(tally->counts);
    }
    for (FileVerdict& verdict : m_verdicts) judge(verdict);
    note_what_was_not_judged();
  }

 private:
  /// Payloads count as a feature where they are not examples.
  static std::vector<std::pair<std::string, const FeatureTally*>> tallies_of(const FileVerdict& verdict) {
    std::vector<std::pair<std::string, const FeatureTally*>> tallies;
    if (!verdict.images) return tallies;
    if (verdict.file.content == RecordContent::opaque) return {{std::string(), &verdict.images->payloads()}};
    for (const auto& [name, tally] : verdict.images->tallies()) tallies.emplace_back(name, &tally);
    return tallies;
  }

  static FolderAndFeature key(const FileVerdict& verdict, const std::string& name) {
    const std::string folder = std::filesystem::path(verdict.file.path).parent_path().string();
    // Another key for payloads than for a feature without a name.
    const bool is_payload = verdict.file.content == RecordContent::opaque;
    return {is_payload ? folder + "//" : folder, name};
  }

  void judge(FileVerdict& verdict) {
    for (const auto& [name, tally] : tallies_of(verdict)) {
      const Judged judged{name, *tally, m_folders[key(verdict, name)],
                          verdict.file.content == RecordContent::opaque};
      if (judged.holds_images()) {
        judge_images_of(verdict, judged);
      } else if (judged.holds_raw_samples()) {
        m_has_judged_shape = true;
        m_result.images += tally->counts.raw;
        add(verdict, judged, "expect", tally->not_raw);
      } else if (tally->counts.images + tally->counts.undecodable > 0) {
        m_lookalikes.push_back(printable(verdict.file.path) + ": " + judged.text() + ": " +
                               format_count(tally->counts.images + tally->counts.undecodable) + " of " +
                               counted(tally->counts.values, "value", "values") +
                               " begin like images, taken for no feature of images");
      }
    }
    verdict.file.ok = verdict.file.ok && verdict.file.problems.empty();
  }

  void judge_images_of(FileVerdict& verdict, const Judged& judged) {
    m_has_images = true;
    const FeatureTally& tally = judged.tally;
    m_result.images += m_options.pixels ? tally.counts.sound : tally.counts.images;
    if (m_options.pixels) add(verdict, judged, "pixels", tally.rejected);
    if (judged.holds_mostly_images()) {
      add(verdict, judged, m_options.pixels ? "pixels" : "expect", tally.others);
    } else if (tally.others.count > tally.counts.empty) {
      m_lookalikes.push_back(printable(verdict.file.path) + ": " + judged.text() + ": " +
                             counted(tally.others.count, "value is", "values are") +
                             " no image, taken for values of another kind");
    }
    if (m_options.expected) add(verdict, judged, "expect", tally.misshapen);
    m_has_judged_shape = m_has_judged_shape || tally.counts.images > 0;
    if (m_options.pixels && tally.unreadable.count > 0) {
      m_unreadable.push_back(printable(verdict.file.path) + ": " + judged.text() + ": " +
                             counted(tally.unreadable.count, "image is", "images are") +
                             " of a format that is not decoded (first: " +
                             printable(tally.unreadable.first[0].reason) + "), only counted");
    }
  }

  void add(FileVerdict& verdict, const Judged& judged, std::string_view kind, const Findings& findings) {
    if (kind == "expect") m_result.unexpected += findings.count;
    const auto problem = [&](const ValuePlace& place, std::string message) {
      verdict.file.problems.push_back({std::string(kind), place.record, place.offset, place.length,
                                       std::move(message),
                                       judged.is_payload ? std::nullopt : std::optional(judged.name)});
    };
    for (const ValueFinding& finding : findings.first) {
      const std::string value =
          finding.place.values > 1 ? ", value " + std::to_string(finding.place.value) : std::string();
      problem(finding.place, judged.text() + value + ": " + printable(finding.reason));
    }
    if (findings.count == findings.first.size() || findings.first.empty()) return;
    problem(findings.first.back().place,
            judged.text() + ": the same or the like of " +
                counted(findings.count - findings.first.size(), "more value", "more values"));
  }

  void note_what_was_not_judged() {
    note_few(m_lookalikes);
    note_few(m_unreadable);
    if (m_options.pixels && !m_has_images)
      m_result.notes.emplace_back("--pixels: no feature contains images, so nothing was decoded");
    if (!m_options.expected || m_has_judged_shape) return;
    m_result.problems.push_back({"expect", m_options.paths.front(),
                                 "nothing to expect " + text_of(*m_options.expected) +
                                     " of: no feature contains images, or raw samples of that number"});
  }

  void note_few(std::vector<std::string>& notes) {
    const std::size_t shown = std::min(notes.size(), k_most_notes);
    for (std::size_t i = 0; i < shown; ++i) m_result.notes.push_back(std::move(notes[i]));
    if (notes.size() > shown)
      m_result.notes.push_back("and the like in " + counted(notes.size() - shown, "more case", "more cases"));
  }

  std::vector<FileVerdict>& m_verdicts;
  const VerifyOptions& m_options;
  VerifyResult& m_result;
  std::map<FolderAndFeature, FeatureCounts> m_folders;
  bool m_has_images = false;
  bool m_has_judged_shape = false;
  std::vector<std::string> m_lookalikes;
  std::vector<std::string> m_unreadable;
};

}  // namespace

void judge_images(std::vector<FileVerdict>& verdicts, const VerifyOptions& options, VerifyResult& result) {
  if (options.pixels || options.expected) ImageJudge(verdicts, options, result).run();
}

}  // namespace tfrec
