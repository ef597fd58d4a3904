// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/parallel_for.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Every item is worked on once") {
  for (const unsigned threads : {0U, 1U, 2U, 8U}) {
    std::vector<std::atomic<int>> done(100);
    parallel_for(done.size(), threads, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) CHECK(times == 1);
  }
  parallel_for(0, 4, [](std::size_t) { FAIL("there is no item"); });
}

TEST_CASE("The lowest item that fails is reported, whatever the threads") {
  for (const unsigned threads : {1U, 2U, 8U}) {
    for (int round = 0; round < 20; ++round) {
      std::atomic<int> begun{0};
      try {
        parallel_for(1000, threads, [&](std::size_t i) {
          ++begun;
          if (i == 3) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // fails after the others
          if (i >= 3) throw std::runtime_error(std::to_string(i));
        });
        FAIL("nothing was thrown");
      } catch (const std::runtime_error& error) {
        CHECK(std::string(error.what()) == "3");
      }
      CHECK(begun <= 3 + static_cast<int>(threads) + 1);
    }
  }
}
