// SPDX-License-Identifier: Apache-2.0
// Threads for a few long jobs that give away many short tasks: files that are read front to back, and what
// their records need done. With many files each thread has one of its own; with few the threads without one
// do the tasks of the others.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>

namespace tfrec {

struct PoolLimits {
  unsigned threads = 1;
  std::uint64_t bytes = std::uint64_t{1} << 30;  // of tasks, at most; one that needs more runs alone
};

class TaskPool {
 public:
  /// `worker` < limits.threads is the thread's, for buffers kept per thread.
  using Task = std::function<void(unsigned worker)>;
  using Job = std::function<void(std::size_t index)>;

  explicit TaskPool(const PoolLimits& limits) : m_limits(limits) {}

  /// Runs job(0) … job(count - 1), lowest first, and all tasks that they share; returns when all are done.
  /// Once one throws no further job is begun; the exception of the lowest job that threw, or of a task of
  /// it, is rethrown here, so that the same input fails the same way whatever the threads.
  void run(std::size_t count, const Job& job);

  /// From within a job: gives `task` to the next free thread. It holds `held` bytes from now on and needs
  /// `needed` more while it runs. Where enough is waiting, the caller does tasks until there is room. Tasks
  /// must not share tasks.
  void share(std::uint64_t held, std::uint64_t needed, Task task);

 private:
  struct Waiting {
    std::size_t job;
    std::uint64_t held;
    std::uint64_t needed;
    Task task;
  };
  struct Abandoned {};  // ends a job after another one failed

  void work(unsigned worker);
  bool has_task_that_fits() const;
  bool is_crowded() const;
  void do_task(std::unique_lock<std::mutex>& lock);
  void do_job(std::unique_lock<std::mutex>& lock);
  bool is_moot(std::size_t job) const;
  void fail(std::size_t job, std::exception_ptr failure);

  PoolLimits m_limits;
  const Job* m_job = nullptr;

  std::mutex m_mutex;                 // guards all below
  std::condition_variable m_changed;  // a task came or ended, a job ended, something failed
  std::deque<Waiting> m_waiting;
  std::size_t m_count = 0;  // of jobs to begin
  std::size_t m_next_job = 0;
  std::size_t m_running_jobs = 0;
  std::size_t m_running_tasks = 0;
  std::uint64_t m_bytes = 0;  // held by tasks, waiting and running, and needed by running ones
  std::exception_ptr m_failure;
  std::size_t m_failed_job = 0;

  static thread_local unsigned t_worker;
  static thread_local std::size_t t_job;
};

}  // namespace tfrec
