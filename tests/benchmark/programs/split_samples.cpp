// SPDX-License-Identifier: Apache-2.0
// Time and memory of splitting and dealing synthetic rows: long-tailed classes, a second column, groups of
// about five. No file is read or written.
//   split_rows [ROWS]        10,000,000 by default
#include "dataset/splits/split_rows.hpp"

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
  explicit Rows(std::uint32_t rows) {
    SeededStream random(1, "benchmark");
    begins.push_back(0);
    for (std::uint32_t row = 0; row < rows; ++row) {
      one.push_back(static_cast<std::uint32_t>(random.below(1 + random.below(1000))));
      two.insert(two.end(), {one.back(), 1000 + static_cast<std::uint32_t>(random.below(3))});
      begins.push_back(two.size());
      groups.push_back(static_cast<std::uint32_t>(random.below(rows / 5 + 1)));
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
  const auto split = split_rows(input, shares, 42);
  const SplitReport report = report_split(split, input.labels, shares);
  const SplitOrder parted = part_by_split(shuffled(input.rows, 42, "shuffle"), split, shares.size());
  std::uint64_t shards = 0;
  for (const PlaceRange& range : parted.ranges) shards += deal(range.size(), 100).size();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%-28s %6.2f s, %lu shards, sizes off by %.1f, a label by %.1f rows, peak %ld MiB\n", name,
              seconds.count(), static_cast<unsigned long>(shards), report.size.in_rows(),
              report.most_rows ? report.most_rows->in_rows() : 0.0, peak_mib());
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = static_cast<std::uint32_t>(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000'000);
  const Rows rows(count);
  const RowLabels one{1000, rows.one, {}};
  const RowLabels two{1003, rows.two, rows.begins};
  measure("plain", {count, {}, {}});
  measure("stratified", {count, one, {}});
  measure("stratified by two columns", {count, two, {}});
  measure("grouped", {count, {}, rows.groups});
  measure("grouped and stratified by two", {count, two, rows.groups});
  return 0;
}
