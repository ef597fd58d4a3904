// SPDX-License-Identifier: Apache-2.0
// Runs in which a call fails or kills, by tests/faults/fail_calls.cpp.
#pragma once

#include <cerrno>
#include <string>

#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

inline constexpr int k_kill = -1;     // the process is killed instead
inline constexpr int k_short = -2;    // the call reads or writes less
inline constexpr int k_changed = -3;  // what is read is another byte

struct Fault {
  std::string call;           // "write", "rename", …
  int at = 1;                 // which one of them
  int reason = EIO;           // errno, or one of the above
  bool ever = false;          // and all after it
  std::string under = "out";  // counted are calls on files whose path begins so
};

/// The environment of a run with this fault. `scratch` then has a file `failed` with the paths of those
/// calls.
Words environment_of(const Fault& fault, const ScratchFolder& scratch);

}  // namespace tfrec::test
