// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/ordered_stages.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

namespace tfrec {

namespace {

class OrderedRun {
 public:
  OrderedRun(std::size_t count, const Stages& stages, const StageLimits& limits)
      : m_count(count), m_stages(stages), m_limits(limits), m_held(limits.window), m_done(limits.window) {}

  void run() {
    {
      std::vector<std::jthread> threads;
      try {
        start_threads(threads);
      } catch (...) {
        // One of each is enough; what the others would have had is done by those that run.
        if (threads.size() < k_least_threads) fail(0, std::current_exception());
      }
    }
    if (m_failure) std::rethrow_exception(m_failure);
  }

 private:
  static constexpr std::size_t k_least_threads = 3;  // one of each kind: they are started first

  /// Appends threads until all run or the system refuses one.
  void start_threads(std::vector<std::jthread>& threads) {
    threads.emplace_back([this] { repeat([this] { return deliver_one(); }); });
    for (unsigned i = 0; i < std::max(m_limits.workers, m_limits.readers); ++i) {
      if (i < m_limits.workers) {
        threads.emplace_back([this, i] { repeat([this, i] { return work_one(i); }); });
      }
      if (i < m_limits.readers) threads.emplace_back([this] { repeat([this] { return read_one(); }); });
    }
  }

  std::size_t slot_of(std::size_t index) const { return index % m_limits.window; }

  /// Until `step` returns false, or something fails.
  template <class Step>
  void repeat(const Step& step) {
    try {
      while (step()) continue;
    } catch (...) {
      fail(m_current, std::current_exception());
    }
  }

  void fail(std::size_t index, std::exception_ptr failure) {
    const std::lock_guard lock(m_mutex);
    if (!m_failure || index < m_failed_index) {
      m_failure = std::move(failure);
      m_failed_index = index;
    }
    m_room.notify_all();
    m_work.notify_all();
    m_delivery.notify_all();
  }

  bool may_admit(std::uint64_t bytes) const {
    if (m_admitted - m_delivered >= m_limits.window) return false;
    // Half of the budget is for sources, so that the lowest of them always leave room to be worked on.
    return m_admitted == m_delivered || m_in_flight + bytes <= m_limits.bytes / 2;
  }

  /// Admits the next item, waiting until there is room, and reads it. False at the end.
  bool read_one() {
    std::unique_lock gate(m_admission);
    std::unique_lock lock(m_mutex);
    if (m_failure || m_admitted == m_count) return false;
    const std::size_t index = m_admitted;
    m_current = index;
    const std::uint64_t source = m_stages.source_bytes(index);
    m_room.wait(lock, [&] { return m_failure || may_admit(source); });
    if (m_failure) return false;
    ++m_admitted;
    m_in_flight += source;
    m_held[slot_of(index)].bytes = source;
    lock.unlock();
    gate.unlock();
    const std::uint64_t needed = m_stages.read(index, slot_of(index));
    lock.lock();
    m_held[slot_of(index)].needed = needed;
    m_ready.insert(index);
    m_work.notify_all();
    return true;
  }

  /// The lowest item that has been read and fits; the lowest undelivered one always fits.
  std::optional<std::size_t> takeable() const {
    if (m_ready.empty()) return std::nullopt;
    const std::size_t lowest = *m_ready.begin();
    const bool fits = m_in_flight + m_held[slot_of(lowest)].needed <= m_limits.bytes;
    return lowest == m_delivered || fits ? std::optional(lowest) : std::nullopt;
  }

  bool work_one(unsigned worker) {
    std::unique_lock lock(m_mutex);
    std::optional<std::size_t> taken;
    m_work.wait(lock, [&] { return m_failure || m_taken == m_count || (taken = takeable()); });
    if (m_failure || !taken) return false;
    const std::size_t index = *taken;
    m_current = index;
    Held& held = m_held[slot_of(index)];
    m_ready.erase(index);
    if (++m_taken == m_count) m_work.notify_all();
    m_in_flight += held.needed;
    lock.unlock();
    const std::uint64_t kept = m_stages.work(index, slot_of(index), worker);
    lock.lock();
    m_in_flight = m_in_flight - held.needed - held.bytes + kept;
    held.bytes = kept;
    m_done[slot_of(index)] = true;
    announce_room();
    if (index == m_delivered) m_delivery.notify_one();
    return true;
  }

  bool deliver_one() {
    std::unique_lock lock(m_mutex);
    const std::size_t slot = slot_of(m_delivered);
    m_current = m_delivered;
    m_delivery.wait(lock, [&] { return m_failure || m_done[slot]; });
    if (m_failure) return false;
    lock.unlock();
    m_stages.deliver(m_current, slot);
    lock.lock();
    m_in_flight -= m_held[slot].bytes;
    m_done[slot] = false;
    ++m_delivered;
    announce_room();
    return m_delivered < m_count;
  }

  /// Bytes or a slot became free: the reader at the gate and a worker may be waiting for them.
  void announce_room() {
    m_room.notify_one();
    if (!m_ready.empty()) m_work.notify_all();
  }

  struct Held {
    std::uint64_t bytes = 0;   // what the item occupies now
    std::uint64_t needed = 0;  // what working on it adds
  };

  const std::size_t m_count;
  const Stages& m_stages;
  const StageLimits m_limits;

  std::mutex m_admission;              // held by the one reader that admits; taken before m_mutex
  std::mutex m_mutex;                  // guards all below
  std::condition_variable m_room;      // for the admitting reader
  std::condition_variable m_work;      // for workers
  std::condition_variable m_delivery;  // for the deliverer
  std::vector<Held> m_held;            // by slot
  std::vector<char> m_done;            // by slot
  std::set<std::size_t> m_ready;
  std::size_t m_admitted = 0;
  std::size_t m_taken = 0;
  std::size_t m_delivered = 0;
  std::uint64_t m_in_flight = 0;
  std::exception_ptr m_failure;
  std::size_t m_failed_index = 0;
  static thread_local std::size_t m_current;  // the item this thread is at, to order failures
};

thread_local std::size_t OrderedRun::m_current = 0;

}  // namespace

void run_ordered(std::size_t count, const Stages& stages, const StageLimits& limits) {
  StageLimits sound = limits;
  sound.workers = std::max(1U, sound.workers);
  sound.readers =
      std::clamp<unsigned>(sound.readers, 1U, static_cast<unsigned>(std::max<std::size_t>(1, count)));
  sound.window = std::max<std::size_t>(1, sound.window);
  if (count > 0) OrderedRun(count, stages, sound).run();
}

}  // namespace tfrec
