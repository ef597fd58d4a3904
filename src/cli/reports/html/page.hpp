// SPDX-License-Identifier: Apache-2.0
// The page of `tfrec report`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/file.hpp"
#include "cli/reports/html/html.hpp"
#include "operations/report/report.hpp"
#include "operations/verify/verify.hpp"

namespace tfrec::cli {

struct PageFacts {
  const ReportResult& report;
  const VerifyResult& verified;
  std::vector<std::string> paths;  // as they were given
  std::string findings_file{};     // --findings; empty: not written
  bool is_plan = false;            // nothing is built yet: there are no shards, and no records
};

/// What someone should look at: the section, and a sentence.
struct PageFinding {
  std::string_view section;
  std::string text;
};
/// Empty for a clean set.
std::vector<PageFinding> page_findings(const PageFacts& facts);

/// The whole page.
std::string report_page(const PageFacts& facts);
/// Whether a file begins as report_page() makes it begin.
bool is_report_page(const InputFile& file);

// The sections; each is empty if there is nothing to show.
Html summary_section(const PageFacts& facts);
Html problems_section(const PageFacts& facts);
Html classes_section(const PageFacts& facts);
Html samples_section(const PageFacts& facts);
Html shards_section(const PageFacts& facts);
Html images_section(const PageFacts& facts);
Html repeats_section(const PageFacts& facts);
Html odd_section(const PageFacts& facts);
Html giveaways_section(const PageFacts& facts);
Html drift_section(const PageFacts& facts);
Html boxes_section(const PageFacts& facts);
Html masks_section(const PageFacts& facts);

HtmlLiteral page_style();
HtmlLiteral page_script();

}  // namespace tfrec::cli
