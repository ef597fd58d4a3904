// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "example/example_view.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Counts the boxes of records by a feature that has `floats` floats for each box.
class BoxTally {
 public:
  BoxTally(std::string feature, std::size_t floats) : m_feature(std::move(feature)), m_floats(floats) {}

  void add(const ExampleView& example);
  void add(const BoxTally& other);

  const std::string& feature() const { return m_feature; }
  BoxTotals totals() const;

 private:
  std::string m_feature;
  std::size_t m_floats;
  std::map<std::uint64_t, std::uint64_t> m_records;  // by their number of boxes
};

}  // namespace tfrec
