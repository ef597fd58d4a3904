// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/task_pool.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// Bytes in use at once, and the most there ever were.
class Meter {
 public:
  void take(std::uint64_t bytes) {
    const std::uint64_t now = m_now += bytes;
    std::uint64_t most = m_most;
    while (now > most && !m_most.compare_exchange_weak(most, now)) {
    }
  }
  void give(std::uint64_t bytes) { m_now -= bytes; }
  std::uint64_t most() const { return m_most; }

 private:
  std::atomic<std::uint64_t> m_now{0};
  std::atomic<std::uint64_t> m_most{0};
};

}  // namespace

TEST_CASE("Every job and every task runs once, whatever the threads and limits") {
  const unsigned threads = GENERATE(1U, 2U, 8U);
  const std::size_t jobs = GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{20});
  const std::uint64_t bytes = GENERATE(std::uint64_t{0}, std::uint64_t{25}, std::uint64_t{1} << 30);
  TaskPool pool({threads, bytes});
  std::vector<std::atomic<int>> runs(jobs * 50);
  std::atomic<bool> known_workers{true};
  pool.run(jobs, [&](std::size_t job) {
    for (std::size_t i = 0; i < 50; ++i) {
      pool.share(i % 7, i % 11, [&, job, i](unsigned worker) {
        if (worker >= threads) known_workers = false;
        ++runs[job * 50 + i];
      });
    }
  });
  CHECK(known_workers);
  CHECK(std::all_of(runs.begin(), runs.end(), [](const std::atomic<int>& count) { return count == 1; }));
}

TEST_CASE("The tasks of a single job are done by all threads") {
  TaskPool pool({3, 1U << 30U});
  std::vector<std::atomic<int>> by_worker(3);
  pool.run(1, [&](std::size_t) {
    for (int i = 0; i < 60; ++i) {
      pool.share(1, 1, [&](unsigned worker) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++by_worker[worker];
      });
    }
  });
  for (const std::atomic<int>& count : by_worker) CHECK(count > 0);
}

TEST_CASE("Tasks stay within the bytes; one that needs more runs alone") {
  constexpr std::uint64_t k_limit = 1000;
  TaskPool pool({8, k_limit});
  Meter meter;
  std::atomic<bool> alone{true};
  std::atomic<int> running{0};
  pool.run(4, [&](std::size_t) {
    for (std::uint64_t i = 0; i < 100; ++i) {
      const std::uint64_t needed = i % 20 == 3 ? 5000 : 100;
      pool.share(0, needed, [&, needed](unsigned) {
        const int others = running++;
        if (needed > k_limit && others > 0) alone = false;
        if (needed <= k_limit) meter.take(needed);
        std::this_thread::sleep_for(std::chrono::microseconds(50));
        if (needed <= k_limit) meter.give(needed);
        --running;
      });
    }
  });
  CHECK(meter.most() <= k_limit);
  CHECK(alone);
}

TEST_CASE("The lowest job's exception surfaces, of itself or of its tasks, whatever the threads") {
  const unsigned threads = GENERATE(1U, 2U, 8U);
  const bool in_task = GENERATE(false, true);
  for (int round = 0; round < 20; ++round) {
    TaskPool pool({threads, 1U << 30U});
    std::atomic<std::size_t> begun{0};
    const auto fail = [](std::size_t job) {
      if (job == 5) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // fails after the others
      if (job >= 5) throw std::runtime_error("job " + std::to_string(job));
    };
    const auto run = [&] {
      pool.run(1000, [&](std::size_t job) {
        ++begun;
        if (!in_task) fail(job);
        pool.share(1, 1, [&, job](unsigned) { fail(job); });
      });
    };
    CHECK_THROWS_WITH(run(), "job 5");
    CHECK(begun < 200);
  }
}
