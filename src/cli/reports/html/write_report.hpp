// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/concurrency/observer.hpp"
#include "cli/reports/report.hpp"
#include "operations/report/report.hpp"

namespace tfrec::cli {

struct ReportFiles {
  std::filesystem::path page;
  std::filesystem::path findings;  // CSV of images to leave out; empty: none
};

/// Refuses files that can't be written, or are something else than earlier ones, before any work. `config` is
/// the file that options came from. Throws Error (usage).
void check_report_files(const ReportFiles& files, const ReportOptions& options, const std::string& option,
                        const std::string& config);

/// Reads the shards and writes the page; returns what is printed about it.
Report write_report(const ReportFiles& files, const ReportOptions& options, Observer& observer);

}  // namespace tfrec::cli
