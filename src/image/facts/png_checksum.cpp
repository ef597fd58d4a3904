// SPDX-License-Identifier: Apache-2.0
#include "image/facts/png_checksum.hpp"

#include <isa-l/crc.h>

#include "base/upper_halves.hpp"

namespace tfrec {

std::uint32_t png_checksum(std::string_view name_and_content) {
  // ISA-L's interface of some versions lacks const; it only reads.
  auto* data = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(name_and_content.data()));
  const std::uint32_t checksum = crc32_gzip_refl(0, data, name_and_content.size());
  free_upper_halves();
  return checksum;
}

}  // namespace tfrec
