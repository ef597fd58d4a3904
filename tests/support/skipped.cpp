// SPDX-License-Identifier: Apache-2.0
#include "support/skipped.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string_view>

namespace tfrec::test {

bool skipped(const std::string& reason) {
  const char* ci = std::getenv("CI");
  if (ci != nullptr && std::string_view(ci) == "true") throw std::runtime_error(reason);
  std::cerr << "\n*** SKIPPED: " << reason << "\n\n";
  return false;
}

}  // namespace tfrec::test
