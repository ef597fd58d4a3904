// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cli/reports/report.hpp"
#include "operations/inspect/inspect.hpp"

namespace tfrec::cli {

/// What `tfrec inspect` found. People see the samples alone if `only_samples`.
Report inspect_report(const InspectResult& result, bool only_samples);

/// Adds the boxes. Returns what people see of them.
std::string add_boxes(Report& report, const InspectResult& result);

/// The same of masks.
std::string add_masks(Report& report, const InspectResult& result);

/// What people see of the classes in a feature; nothing if it has none.
std::string label_lines(const InspectResult& result, const FeatureSummary& feature, bool is_image);
/// Adds how many records have each value, also by split.
void add_label_counts(Report::Json& json, const InspectResult& result, const FeatureSummary& feature);

/// A record of the result; people see its features, one a line.
Report::Value value_of(const SampleRecord& sample, const InspectResult& result);

/// The class names of an int64 feature; empty if they are not known.
const ClassNames& classes_of(const InspectResult& result, const std::string& feature);

/// "3 (tulips)", or "3" if that class has no name.
std::string class_text(std::int64_t value, const ClassNames& classes);
/// Whether the names are those of places in a list of this kind, not of its values.
bool are_places(const std::optional<ListKind>& kind, const ClassNames& classes);

/// A feature's name as tables show it: printable, cut where it is long, never nothing.
std::string name_text(const std::string& name);
/// The same in quotes, before facts of the feature.
std::string quoted_name(const std::string& name);

/// JSON has neither NaN nor infinities: they become text.
Report::Json float_json(float value);

}  // namespace tfrec::cli
