// SPDX-License-Identifier: Apache-2.0
#include "records/copy/renumber_classes.hpp"

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/error_of.hpp"

using namespace tfrec;
using namespace tfrec::test;
using Catch::ContainsSubstring;

namespace {

std::string rewritten(const std::string& payload, const std::vector<std::string>& drop,
                      const Renumbering& renumbering) {
  ExampleView view;
  REQUIRE(view.parse(payload));
  std::string out;
  RecordRewriter(drop).append(out, payload, view, renumbering);
  return out;
}

const ClassRenumbering k_numbers{"ids", ListKind::int64_list, {1}, {0}, {2, 0}, 3, true};
const ClassRenumbering k_values{"hot", ListKind::float_list, {0}, {0}, {2, 0}, 3};

}  // namespace

TEST_CASE("Class numbers get those of the new list, in ascending order and from its base on") {
  const std::string payload = payload_of({{"ids", Integers{1, 2}}, {"name", Texts{"a"}}});
  CHECK(rewritten(payload, {}, {k_numbers}) == payload_of({{"ids", Integers{0, 2}}, {"name", Texts{"a"}}}));
}

TEST_CASE("Renumbered classes of boxes came in ascending order, and so belonged to other boxes") {
  ClassRenumbering of_boxes = k_numbers;
  of_boxes.is_sorted = false;
  const std::string payload = payload_of({{"ids", Integers{1, 2, 1}}});
  CHECK(rewritten(payload, {}, {of_boxes}) == payload_of({{"ids", Integers{2, 0, 2}}}));
}

TEST_CASE("Values of classes take their places in the new list") {
  const std::string payload = payload_of({{"hot", Floats{1, 0}}});
  CHECK(rewritten(payload, {}, {k_values}) == payload_of({{"hot", Floats{0, 0, 1}}}));
}

TEST_CASE("Features are left out, and a record without the classes stays as it is") {
  const std::string payload = payload_of({{"name", Texts{"a"}}, {"weight", Floats{1}}});
  CHECK(rewritten(payload, {}, {k_numbers}) == payload);
  CHECK(rewritten(payload, {"weight", "no such"}, {}) == payload_of({{"name", Texts{"a"}}}));
}

TEST_CASE("A value that belongs to no class of the old list is bad data") {
  const auto refusal = [](const std::vector<NamedValues>& features, const ClassRenumbering& change) {
    return error_of([&] { rewritten(payload_of(features), {}, {change}); });
  };
  CHECK_THAT(refusal({{"ids", Integers{0}}}, k_numbers),
             ContainsSubstring("has class number 0, and the manifest lists 2 classes from 1 on"));
  CHECK_THAT(refusal({{"ids", Integers{3}}}, k_numbers), ContainsSubstring("has class number 3"));
  CHECK_THAT(refusal({{"hot", Floats{1}}}, k_values), ContainsSubstring("has 1 value"));
  CHECK_THAT(refusal({{"hot", Integers{1}}}, k_values), ContainsSubstring("is int64"));
}
