// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/verify_report.hpp"

#include <algorithm>
#include <set>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec::cli {

namespace {

using Json = Report::Json;

/// What --pixels and --expect found good; empty without them.
std::string images_text(const VerifyResult& result, const VerifyOptions& options) {
  const bool has_shape = options.expected && result.unexpected == 0;
  if (result.images == 0 || (!options.pixels && !has_shape)) return {};
  const std::string shape = has_shape ? text_of(*options.expected) : "";
  const std::string images = "; " + counted(result.images, "image", "images");
  if (!options.pixels) return images + (result.images == 1 ? " is " : " are ") + shape;
  if (!has_shape) return images + " decoded";
  return images + " decoded, " + (result.images == 1 ? "" : "all ") + shape;
}

/// "6 problems" or, with --expect, "160 images do not fit --expect, 2 other problems".
std::string problems_text(const VerifyResult& result) {
  std::uint64_t lines = result.problems.size();
  std::uint64_t of_shapes = 0;
  for (const VerifiedFile& file : result.files) {
    lines += file.problems.size();
    of_shapes += static_cast<std::uint64_t>(std::ranges::count(file.problems, "expect", &FileProblem::kind));
  }
  if (result.unexpected == 0) return counted(lines, "problem", "problems");
  std::string shapes = counted(result.unexpected, "image does", "images do") + " not fit --expect";
  if (lines == of_shapes) return shapes;
  return shapes + ", " + counted(lines - of_shapes, "other problem", "other problems");
}

/// " (gs://bucket/a/, gs://bucket/b/)"; empty where all sets are in the bucket's root.
std::string prefixes_text(const ListingFacts& listing) {
  constexpr std::size_t k_shown_prefixes = 3;
  const std::set<std::string> prefixes(listing.prefixes.begin(), listing.prefixes.end());
  std::string text;
  std::size_t shown = 0;
  for (const std::string& prefix : prefixes) {
    if (prefix.empty() || shown == k_shown_prefixes) continue;
    text += (shown++ == 0 ? " (" : ", ") + printable_excerpt(prefix, 100);
  }
  if (text.empty()) return text;
  const std::size_t more = prefixes.size() - shown - (prefixes.contains("") ? 1 : 0);
  return text + (more > 0 ? ", and " + format_count(more) + " more)" : ")");
}

/// Of --listing, which reads no shard.
std::string listing_line(const VerifyResult& result, const ListingFacts& listing) {
  const auto bad = static_cast<std::uint64_t>(
      std::count_if(result.files.begin(), result.files.end(), [](const auto& file) { return !file.ok; }));
  const std::string shards = counted(result.files.size(), "shard", "shards");
  const std::string head = bad == 0 ? "ok: " + shards + ", " + format_bytes(result.bytes)
                                    : "bad: " + format_count(bad) + " of " + shards;
  return head + "; " + format_count(listing.checked) + " with the size and CRC32C of the listing" +
         prefixes_text(listing) + ", " + format_count(listing.without_crc32c + listing.composite) +
         " with only the size; " + counted(listing.others, "other object", "other objects");
}

std::string summary_line(const VerifyResult& result, const VerifyOptions& options) {
  if (result.listing) return listing_line(result, *result.listing);
  const std::string shards = counted(result.files.size(), "shard", "shards");
  const std::string held = counted(result.records, "intact record", "intact records") + ", " +
                           format_bytes(result.bytes) + images_text(result, options);
  if (result.ok) return "ok: " + shards + ", " + held;
  const std::string count = problems_text(result);
  const auto bad = static_cast<std::uint64_t>(std::count_if(
      result.files.begin(), result.files.end(), [](const VerifiedFile& file) { return !file.ok; }));
  if (bad == 0) {
    return "bad: " + count + " of the set; " + shards + ", " + held;
  }
  return "bad: " + count + ", " + format_count(bad) + " of " + shards + "; " + held;
}

Json listing_json(const ListingFacts& listing) {
  return {{"prefixes", listing.prefixes},
          {"checked", listing.checked},
          {"without_crc32c", listing.without_crc32c},
          {"composite", listing.composite},
          {"others", listing.others}};
}

}  // namespace

std::string problem_line(const VerifiedFile& file, const FileProblem& problem) {
  const std::string path = printable(file.path) + ": ";
  if (problem.kind == "name") return path + problem.message;
  return path + place_text(problem) + ": " + problem.message;
}

std::string problem_line(const SetProblem& problem) {
  return printable(problem.path) + ": " + problem.message;
}

Report verify_report(const VerifyResult& result, const VerifyOptions& options) {
  Json files = Json::array();
  Json problems = Json::array();
  Report report;
  for (const VerifiedFile& file : result.files) {
    Json of_file = Json::array();
    for (const FileProblem& problem : file.problems) {
      of_file.push_back(problem_json(problem));
      if (problem.feature) of_file.back()["feature"] = *problem.feature;
      report.add_line(problem_line(file, problem));
    }
    files.push_back({{"path", file.path},
                     {"records", file.records},
                     {"bytes", file.bytes},
                     {"ok", file.ok},
                     {"content", to_string(file.content)},
                     {"problems", std::move(of_file)}});
  }
  for (const SetProblem& problem : result.problems) {
    problems.push_back({{"kind", problem.kind}, {"path", problem.path}, {"message", problem.message}});
    report.add_line(problem_line(problem));
  }
  report.add("ok", result.ok);
  report.add("records", result.records);
  report.add("files", files);
  report.add("problems", problems);
  report.add("notes", result.notes);
  report.add("warnings", result.warnings);
  if (result.listing) report.add("listing", listing_json(*result.listing));
  report.add_line(summary_line(result, options));
  return report;
}

}  // namespace tfrec::cli
