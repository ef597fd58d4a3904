// SPDX-License-Identifier: Apache-2.0
// Sanitizers bring a preloaded library of their own: nothing can fail there.
#include "support/scenes/failing_calls.hpp"

#include "support/build_paths.hpp"

namespace tfrec::test {

Words environment_of(const Fault& fault, const ScratchFolder& scratch) {
  Words environment{std::string("LD_PRELOAD=") + k_fail_calls,
                    "TFREC_FAIL_CALL=" + fault.call,
                    "TFREC_FAIL_AT=" + std::to_string(fault.at),
                    "TFREC_FAIL_ERRNO=" + std::to_string(fault.reason),
                    "TFREC_FAIL_UNDER=" + (scratch / fault.under).string(),
                    "TFREC_FAIL_LOG=" + (scratch / "failed").string()};
  if (fault.ever) environment.emplace_back("TFREC_FAIL_EVER=1");
  return environment;
}

}  // namespace tfrec::test
