// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/text/joined.hpp"
#include "operations/report/report.hpp"

namespace tfrec {

/// Numbers what records have as labels: first each class by itself, then several together as they come.
class ReportLabels {
 public:
  /// Of ReportResult::classes, all of which are there; fills ReportResult::labels.
  explicit ReportLabels(ReportResult& result) : m_result(result) {
    for (std::uint32_t place = 0; place < result.classes.size(); ++place) place_of({place});
  }

  /// The place in ReportResult::labels of these classes, which are ascending; not empty.
  std::uint32_t place_of(const std::vector<std::uint32_t>& classes) {
    const auto next = static_cast<std::uint32_t>(m_result.labels.size());
    const auto [known, is_new] = m_places.try_emplace(classes, next);
    if (is_new) m_result.labels.push_back({text_of(classes), classes});
    return known->second;
  }

 private:
  /// "cat, dog"; of many, the first.
  std::string text_of(std::span<const std::uint32_t> places) const {
    constexpr std::size_t k_most_named = 8;
    const auto name_of = [&](std::uint32_t place) { return m_result.classes[place].name; };
    return joined(places.first(std::min(k_most_named, places.size())), ", ", name_of) +
           (places.size() > k_most_named ? ", …" : "");
  }

  ReportResult& m_result;
  std::map<std::vector<std::uint32_t>, std::uint32_t> m_places;
};

}  // namespace tfrec
