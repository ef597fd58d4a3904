// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/parallel_for.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tfrec {

namespace {

/// Items are taken in order, so every item below a failed one was begun and its own failure is known at the
/// end.
class Items {
 public:
  Items(std::size_t count, const std::function<void(std::size_t)>& work) : m_count(count), m_work(work) {}

  void run() {
    while (!m_stop) {
      const std::size_t index = m_next.fetch_add(1);
      if (index >= m_count) return;
      try {
        m_work(index);
      } catch (...) {
        failed(index);
      }
    }
  }

  void rethrow() const {
    if (m_failure) std::rethrow_exception(m_failure);
  }

 private:
  void failed(std::size_t index) {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
    if (m_failure && index > m_failed_index) return;
    m_failure = std::current_exception();
    m_failed_index = index;
  }

  std::size_t m_count;
  const std::function<void(std::size_t)>& m_work;
  std::atomic<std::size_t> m_next{0};
  std::atomic<bool> m_stop{false};
  std::mutex m_mutex;
  std::exception_ptr m_failure;
  std::size_t m_failed_index = 0;
};

}  // namespace

void parallel_for(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
  Items items(count, work);
  const std::size_t others =
      std::min<std::size_t>(std::max(threads, 1U), std::max<std::size_t>(count, 1)) - 1;
  {
    std::vector<std::jthread> helpers;
    try {
      for (std::size_t i = 0; i < others; ++i) helpers.emplace_back([&items] { items.run(); });
    } catch (const std::exception&) {
      // No memory or no thread for another one: those that run do the work.
    }
    items.run();
  }
  items.rethrow();
}

}  // namespace tfrec
