// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>

#include "base/concurrency/observer.hpp"

namespace tfrec {

/// Reports to an observer how many shards are done, from any thread.
class ShardProgress {
 public:
  ShardProgress(Observer& observer, std::size_t shards) : m_observer(observer) {
    m_state.unit = "shards";
    m_state.total = shards;
  }

  void done(std::uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    ++m_state.done;
    m_state.bytes_in += bytes;
    m_observer.progress(m_state);
  }

 private:
  Observer& m_observer;
  ProgressState m_state;
  std::mutex m_mutex;
};

}  // namespace tfrec
