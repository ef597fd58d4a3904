// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/audit.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/quantity.hpp"
#include "dataset/folder/relative_path.hpp"
#include "dataset/join/audit_hints.hpp"
#include "dataset/join/image_index.hpp"
#include "dataset/join/nearest_image.hpp"

namespace tfrec {

namespace {

/// A hash of all cells in which "ab","c" and "a","bc" differ.
std::uint64_t hash_of(std::span<const std::string_view> cells) {
  std::uint64_t hash = 0;
  for (const std::string_view cell : cells) {
    hash = (hash ^ std::hash<std::string_view>{}(cell)) * 0x9E3779B97F4A7C15U + cell.size();
  }
  return hash;
}

constexpr RowIndex k_no_row{UINT32_MAX};

class Auditor {
 public:
  Auditor(const Table& table, std::size_t image_column, const ImageFolder& folder, const Join& join,
          const AuditOptions& options)
      : m_table(table), m_image_column(image_column), m_folder(folder), m_join(join), m_options(options) {
    m_audit.rows = table.rows();
    m_audit.images = folder.paths.size();
  }

  Audit run() {
    audit_unmatched();
    audit_repeats();
    audit_unused();
    std::stable_partition(m_audit.findings.begin(), m_audit.findings.end(),
                          [](const Finding& finding) { return finding.is_error; });
    return std::move(m_audit);
  }

 private:
  std::string value_of(RowIndex row) const { return m_table.cells(row)[m_image_column]; }

  std::string of_rows(std::uint64_t count) const {
    return format_count(count) + " of " + counted(m_audit.rows, "row", "rows");
  }

  FindingExample example(RowIndex row, std::string message) const {
    std::string brief = "line " + std::to_string(m_table.line(row).value()) + " " + in_quotes(value_of(row));
    return {m_table.place(row), std::move(message), std::move(brief)};
  }

  void add(Finding finding) {
    if (finding.count > 0) m_audit.findings.push_back(std::move(finding));
  }

  void audit_unmatched() {
    Finding missing{FindingKind::rows_without_image, !m_options.allow_missing_images, 0, {}, {}, {}};
    Finding ambiguous{FindingKind::rows_ambiguous, true, 0, {}, {}, {}};
    Finding leaving{FindingKind::rows_leaving_folder, true, 0, {}, {}, {}};
    for (const UnmatchedRow& unmatched : m_join.unmatched) {
      Finding& finding = unmatched.reason == NoImage::ambiguous ? ambiguous
                         : unmatched.reason == NoImage::leaves  ? leaving
                                                                : missing;
      if (finding.count++ < m_options.examples) finding.examples.push_back(unmatched_example(unmatched));
      if (finding.count == 1) finding.hint = unmatched_hint(unmatched);
    }
    missing.summary = of_rows(missing.count) + (missing.count == 1 ? " has no image" : " have no image");
    if (!missing.is_error) missing.summary += missing.count == 1 ? " and is left out" : " and are left out";
    ambiguous.summary =
        of_rows(ambiguous.count) + (ambiguous.count == 1 ? " means" : " mean") + " several images";
    leaving.summary = of_rows(leaving.count) + (leaving.count == 1 ? " names a file" : " name files") +
                      " outside the folder of images";
    add(std::move(missing));
    add(std::move(ambiguous));
    add(std::move(leaving));
  }

  FindingExample unmatched_example(const UnmatchedRow& unmatched) const {
    const std::string value = value_of(unmatched.row);
    switch (unmatched.reason) {
      case NoImage::empty:
        return example(unmatched.row,
                       "no image: column " + in_quotes(m_table.columns()[m_image_column]) + " is empty");
      case NoImage::ambiguous:
        return example(unmatched.row, ambiguous_message(value));
      case NoImage::leaves:
        return example(unmatched.row, in_quotes(value) + " is outside the folder of images");
      case NoImage::not_found:
        break;
    }
    return example(unmatched.row, not_found_message(value));
  }

  std::string not_found_message(const std::string& value) const {
    std::string message = "no image for " + in_quotes(value);
    if (has_hidden_part(value)) return message + " (hidden files are skipped)";
    const auto near = nearest_image(value, m_folder);
    return near ? message + " (nearest: " + in_quotes(m_folder.path(*near)) + ")" : message;
  }

  std::string ambiguous_message(const std::string& value) const {
    constexpr std::size_t k_named = 3;
    std::string message = in_quotes(value) + " means several images: ";
    const std::vector<std::uint32_t> images = images_called(m_folder, value, k_named + 1);
    for (std::size_t i = 0; i < images.size() && i < k_named; ++i) {
      message += (i == 0 ? "" : ", ") + in_quotes(m_folder.path(images[i]));
    }
    return images.size() > k_named ? message + ", …" : message;
  }

  std::string unmatched_hint(const UnmatchedRow& unmatched) const {
    const std::string value = value_of(unmatched.row);
    switch (unmatched.reason) {
      case NoImage::ambiguous:
        return hint_for_ambiguous(value, m_folder);
      case NoImage::leaves:
        return hint_for_leaving(value);
      case NoImage::empty:
      case NoImage::not_found:
        break;
    }
    return hint_for_missing(value, m_folder, m_join, m_options.allow_missing_images);
  }

