// SPDX-License-Identifier: Apache-2.0
// Filters of system calls (seccomp). A refused call fails with EPERM. Filters can only be added, and threads
// inherit them.
#pragma once

namespace tfrec {

/// Forbids this thread, and those it starts from now on, what no command needs: to run programs, to start
/// processes, to use the network, and to reach into other processes and into the terminal's input. Returns
/// false where the kernel has no filters or a container refuses them.
bool forbid_foreign_calls();

/// Leaves this thread what computing needs: memory, locks and time. It opens, reads, writes and removes
/// nothing. Returns false as above.
bool allow_only_computing();

}  // namespace tfrec
