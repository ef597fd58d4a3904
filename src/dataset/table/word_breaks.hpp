// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/text/ascii.hpp"

namespace tfrec {

/// A name in lower case without what parts words, so that "Image ID", "image_id" and "ImageId" are equal.
inline std::string without_word_breaks(std::string_view name) {
  std::string joined;
  for (const char c : name) {
    if (c != ' ' && c != '_' && c != '-' && c != '/') joined += lowered(c);
  }
  return joined;
}

}  // namespace tfrec
