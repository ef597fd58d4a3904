// SPDX-License-Identifier: Apache-2.0
// Findings as people read them.
#pragma once

#include <string>
#include <string_view>

#include "operations/report/report.hpp"

namespace tfrec::cli {

/// "3 images are byte for byte another's, 1 looks like another; 2 groups are in several splits; 1 group
/// has several classes"
std::string repeat_words(const RepeatFacts& repeats);
/// "Blurred"
std::string_view oddity_heading(Oddity oddity);
/// What makes an image odd in this way.
std::string oddity_rule(Oddity oddity);
/// "class 'dog' if width is at least 300 px"
std::string giveaway_rule(const ReportResult& report, const Giveaway& rule);
/// "98 % of 'dog', 2 % of the others"
std::string giveaway_hits(const ReportResult& report, const Giveaway& rule);
std::string drift_property(const ReportResult& report, const Drift& drift);
std::string drift_value(const Drift& drift, double value);
/// "1.3 standard deviations"
std::string drift_size(const Drift& drift);

}  // namespace tfrec::cli
