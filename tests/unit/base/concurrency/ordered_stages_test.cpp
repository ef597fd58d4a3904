// SPDX-License-Identifier: Apache-2.0
#include "base/concurrency/ordered_stages.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// Stages that pass the index through and record the order of delivery.
struct Recording {
  std::vector<std::size_t> slots = std::vector<std::size_t>(512);
  std::vector<std::size_t> delivered;

  Stages stages() {
    return {[](std::size_t) { return std::uint64_t{10}; },
            [this](std::size_t index, std::size_t slot) {
              slots[slot] = index;
              return std::uint64_t{20};
            },
            [this](std::size_t index, std::size_t slot, unsigned) {
              if (index % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
              slots[slot] = slots[slot] * 2;
              return std::uint64_t{5};
            },
            [this](std::size_t, std::size_t slot) { delivered.push_back(slots[slot] / 2); }};
  }
};

}  // namespace

TEST_CASE("Items are delivered in index order whatever the threads and limits") {
  const unsigned workers = GENERATE(1U, 2U, 8U);
  const std::size_t window = GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{64});
  const std::uint64_t bytes = GENERATE(std::uint64_t{0}, std::uint64_t{50}, std::uint64_t{1} << 30);
  Recording recording;
  run_ordered(300, recording.stages(), {4, workers, window, bytes});
  REQUIRE(recording.delivered.size() == 300);
  for (std::size_t i = 0; i < 300; ++i) CHECK(recording.delivered[i] == i);
}

TEST_CASE("No items is no work") {
  Recording recording;
  run_ordered(0, recording.stages(), {});
  CHECK(recording.delivered.empty());
}

TEST_CASE("An exception of any stage surfaces once and nothing after it is delivered") {
  const std::string stage = GENERATE("read", "work", "deliver");
  Recording recording;
  Stages stages = recording.stages();
  const auto failing = [&](const char* name, auto inner) {
    return [=, &stage](std::size_t index, auto... rest) {
      if (stage == name && index == 100) throw std::runtime_error("failed at 100");
      return inner(index, rest...);
    };
  };
  stages.read = failing("read", stages.read);
  stages.work = failing("work", stages.work);
  stages.deliver = failing("deliver", stages.deliver);
  CHECK_THROWS_WITH(run_ordered(300, stages, {4, 4, 32, 1 << 20}), "failed at 100");
  CHECK(recording.delivered.size() <= 100);
}

TEST_CASE("Bytes in flight stay within the limit") {
  std::atomic<std::int64_t> in_flight{0};
  std::atomic<std::int64_t> most{0};
  const auto add = [&](std::int64_t bytes) {
    const std::int64_t now = in_flight += bytes;
    for (std::int64_t seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
    }
  };
  const Stages stages{[](std::size_t) { return std::uint64_t{100}; },
                      [&](std::size_t, std::size_t) {
                        add(100);
                        return std::uint64_t{400};
                      },
                      [&](std::size_t, std::size_t, unsigned) {
                        add(400);
                        std::this_thread::sleep_for(std::chrono::microseconds(100));
                        add(-450);
                        return std::uint64_t{50};
                      },
                      [&](std::size_t, std::size_t) { add(-50); }};
  run_ordered(500, stages, {8, 8, 128, 2000});
  // The lowest undelivered item may always run: it can exceed the limit by what it needs, never more.
  CHECK(most <= 2000 + 400);
  CHECK(most > 500);
  CHECK(in_flight == 0);
}

TEST_CASE("An item larger than the limit runs alone") {
  std::atomic<int> working{0};
  bool alone = true;
  const Stages stages{[](std::size_t) { return std::uint64_t{1}; },
                      [&](std::size_t, std::size_t) { return std::uint64_t{1'000'000}; },
                      [&](std::size_t, std::size_t, unsigned) {
                        if (++working > 1) alone = false;
                        std::this_thread::sleep_for(std::chrono::microseconds(50));
                        --working;
                        return std::uint64_t{1};
                      },
                      [](std::size_t, std::size_t) {}};
  run_ordered(100, stages, {4, 8, 32, 1000});
  CHECK(alone);
}
