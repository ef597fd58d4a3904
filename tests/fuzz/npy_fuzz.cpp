// SPDX-License-Identifier: Apache-2.0
// Any bytes as .npy file: rejected with a reason, or as many values as the header announces.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "image/npy/npy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  const auto parsed = tfrec::parse_npy(file);
  if (std::holds_alternative<tfrec::Rejected>(parsed)) return 0;
  const auto& header = std::get<tfrec::NpyHeader>(parsed);
  const auto floats = tfrec::npy_as_float32(header, file, 0.5);
  const auto* bytes = std::get_if<std::string>(&floats);
  if (bytes != nullptr && bytes->size() != 4 * header.values) std::abort();
  const auto raw = tfrec::npy_as_uint8(header, file);
  bytes = std::get_if<std::string>(&raw);
  if (bytes != nullptr && bytes->size() != header.values) std::abort();
  return 0;
}
