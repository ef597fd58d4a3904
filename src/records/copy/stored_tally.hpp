// SPDX-License-Identifier: Apache-2.0
// What the bytes features of many records hold, as far as a reader with one fixed shape depends on it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_view.hpp"
#include "example/schema.hpp"
#include "records/copy/image_summary.hpp"

namespace tfrec {

/// Of one feature.
struct StoredTally {
  ImageSummary images;          // values that are encoded images
  std::uint64_t others = 0;     // values that are not
  Range<std::uint64_t> sizes;   // bytes of these
  bool others_are_text = true;  // UTF-8 without a zero byte

  void add(std::string_view value);
  void add(const StoredTally& other);
};

/// By feature; at most Schema::k_max_names.
using StoredTallies = std::map<std::string, StoredTally, std::less<>>;

void add_tallies(StoredTallies& all, const StoredTallies& more);

/// Adds records to tallies, for one thread. Reads the headers of images, and decodes nothing.
class StoredReader {
 public:
  void add(StoredTallies& tallies, const ExampleView& example);

 private:
  std::vector<std::string_view> m_values;
};

}  // namespace tfrec
