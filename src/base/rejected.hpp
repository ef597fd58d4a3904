// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfrec {

/// Why one input is bad. A value, not an exception: one bad image never hides the next.
struct Rejected {
  std::string reason;
};

}  // namespace tfrec
