// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "records/make/made_record.hpp"

namespace tfrec {

/// Counts what the stored images came from: formats, peculiarities, what was done to them.
class ImageTally {
 public:
  /// `path` is the image's, to find names with the wrong extension. Returns what is unusual about it: names
  /// of entries().
  std::vector<std::string_view> add(const MadeRecord& record, std::string_view path);

  /// Adds one of entries().
  void add(const std::string& entry, std::uint64_t count);
  void add(const ImageTally& other);

  /// Names with counts, most telling first: formats by name, then facts ("progressive", "gray", "cmyk",
  /// "transparent", "deep", "turned", "blended", "misnamed", "enlarged", "stretched", "copied", "reencoded",
  /// "upright_masks", "antialiased_masks", "black_and_white_masks"), then libjpeg's oddities in its own words
  /// behind "oddity:
  /// ". Only those with a count.
  std::vector<std::pair<std::string, std::uint64_t>> entries() const;

 private:
  std::map<std::string, std::uint64_t> m_formats;
  std::map<std::string, std::uint64_t> m_facts;
  std::map<std::string, std::uint64_t> m_oddities;
};

}  // namespace tfrec
