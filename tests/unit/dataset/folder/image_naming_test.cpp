// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/image_naming.hpp"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// The form most values have, and how many have another one.
std::pair<std::string, std::uint64_t> usual(const std::vector<std::pair<std::string, std::string>>& rows) {
  NamingTally tally;
  for (const auto& [value, path] : rows) tally.add(value, path);
  return {std::string(describe(tally.usual())), tally.values() - tally.values_in(tally.usual())};
}

}  // namespace

TEST_CASE("A path is named in four forms") {
  CHECK(named("s/a.b.jpg", ImageNaming::path) == "s/a.b.jpg");
  CHECK(named("s/a.b.jpg", ImageNaming::name) == "a.b.jpg");
  CHECK(named("s/a.b.jpg", ImageNaming::path_stem) == "s/a.b");
  CHECK(named("s/a.b.jpg", ImageNaming::name_stem) == "a.b");
  CHECK(named("a.jpg", ImageNaming::name) == "a.jpg");
}

TEST_CASE("The usual form of a column is that of most values") {
  CHECK(usual({{"a", "a.jpg"}, {"b", "b.jpg"}}) == std::pair(std::string("path without extension"), 0ul));
  CHECK(usual({{"a", "s/a.jpg"}}) == std::pair(std::string("name without extension"), 0ul));
  CHECK(usual({{"a.jpg", "a.jpg"}, {"b.jpg", "s/b.jpg"}}) == std::pair(std::string("name"), 0ul));
  CHECK(usual({{"a.jpg", "a.jpg"}, {"b.jpg", "b.jpg"}, {"c", "c.jpg"}}) ==
        std::pair(std::string("path"), 1ul));
  CHECK(usual({{"./a.jpg", "a.jpg"}}) == std::pair(std::string("path"), 1ul));
}
