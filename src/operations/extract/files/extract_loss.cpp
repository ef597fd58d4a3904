// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/extract_loss.hpp"

#include "base/text/printable.hpp"

namespace tfrec {

std::string text_of(const ExtractLoss& loss) {
  return "'" + printable_excerpt(loss.feature, 60) + "': " + loss.reason;
}

}  // namespace tfrec
