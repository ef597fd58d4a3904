// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "operations/report/findings/set_rows.hpp"

namespace tfrec {

/// Counts formats, channels and the like, and makes the histograms.
void describe_rows(const SetRows& set, ReportResult& result);

}  // namespace tfrec
