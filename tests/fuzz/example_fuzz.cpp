// SPDX-License-Identifier: Apache-2.0
// Examples: never a crash, problems lie in the payload, and libprotobuf reads the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "example/example_view.hpp"
#include "example/schema.hpp"
#include "support/example_judge.hpp"

namespace {

void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tfrec;
  const std::string payload(reinterpret_cast<const char*>(data), size);
  const std::string difference = test::difference(payload);
  require(difference.empty(), difference);
  ExampleView view;
  if (!view.parse(payload)) return 0;
  require(view.problems().size() <= ExampleView::k_max_problems, "number of problems");
  for (const ExampleProblem& problem : view.problems()) {
    require(problem.offset <= size && problem.length <= size - problem.offset, "problem outside the payload");
  }
  Schema schema;
  schema.add_with_values(view);
  require(schema.features().size() == view.features().size() || schema.has_too_many_names(), "schema");
  return 0;
}
