// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "cli/reports/report.hpp"
#include "operations/report/report.hpp"
#include "sets/making/build_part.hpp"

namespace tfrec::cli {

struct ReportFiles {
  std::filesystem::path page;
  std::filesystem::path findings;  // CSV of images to leave out; empty: none
};

/// Refuses files that can't be written, or are something else than earlier ones, before any work. `inputs`
/// are files and folders that are read, `out` is the folder of a set that is written, or empty. Throws Error
/// (usage).
void check_report_files(const ReportFiles& files, const std::string& option,
                        const std::vector<std::filesystem::path>& inputs,
                        const std::filesystem::path& out = {});

/// The same for --report of a build or a plan.
void check_build_page(const std::filesystem::path& page, const BuildOptions& options);

/// Reads the shards and writes the page; returns what is printed about it.
Report write_report(const ReportFiles& files, const ReportOptions& options, Observer& observer);

/// The same before a build.
Report write_plan_report(const std::filesystem::path& page, const std::vector<BuildPart>& parts,
                         const Manifest& set, const BuildOptions& options, Observer& observer);

}  // namespace tfrec::cli
