// SPDX-License-Identifier: Apache-2.0
// A header costs its author twelve bytes, the scan some more: what it remembers must not grow with the file.
// Bytes of a compressed file cost their author nothing: a claim of many takes no memory before it is proven.
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

constexpr std::size_t k_file_bytes = 35'000'000;  // nearly three million headers

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

/// The same while the reader, which has the whole file in memory, goes through it.
std::size_t remembered_on_the_way(const std::string& bytes) {
  constexpr std::size_t k_step = 1'000'000;
  Window window(memory_source(bytes));
  window.ahead(bytes.size());
  Resync resync(window);
  std::size_t most = resync.remembered();
  for (std::size_t at = 0; at + k_step < bytes.size(); at += k_step) {
    resync.follow(std::string_view(bytes).substr(at, k_step));
    CHECK_FALSE(resync.ends_before(at + k_step));
    most = std::max(most, resync.remembered());
  }
  return most;
}

/// Bytes of a size that only their end shows, as those of a compressed file.
class UnsizedSource final : public ByteSource {
 public:
  UnsizedSource(std::string_view bytes, std::size_t& largest) : m_source(bytes), m_largest(largest) {}

  std::size_t read(std::span<char> buffer) override {
    m_largest = std::max(m_largest, buffer.size());
    return m_source.read(buffer);
  }
  std::unique_ptr<ByteSource> fork() const override { return std::make_unique<UnsizedSource>(*this); }
  std::optional<std::uint64_t> size() const override { return std::nullopt; }
  const std::string& defect() const override { return m_source.defect(); }

 private:
  MemorySource m_source;
  std::size_t& m_largest;  // of the buffers that were to be filled
};

}  // namespace

TEST_CASE("Headers that all claim the rest of a large file: what is remembered of them is bounded") {
  const std::string bytes = headers_that_claim_the_rest();
  constexpr std::size_t k_bound = 3 * ((std::size_t{1} << 20) + 50'000);
  CHECK(remembered_of(bytes, 1) < k_bound);
  CHECK(remembered_of(bytes, bytes.size()) < k_bound);
  CHECK(remembered_on_the_way(bytes) < k_bound);
}

TEST_CASE("The record behind more false headers than are remembered is found") {
  std::string bytes;
  while (bytes.size() < 15'000'000) bytes += header_announcing(100'000'000);
  const std::size_t next = bytes.size();
  bytes += shard_of({"next"});
  Window window(memory_source(bytes));
  window.ahead(1);
  CHECK(Resync(window).next_proven(1) == next);
}

TEST_CASE("A large record in a compressed file, whose payload disagrees, is never in memory as a whole") {
  constexpr std::size_t k_claimed = 70'000'000;
  const std::string bytes =
      header_announcing(k_claimed) + std::string(k_claimed + k_frame_footer_bytes, 'x') + shard_of({"next"});
  std::size_t largest = 0;
  Reader reader(std::make_unique<UnsizedSource>(bytes, largest));
  const test::ReadBack back = test::read_back(reader);
  CHECK(back.payloads() == std::vector<std::string>{"next"});
  CHECK(back.damages.size() == 1);
  CHECK(largest <= 1'000'000);
}
