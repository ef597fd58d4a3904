// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfrec {

/// What differs in the records that build makes of the result.
struct ExtractLoss {
  std::string feature;
  std::string reason;  // printable
};

/// "'box': its bytes are not text"
std::string text_of(const ExtractLoss& loss);

}  // namespace tfrec
