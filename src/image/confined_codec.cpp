// SPDX-License-Identifier: Apache-2.0
#include "image/confined_codec.hpp"

#include "base/sandbox/sandbox.hpp"

namespace tfrec {

std::optional<Rejected> ConfinedCodec::decode(std::string_view file, const DecodeOptions& options,
                                              Pixels& image, DecodeReport& report) const {
  return confined([&] { return m_codec.decode(file, options, image, report); });
}

}  // namespace tfrec
