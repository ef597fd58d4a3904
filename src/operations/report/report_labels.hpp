// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "operations/report/report.hpp"

namespace tfrec {

/// Numbers what records have as labels: first each class by itself, then several together as they come.
class ReportLabels {
 public:
  /// Of ReportResult::classes, all of which are there; fills ReportResult::labels.
  explicit ReportLabels(ReportResult& result);

  /// The place in ReportResult::labels of these classes, which are ascending; not empty.
  std::uint32_t place_of(const std::vector<std::uint32_t>& classes);

 private:
  ReportResult& m_result;
  std::map<std::vector<std::uint32_t>, std::uint32_t> m_places;
};

}  // namespace tfrec
