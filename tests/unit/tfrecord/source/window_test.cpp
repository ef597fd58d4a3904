// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/source/window.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("A window moved by any number of bytes has the bytes from there on, also those it reads then") {
  std::string bytes(600'000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i / 7 + i / 255);
  for (const std::size_t moved : {0U, 1U, 2U, 100'000U}) {
    INFO(moved);
    Window window(memory_source(bytes));
    window.ahead(moved + 1);
    window.consume(moved);
    CHECK(window.position() == moved);
    CHECK((window.ahead(400'000).substr(0, 400'000) == std::string_view(bytes).substr(moved, 400'000)));
    CHECK(window.left() == bytes.size() - moved);
    CHECK((window.ahead(bytes.size()) == std::string_view(bytes).substr(moved)));
  }
}
