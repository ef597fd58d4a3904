// SPDX-License-Identifier: Apache-2.0
#include "image/npy/npy.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_alignment = 64;  // of the values, as NumPy writes them
constexpr std::string_view k_version_1{"\x93NUMPY\x01\0", 8};

}  // namespace

std::string npy_header(std::string_view type, const std::vector<std::uint64_t>& shape) {
  std::string dictionary =
      "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  const std::size_t unpadded = k_version_1.size() + 2 + dictionary.size() + 1;
  dictionary.append((k_alignment - unpadded % k_alignment) % k_alignment, ' ');
  dictionary += '\n';
  std::string header(k_version_1);
  header += static_cast<char>(dictionary.size() & 0xFFU);
  header += static_cast<char>(dictionary.size() >> 8U);
  return header + dictionary;
}

}  // namespace tfrec
