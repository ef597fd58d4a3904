// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/error.hpp"

namespace tfrec::test {

/// The error that `run` throws, as "PATH: MESSAGE (HINT)"; empty where it throws none.
template <class Run>
std::string error_of(const Run& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.path() + ": " + error.message() + " (" + error.hint() + ")";
  }
  return {};
}

}  // namespace tfrec::test
