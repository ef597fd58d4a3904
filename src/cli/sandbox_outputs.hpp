// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/sandbox/sandbox.hpp"
#include "cli/options/option_list.hpp"

namespace tfrec::cli {

/// Where the command may write, by its options; empty: anywhere.
SandboxOutputs outputs_of(const OptionList& command);

}  // namespace tfrec::cli
