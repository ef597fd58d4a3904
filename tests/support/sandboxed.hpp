// SPDX-License-Identifier: Apache-2.0
// Tries things in a process of its own that is in the sandbox.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/sandbox/sandbox.hpp"

namespace tfrec::test {

/// What is tried, and whether it went as it should.
using Trials = std::vector<std::pair<std::string, std::function<bool()>>>;

/// Whether a call of the system failed with EPERM.
bool is_refused(long result);

/// Whether --sandbox on works here; a banner otherwise.
bool sandbox_works();

/// As waitpid() gives it: 0 if `trial` returned true.
int status_in_sandbox(const SandboxOutputs& outputs, const std::function<bool()>& trial,
                      SandboxUse use = SandboxUse::on);

/// Checks all of them, one after the other, in one sandbox.
void check_in_sandbox(const SandboxOutputs& outputs, const Trials& trials);

/// The same in a thread that decodes.
void check_confined(const Trials& trials);

}  // namespace tfrec::test
