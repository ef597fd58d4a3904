// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/catch.hpp"
#include "support/run_tfrec.hpp"

namespace tfrec::test {

/// Checks that a run failed with `exit_code`, wrote nothing to stdout and just `err` to stderr.
inline void check_error(const RunResult& result, int exit_code, const std::string& err) {
  CHECK(result.exit_code == exit_code);
  CHECK(result.out.empty());
  CHECK(result.err == err);
}

}  // namespace tfrec::test
