// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "operations/report/report.hpp"
#include "sets/making/build_part.hpp"

namespace tfrec {

/// Facts about a set before it is built: from the headers of its images, the table and the plan. Only images
/// that are shown are decoded. `set` describes the parts.
ReportResult report_on_plan(const std::vector<BuildPart>& parts, const Manifest& set,
                            const ReportOptions& options, Observer& observer);

}  // namespace tfrec
