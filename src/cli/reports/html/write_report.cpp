// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/html/write_report.hpp"

#include <span>
#include <vector>

#include "base/files/atomic_file.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/html/page.hpp"
#include "dataset/table/csv_cell.hpp"
#include "operations/report/plan_report.hpp"
#include "sets/making/output_check.hpp"

namespace tfrec::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_findings_header = "finding,shard,record,image,class\r\n";

bool is_findings(const InputFile& file) {
  std::string head(k_findings_header.size(), '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  return head == k_findings_header;
}

std::string findings_csv(const ReportResult& result) {
  std::string csv(k_findings_header);
  for (const auto& [finding, shown] : result.findings) {
    const ShownImage& image = result.shown[shown];
    const std::string label = image.label < result.labels.size() ? result.labels[image.label].text : "";
    csv += finding + "," + csv_cell(result.shards[image.shard].path) + "," + std::to_string(image.record) +
           "," + csv_cell(image.name) + "," + csv_cell(label) + "\r\n";
  }
  return csv;
}

Report report_of(const ReportFiles& files, const PageFacts& facts, std::size_t page_bytes) {
  const ReportResult& result = facts.report;
  Report report;
  report.add("report", files.page.string());
  report.add("records", result.records);
  report.add("images", result.images);
  report.add("shards", result.shards.size());
  Report::Json findings = Report::Json::array();
  std::string lines;
  for (const PageFinding& finding : page_findings(facts)) {
    findings.push_back({{"section", finding.section}, {"message", finding.text}});
    lines += std::string(finding.section) + ": " + printable(finding.text) + "\n";
  }
  const std::size_t count = findings.size();
  report.add("findings", findings);
  report.add_lines(lines);
  report.add_line(printable(files.page.string()) + ": " + counted(result.images, "image", "images") + " in " +
                  counted(result.shards.size(), "shard", "shards") + ", " +
                  (count == 0 ? "no findings" : counted(count, "finding", "findings")) +
                  (facts.is_plan ? " (pixels were not checked), " : ", ") + format_bytes(page_bytes));
  if (!files.findings.empty()) {
    const std::size_t listed = result.findings.size();
    report.add_line(printable(files.findings.string()) + ": " +
                    (listed == 0 ? "no images" : counted(listed, "image", "images")) + " to leave out");
  }
  return report;
}

}  // namespace

void check_report_files(const ReportFiles& files, const std::string& option,
                        const std::vector<fs::path>& inputs, const fs::path& out) {
  const OutputCheck check(inputs, out);
  check.require(
      {files.page, option, "a report of tfrec report", is_report_page, option + " needs a file name"});
  if (files.findings.empty()) return;
  require_other_files(files.findings, "--findings", files.page, option);
  check.require(
      {files.findings, "--findings", "a list of findings", is_findings, "--findings needs a file name"});
}

void check_build_page(const fs::path& page, const BuildOptions& options) {
  require_other_files(page, "--report", options.depfile, "--depfile");
  check_report_files(
      {page, {}}, "--report",
      {options.images, options.labels, options.test, options.masks.folder, options.files, options.config},
      options.out);
}

Report write_report(const ReportFiles& files, const ReportOptions& options, Observer& observer) {
  VerifyOptions verifying;
  verifying.paths = options.paths;
  verifying.threads = options.threads;
  verifying.pixels = true;
  verifying.max_pixels = options.max_pixels;
  if (options.shape) {
    verifying.expected = {static_cast<std::uint32_t>((*options.shape)[1]),
                          static_cast<std::uint32_t>((*options.shape)[0]),
                          static_cast<int>((*options.shape)[2])};
  }
  ReportPass pass(options);
  const VerifyResult verified = verify(verifying, observer, &pass.visitor());
  const ReportResult result = pass.finish(observer);
  const PageFacts facts{result, verified, options.paths, files.findings.string(), false};
  const std::string page = report_page(facts);
  write_output_atomically(files.page, page);
  if (!files.findings.empty()) write_output_atomically(files.findings, findings_csv(result));
  for (const std::string& note : result.notes) observer.note(note);
  return report_of(files, facts, page.size());
}

Report write_plan_report(const fs::path& page, const std::vector<BuildPart>& parts, const Manifest& set,
                         const BuildOptions& options, Observer& observer) {
  ReportOptions about;
  about.threads = options.threads;
  const ReportResult result = report_on_plan(parts, set, about, observer);
  const VerifyResult verified;
  const PageFacts facts{result, verified, {options.images.string()}, {}, true};
  const std::string content = report_page(facts);
  write_output_atomically(page, content);
  return report_of({page, {}}, facts, content.size());
}

}  // namespace tfrec::cli
