// SPDX-License-Identifier: Apache-2.0
#include "operations/report/report_labels.hpp"

#include <algorithm>
#include <span>

#include "base/text/joined.hpp"

namespace tfrec {

namespace {

/// "cat, dog"; of many, the first.
std::string label_text(const std::vector<ReportClass>& classes, std::span<const std::uint32_t> places) {
  constexpr std::size_t k_most_named = 8;
  const auto name_of = [&](std::uint32_t place) { return classes[place].name; };
  return joined(places.first(std::min(k_most_named, places.size())), ", ", name_of) +
         (places.size() > k_most_named ? ", …" : "");
}

}  // namespace

ReportLabels::ReportLabels(ReportResult& result) : m_result(result) {
  for (std::uint32_t place = 0; place < result.classes.size(); ++place) place_of({place});
}

std::uint32_t ReportLabels::place_of(const std::vector<std::uint32_t>& classes) {
  const auto next = static_cast<std::uint32_t>(m_result.labels.size());
  const auto [known, is_new] = m_places.try_emplace(classes, next);
  if (is_new) m_result.labels.push_back({label_text(m_result.classes, classes), classes});
  return known->second;
}

}  // namespace tfrec
