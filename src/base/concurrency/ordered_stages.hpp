// SPDX-License-Identifier: Apache-2.0
// A bounded, ordered, multi-threaded pipeline: many readers, many workers, one deliverer.
//
//   index order ──► read ─────► work ─────► deliver ──► index order
//                   I/O threads  workers     one thread
//
// Readers admit items in index order while the bytes in flight allow it, so slow storage never idles a
// worker; workers take the lowest item that has been read; the deliverer sees items strictly in index order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tfrec {

struct StageLimits {
  unsigned readers = 16;
  unsigned workers = 1;
  std::size_t window = 128;  // items in flight, at most
  std::uint64_t bytes = std::uint64_t{1}
                        << 30;  // bytes in flight, at most; an item larger than that runs alone
};

/// The stages work on numbered slots: `slot` < limits.window stays the same for an item through all stages
/// and is reused afterwards, so buffers kept per slot are allocated once.
struct Stages {
  /// What reading item `index` will bring into memory, in bytes. Called in index order, one call at a time:
  /// no I/O.
  std::function<std::uint64_t(std::size_t index)> source_bytes;
  /// Reads the item; returns the bytes working on it will need beside the source (pixels, result).
  std::function<std::uint64_t(std::size_t index, std::size_t slot)> read;
  /// Works on the item; returns the bytes it keeps until delivery. `worker` < limits.workers is this
  /// thread's, for buffers kept per worker.
  std::function<std::uint64_t(std::size_t index, std::size_t slot, unsigned worker)> work;
  std::function<void(std::size_t index, std::size_t slot)> deliver;
};

/// Carries items 0 … count-1 through the stages; returns when all are delivered. The first exception of any
/// stage (of the lowest item, where several fail together) stops all threads and is rethrown here, once.
/// Nothing is delivered after a failed item.
///
/// Never deadlocks: the lowest undelivered item is always admitted and always worked on, whatever it needs.
void run_ordered(std::size_t count, const Stages& stages, const StageLimits& limits);

}  // namespace tfrec
