// SPDX-License-Identifier: Apache-2.0
// Time and memory of splitting and dealing synthetic samples: long-tailed classes, a second column, groups of
// about five. No file is read or written.
//   split_samples [ROWS]        10,000,000 by default
#include "dataset/splits/split_samples.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <sys/resource.h>
#include <vector>

#include "dataset/order/dealing.hpp"
#include "dataset/order/seeded_stream.hpp"
#include "dataset/splits/split_report.hpp"

using namespace tfrec;

namespace {

struct Rows {
  explicit Rows(std::uint32_t samples) {
    SeededStream random(1, "benchmark");
    begins.push_back(0);
    for (std::uint32_t sample = 0; sample < samples; ++sample) {
      one.push_back(static_cast<std::uint32_t>(random.below(1 + random.below(1000))));
      two.insert(two.end(), {one.back(), 1000 + static_cast<std::uint32_t>(random.below(3))});
      begins.push_back(two.size());
      groups.push_back(static_cast<std::uint32_t>(random.below(samples / 5 + 1)));
    }
  }
  std::vector<std::uint32_t> one;
  std::vector<std::uint32_t> two;
  std::vector<std::uint64_t> begins;
  std::vector<std::uint32_t> groups;
};

long peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

void measure(const char* name, const SplitInput& input) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<SplitShare> shares{{"train", 0.8}, {"val", 0.1}, {"test", 0.1}};
  const auto split = split_samples(input, shares, 42);
  const SplitReport report = report_split(split, input.labels, shares);
  std::vector<SampleIndex> order;
  for (const std::uint32_t sample : shuffled(input.samples, 42, "shuffle")) order.emplace_back(sample);
  const SplitOrder parted = part_by_split(order, split, shares.size());
  std::uint64_t shards = 0;
  for (const PlaceRange& range : parted.ranges) shards += deal(range, 100).size();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%-28s %6.2f s, %lu shards, sizes off by %.1f, a label by %.1f samples, peak %ld MiB\n", name,
              seconds.count(), static_cast<unsigned long>(shards), report.size.in_samples(),
              report.most_samples ? report.most_samples->in_samples() : 0.0, peak_mib());
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = static_cast<std::uint32_t>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000'000);
  const Rows samples(count);
  const SampleLabels one{1000, samples.one, {}};
  const SampleLabels two{1003, samples.two, samples.begins};
  measure("plain", {count, {}, {}});
  measure("stratified", {count, one, {}});
  measure("stratified by two columns", {count, two, {}});
  measure("grouped", {count, {}, samples.groups});
  measure("grouped and stratified by two", {count, two, samples.groups});
  return 0;
}
