// SPDX-License-Identifier: Apache-2.0
// Random examples, whole and changed. libprotobuf is the judge of what is an example and what it holds.
#include <bit>
#include <random>

#include "example.pb.h"
#include "example/example_view.hpp"
#include "support/catch.hpp"
#include "support/data/example_bytes.hpp"
#include "support/example_judge.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

tensorflow::Example random_example(std::mt19937& random) {
  tensorflow::Example example;
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  for (unsigned i = below(6); i > 0; --i) {
    auto& feature = (*example.mutable_features()
                          ->mutable_feature())[std::string(below(4), static_cast<char>('a' + below(4)))];
    const unsigned kind = below(4);
    if (kind == 0) feature.Clear();
    for (unsigned n = below(5); n > 0; --n) {
      if (kind == 1)
        feature.mutable_bytes_list()->add_value(std::string(below(9), static_cast<char>(random())));
      if (kind == 2)
        feature.mutable_float_list()->add_value(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
      if (kind == 3) {
        feature.mutable_int64_list()->add_value(
            static_cast<std::int64_t>(std::uint64_t{random()} << below(33)) * (below(2) ? 1 : -1));
      }
    }
  }
  return example;
}

}  // namespace

TEST_CASE("Random examples read as libprotobuf reads them, and have no problem") {
  std::mt19937 random(1);
  ExampleView view;
  for (int round = 0; round < 3000; ++round) {
    const std::string payload = random_example(random).SerializeAsString();
    REQUIRE(difference(payload).empty());
    REQUIRE(view.parse(payload));
    REQUIRE(view.problems().empty());
  }
}

TEST_CASE("Mutated examples are judged as libprotobuf judges them") {
  std::mt19937 random(2);
  for (int round = 0; round < 100'000; ++round) {
    std::string payload = random_example(random).SerializeAsString();
    for (unsigned changes = 1 + random() % 4; changes > 0 && !payload.empty(); --changes) {
      const std::size_t at = random() % payload.size();
      static constexpr char k_tags[] = {'\x08', '\x0A', '\x0B', '\x0C', '\x0D', '\x12', '\x1A', '\x13',
                                        '\x14', '\x09', '\0',   '\x01', '\x02', '\x80', '\xFF'};
      switch (random() % 3) {
        case 0:
          payload[at] = k_tags[random() % sizeof k_tags];
          break;
        case 1:
          payload.insert(at, payload.substr(random() % payload.size(), random() % 8));
          break;
        default:
          payload.erase(at, 1);
      }
    }
    INFO(Catch::rangeToString(std::vector<int>(payload.begin(), payload.end())));
    REQUIRE(difference(payload).empty());
  }
}
