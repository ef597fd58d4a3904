// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace tfrec {

/// Calls work(0) … work(count - 1) on up to `threads` threads, lowest first; returns when all are done. Once
/// one throws no further item is begun; the exception of the lowest item that threw is rethrown here, so that
/// the same input fails the same way whatever the threads. With one thread everything runs in the caller's.
void parallel_for(std::size_t count, unsigned threads, const std::function<void(std::size_t index)>& work);

}  // namespace tfrec
