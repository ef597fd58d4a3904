// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"
#include "shards/shard_paths.hpp"

namespace tfrec {

/// The column of labels.csv that holds each record's split, as split_names() knows it, if the shards are of
/// several.
class ExtractSplits {
 public:
  /// The column gets a name that none of `headers` has. Notes if all records are of one split.
  ExtractSplits(const FoundShards& found, const std::vector<std::string>& headers, Observer& observer);

  /// Empty if the table has no such column.
  const std::string& header() const { return m_header; }
  /// The cell of a shard's records; nothing if the table has no such column.
  std::optional<std::string> of(std::size_t shard) const;
  /// Whether a spreadsheet takes one of the splits for a formula.
  bool has_formulas() const;

 private:
  std::string m_header;
  std::vector<std::string> m_split_of_shard;
};

}  // namespace tfrec