  /// Counts how often each image is named, and reports what is named twice.
  void audit_repeats() {
    m_first_row.assign(m_folder.paths.size() + m_folder.others.size(), k_no_row);
    m_repeated.assign(m_first_row.size(), false);
    const bool is_error = !m_options.allow_repeats && !m_options.record_per_image;
    Finding repeats{FindingKind::repeated_images, is_error, 0, {}, {}, {}};
    for (const RowIndex row : IndexRange<RowIndex>(m_join.image_of_row.size())) {
      const std::uint32_t image = m_join.image_of_row[row];
      if (image == k_no_image) continue;
      if (m_first_row[image] == k_no_row) {
        m_first_row[image] = row;
        ++m_audit.images_used;
        continue;
      }
      m_repeated[image] = true;
      if (repeats.count++ < m_options.examples) {
        const FileLine earlier = m_table.line(m_first_row[image]);
        repeats.examples.push_back(example(row, in_quotes(m_folder.path(image)) +
                                                    " is already the image of line " +
                                                    std::to_string(earlier.value())));
      }
    }
    repeats.summary =
        of_rows(repeats.count) + (repeats.count == 1 ? " names" : " name") + " an image of an earlier row";
    if (repeats.is_error) {
      repeats.hint =
          "for one record with all rows of an image: --record-per image; for one record per row: "
          "--allow-repeats";
    }
    if (repeats.count == 0) return;
    if (!m_options.record_per_image) add(std::move(repeats));
    audit_equal_rows();
  }

  void audit_equal_rows() {
    Finding equal{FindingKind::repeated_rows, false, 0, {}, {}, {}};
    std::unordered_map<std::uint64_t, RowIndex> seen;
    std::vector<std::pair<RowIndex, RowIndex>> examples;  // with the earlier row
    m_table.for_each([&](RowIndex row, std::span<const std::string_view> cells) {
      const std::uint32_t image = m_join.image_of_row[row];
      if (image == k_no_image || !m_repeated[image]) return;
      const auto [earlier, is_new] = seen.emplace(hash_of(cells), row);
      if (!is_new && equal.count++ < m_options.examples) examples.emplace_back(row, earlier->second);
    });
    for (const auto& [row, earlier] : examples)
      equal.examples.push_back(example(row, "equals line " + std::to_string(m_table.line(earlier).value())));
    equal.summary =
        of_rows(equal.count) + (equal.count == 1 ? " equals an earlier one" : " equal earlier ones");
    add(std::move(equal));
  }

  void audit_unused() {
    Finding unused{FindingKind::images_without_row, m_options.strict, 0, {}, {}, {}};
    for (const std::uint32_t image : m_join.dropped_images) m_repeated[image] = true;
    for (std::uint32_t image = 0; image < m_folder.paths.size(); ++image) {
      if (m_first_row[image] != k_no_row || m_repeated[image]) continue;
      if (unused.count++ < m_options.examples) {
        const std::string& path = m_folder.path(image);
        unused.examples.push_back(
            {(m_folder.root / path).string(), "no row for " + in_quotes(path), in_quotes(path)});
      }
    }
    unused.summary = format_count(unused.count) + " of " + counted(m_audit.images, "image", "images") +
                     (unused.count == 1 ? " has no row" : " have no row");
    const std::string what = m_options.keep_unlisted ? "kept" : "left out";
    if (!unused.is_error) unused.summary += (unused.count == 1 ? " and is " : " and are ") + what;
    if (unused.is_error) unused.hint = "add rows for these images; to skip them, build without --strict";
    add(std::move(unused));
  }

  const Table& m_table;
  std::size_t m_image_column;
  const ImageFolder& m_folder;
  const Join& m_join;
  const AuditOptions& m_options;
  Audit m_audit;
  std::vector<RowIndex> m_first_row;  // per image, k_no_row where no row names it
  std::vector<bool> m_repeated;       // per image; named by more rows than the first
};

}  // namespace

bool Audit::passed() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.is_error; });
}

Audit audit_join(const Table& table, std::size_t image_column, const ImageFolder& folder, const Join& join,
                 const AuditOptions& options) {
  return Auditor(table, image_column, folder, join, options).run();
}

Error audit_error(const Audit& audit) {
  std::string place;
  std::string message;
  std::string hint;
  for (const Finding& finding : audit.findings) {
    if (!finding.is_error) continue;
    const bool is_first = message.empty();
    if (is_first && !finding.examples.empty()) {
      place = finding.examples.front().place;
      message = finding.examples.front().message;
    }
    if (!finding.hint.empty()) hint += (hint.empty() ? "" : "; ") + finding.hint;
    if (is_first && finding.count == 1 && !message.empty()) continue;
    message += (message.empty() ? "" : "; ") + finding.summary;
    for (std::size_t i = is_first ? 1 : 0; i < finding.examples.size(); ++i) {
      message +=
          (i == (is_first ? 1U : 0U) ? (is_first ? ", also " : ", ") : ", ") + finding.examples[i].brief;
    }
    if (finding.count > finding.examples.size()) message += ", …";
  }
  return Error(ErrorKind::bad_data, std::move(place), std::move(message), std::move(hint));
}

}  // namespace tfrec
