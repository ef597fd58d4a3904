// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfrec {

/// The cores this process may use: its affinity mask, at most its control groups' CPU quota, rounded up; at
/// least 1.
unsigned usable_cores();

}  // namespace tfrec
