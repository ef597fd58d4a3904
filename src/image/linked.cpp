// SPDX-License-Identifier: Apache-2.0
// In the static program: the codec is linked. load.cpp loads it elsewhere.
#include "image/codec.hpp"
#include "image/confined_codec.hpp"
#include "image/module.hpp"

namespace tfrec {

const Codec& codec() {
  static const ConfinedCodec linked(*tfrec_image_codec());
  return linked;
}

}  // namespace tfrec
