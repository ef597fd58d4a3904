// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfrec::cli {

/// Shows a long text in the user's pager where stdout is a terminal: $TFREC_PAGER, else $PAGER, else less.
/// Gives false where there is none, it is empty or "cat", or it can't start: then nothing was shown.
bool show_in_pager(const std::string& text);

}  // namespace tfrec::cli
