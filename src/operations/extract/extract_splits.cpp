// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract_splits.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/in_quotes.hpp"
#include "dataset/table/csv_cell.hpp"
#include "operations/extract/extract_column.hpp"
#include "sets/summaries/parts_of_set.hpp"

namespace tfrec {

ExtractSplits::ExtractSplits(const FoundShards& found, const std::vector<std::string>& headers,
                             Observer& observer) {
  m_split_of_shard = split_names(found);
  const std::set<std::string> splits(m_split_of_shard.begin(), m_split_of_shard.end());
  if (splits.size() == 1 && !splits.begin()->empty()) {
    observer.note("all records are of split " + in_quotes(*splits.begin()) +
                  "; the table has no column for it");
  }
  if (splits.size() < 2) return;
  m_header = free_header("split", [&](const std::string& header) {
    return std::find(headers.begin(), headers.end(), header) != headers.end();
  });
}

std::optional<std::string> ExtractSplits::of(std::size_t shard) const {
  return m_header.empty() ? std::nullopt : std::optional(m_split_of_shard[shard]);
}

bool ExtractSplits::has_formulas() const {
  return !m_header.empty() &&
         std::any_of(m_split_of_shard.begin(), m_split_of_shard.end(),
                     [](const std::string& split) { return neutralised(split) != split; });
}

}  // namespace tfrec
