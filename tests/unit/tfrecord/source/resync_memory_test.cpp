// SPDX-License-Identifier: Apache-2.0
// A header costs its author twelve bytes, the scan some more: what it remembers must not grow with the file.
#include <algorithm>
#include <string>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"
#include "tfrecord/reading/resync.hpp"
#include "tfrecord/source/byte_source.hpp"
#include "tfrecord/source/window.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

constexpr std::size_t k_file_bytes = 30'000'000;  // two and a half million headers

std::string headers_that_claim_the_rest() {
  std::string bytes;
  bytes.reserve(k_file_bytes + 12);
  while (bytes.size() < k_file_bytes) bytes += header_announcing(k_file_bytes - bytes.size() + 100);
  return bytes + std::string(1000, 'x');
}

/// `held`: what the reader has in memory when it loses its place.
std::size_t remembered_of(const std::string& bytes, std::size_t held) {
  Window window(memory_source(bytes));
  window.ahead(held);
  Resync resync(window);
  std::size_t most = resync.remembered();
  for (std::uint64_t at = 1; at < bytes.size(); at += 1'000'000) {
    CHECK(resync.next_proven(at) == std::nullopt);
    most = std::max(most, resync.remembered());
  }
  return most;
}

}  // namespace

TEST_CASE("Headers that all claim the rest of a large file: what is remembered of them is bounded") {
  const std::string bytes = headers_that_claim_the_rest();
  constexpr std::size_t k_bound = 3 * ((std::size_t{1} << 20) + 50'000);
  CHECK(remembered_of(bytes, 1) < k_bound);
  CHECK(remembered_of(bytes, bytes.size()) < k_bound);
}
