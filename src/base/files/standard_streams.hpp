// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfrec {

/// Where a program is started with stdin, stdout or stderr closed, the next files it opens take their
/// numbers, and what is meant for people lands in a shard. This gives the closed ones a descriptor on which
/// reading or writing fails. To be called before any file is opened.
void occupy_standard_streams();

}  // namespace tfrec
