// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "image/resize_options.hpp"

namespace tfrec {

/// The image that a mask belongs to, as it is extracted.
struct MaskedImage {
  Extent size;            // as stored
  bool is_array = false;  // it becomes an .npy file
};

/// What extracted masks were found to be, as far as build decides by it how to store them again.
class MaskFileFindings {
 public:
  /// A mask that becomes a file. `is_recorded`: build made it, by a manifest.
  void add_mask(std::string_view png, const MaskedImage& image, bool is_recorded);
  /// A record without a mask.
  void add_missing() { ++m_missing; }
  /// A record whose value is not a mask.
  void add_unreadable() { ++m_unreadable; }
  void add(const MaskFileFindings& other);

  bool has_masks() const { return m_shallow + m_deep > 0; }
  /// Why build can't take all of them; empty if it can.
  std::string problem() const;
  /// What differs in those that build stores again; empty if nothing does.
  std::string difference() const;

 private:
  std::uint64_t m_missing = 0;
  std::uint64_t m_unreadable = 0;
  std::uint64_t m_of_other_size = 0;
  std::uint64_t m_of_arrays = 0;
  std::uint64_t m_shallow = 0;    // of up to 8 bits
  std::uint64_t m_deep = 0;       // of 16 bits
  std::uint64_t m_rewritten = 0;  // other PNGs of up to 8 bits than build writes
  std::uint64_t m_deep_rewritten = 0;
};

}  // namespace tfrec
