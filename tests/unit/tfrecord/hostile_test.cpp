// SPDX-License-Identifier: Apache-2.0
// Files made to cost time or memory. Checking each claim by itself would take minutes on each of these.
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/shard_damage.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

constexpr std::size_t k_bytes = 3'000'000;
constexpr std::uint64_t k_megabyte = 1'000'000;

std::string repeated(const std::function<std::string(std::size_t at)>& unit) {
  std::string out;
  while (out.size() < k_bytes) out += unit(out.size());
  return out;
}

std::string tiny() {
  return shard_of({""});
}

std::string number(std::uint64_t value) {
  return header_announcing(value).substr(0, 8);
}

struct Hostile {
  std::string name;
  std::string bytes;
};

std::vector<Hostile> files() {
  std::string claim = header_announcing(k_megabyte);
  const std::string broken = "no header at";
  return {
      {"headers that each claim a megabyte", repeated([&](std::size_t) { return claim; })},
      {"headers that all claim the rest of the file",
       repeated([](std::size_t at) { return header_announcing(at + 16 < k_bytes ? k_bytes - at - 16 : 0); })},
      {"headers that claim more than the file",
       repeated([](std::size_t) { return header_announcing(1U << 30); })},
      {"headers that claim 2^40",
       repeated([](std::size_t) { return header_announcing(std::uint64_t{1} << 40); })},
      {"a false claim before each record", repeated([&](std::size_t) { return claim + tiny(); })},
      {"a claim of the rest before each record", repeated([](std::size_t at) {
         return header_announcing(at + 99 < k_bytes ? k_bytes - at - 99 : 0) + tiny();
       })},
      {"a claim of the rest and a stray byte before each record", repeated([](std::size_t at) {
         return header_announcing(at + 99 < k_bytes ? k_bytes - at - 99 : 0) + "x" + tiny();
       })},
      {"a broken header before each record", repeated([&](std::size_t) { return broken + tiny(); })},
      {"a broken header and a claim before each record",
       repeated([&](std::size_t) { return broken + claim + tiny(); })},
      {"a claim beyond the file before each record",
       repeated([](std::size_t) { return header_announcing(1U << 30) + tiny(); })},
      {"eight-byte records that announce megabytes, each before a broken header",
       repeated([&](std::size_t at) { return shard_of({number(k_megabyte + at % 5)}) + broken; })},
      {"damaged records that begin like TFRecord files, bytes inserted, before small records",
       repeated([](std::size_t) {
         return header_announcing(20) + tiny() + "more than twenty bytes" + shard_of({"", "", "", "", ""});
       })},
      {"headers of empty records without their checksum",
       repeated([](std::size_t) { return header_announcing(0); })},
      {"zeros", std::string(k_bytes, '\0')},
      {"records around records around records",
       [] {
         std::string inner;
         while (inner.size() < k_bytes) inner = shard_of({inner, inner.substr(0, 1000)});
         return with_flipped_bit(inner, 3);
       }()},
  };
}

}  // namespace

TEST_CASE("Hostile files: linear time, and every byte accounted for") {
  for (const Hostile& file : files()) {
    INFO(file.name);
    const auto begin = std::chrono::steady_clock::now();
    const ReadBack back = read_back(file.bytes);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    CHECK(back.tiles);
    CHECK(seconds < 30);  // each takes about one, more with sanitizers and on a busy machine
  }
}
