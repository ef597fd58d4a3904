// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/task_pool.hpp"

#include <thread>
#include <vector>

namespace tfrec {

thread_local unsigned TaskPool::t_worker = 0;
thread_local std::size_t TaskPool::t_job = 0;

void TaskPool::run(std::size_t count, const Job& job) {
  m_job = &job;
  m_count = count;
  m_next_job = 0;
  m_failure = nullptr;
  {
    std::vector<std::jthread> others;
    try {
      for (unsigned i = 1; i < m_limits.threads; ++i) others.emplace_back([this, i] { work(i); });
    } catch (const std::exception&) {
      // No memory or no thread for another worker: those that run do the work.
    }
    work(0);
  }
  if (m_failure) std::rethrow_exception(m_failure);
}

void TaskPool::work(unsigned worker) {
  t_worker = worker;
  std::unique_lock lock(m_mutex);
  for (;;) {
    if (has_task_that_fits()) {
      do_task(lock);
    } else if (m_waiting.empty() && m_next_job < m_count) {
      do_job(lock);
    } else if (m_waiting.empty() && m_running_jobs == 0) {
      return;
    } else {
      m_changed.wait(lock);
    }
  }
}

bool TaskPool::has_task_that_fits() const {
  if (m_waiting.empty()) return false;
  return m_running_tasks == 0 || m_bytes + m_waiting.front().needed <= m_limits.bytes;
}

/// Whether whoever shares tasks should rather do some. A thread that is alone keeps nothing waiting.
bool TaskPool::is_crowded() const {
  constexpr std::size_t k_waiting_per_thread = 4;
  if (m_waiting.empty()) return m_bytes > m_limits.bytes;
  return m_limits.threads == 1 || m_waiting.size() > k_waiting_per_thread * m_limits.threads ||
         m_bytes > m_limits.bytes / 2;
}

void TaskPool::share(std::uint64_t held, std::uint64_t needed, Task task) {
  std::unique_lock lock(m_mutex);
  m_waiting.push_back({t_job, held, needed, std::move(task)});
  m_bytes += held;
  m_changed.notify_one();
  while (!is_moot(t_job) && is_crowded()) {
    if (has_task_that_fits()) {
      do_task(lock);
    } else {
      m_changed.wait(lock);
    }
  }
  if (is_moot(t_job)) throw Abandoned{};
}

void TaskPool::do_task(std::unique_lock<std::mutex>& lock) {
  Waiting item = std::move(m_waiting.front());
  m_waiting.pop_front();
  ++m_running_tasks;
  m_bytes += item.needed;
  const bool moot = is_moot(item.job);
  lock.unlock();
  try {
    if (!moot) item.task(t_worker);
    item.task = nullptr;  // gives back what it holds before that is counted as free
    lock.lock();
  } catch (...) {
    lock.lock();
    fail(item.job, std::current_exception());
  }
  --m_running_tasks;
  m_bytes -= item.held + item.needed;
  m_changed.notify_all();
}

void TaskPool::do_job(std::unique_lock<std::mutex>& lock) {
  const std::size_t index = m_next_job++;
  ++m_running_jobs;
  lock.unlock();
  t_job = index;
  try {
    (*m_job)(index);
    lock.lock();
  } catch (const Abandoned&) {
    lock.lock();
  } catch (...) {
    lock.lock();
    fail(index, std::current_exception());
  }
  --m_running_jobs;
  m_changed.notify_all();
}

/// Whether nothing that `job` still does could change the outcome.
bool TaskPool::is_moot(std::size_t job) const {
  return m_failure && job >= m_failed_job;
}

/// Jobs below the failed one go on: theirs may be the lowest failure.
void TaskPool::fail(std::size_t job, std::exception_ptr failure) {
  if (is_moot(job)) return;
  m_failure = std::move(failure);
  m_failed_job = job;
  m_count = 0;
}

}  // namespace tfrec
