// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/record_key.hpp"

#include <set>
#include <string>

#include "support/catch.hpp"

using namespace tfrec;

TEST_CASE("Equal payloads have equal keys") {
  const std::string a(1000, 'x');
  const std::string b(1000, 'x');
  CHECK(record_key(a) == record_key(b));
  CHECK(record_key("") == record_key(std::string()));
}

TEST_CASE("Any one flipped bit and any other length give another key") {
  const std::string payload(700, 'x');
  std::set<std::uint64_t> keys{record_key(payload)};
  for (std::size_t bit = 0; bit < payload.size() * 8; ++bit) {
    std::string flipped = payload;
    flipped[bit / 8] = static_cast<char>(static_cast<unsigned char>(flipped[bit / 8]) ^ (1U << (bit % 8)));
    keys.insert(record_key(flipped));
  }
  CHECK(keys.size() == 1 + payload.size() * 8);
  for (std::size_t length = 0; length < payload.size(); ++length)
    keys.insert(record_key(payload.substr(0, length)));
  CHECK(keys.size() == 1 + payload.size() * 9);
}

TEST_CASE("Many small records have different keys") {
  std::set<std::uint64_t> keys;
  for (int i = 0; i < 200'000; ++i) keys.insert(record_key("record " + std::to_string(i)));
  CHECK(keys.size() == 200'000);
}
