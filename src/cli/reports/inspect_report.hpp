// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/reports/report.hpp"
#include "operations/inspect/inspect.hpp"

namespace tfrec::cli {

/// What `tfrec inspect` found. People see the samples alone if `only_samples`.
Report inspect_report(const InspectResult& result, bool only_samples);

/// A record; people see its features, one a line.
Report::Value value_of(const SampleRecord& sample);

/// A feature's name as tables show it: printable, cut where it is long, never nothing.
std::string name_text(const std::string& name);

/// JSON has neither NaN nor infinities: they become text.
Report::Json float_json(float value);

}  // namespace tfrec::cli
