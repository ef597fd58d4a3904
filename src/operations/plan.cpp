// SPDX-License-Identifier: Apache-2.0
#include "operations/plan.hpp"

#include "operations/prepare_build.hpp"
#include "operations/test_part.hpp"

namespace tfrec {

SetDescription plan(const BuildOptions& options, Observer& observer) {
  const auto parts = prepare_parts(options, observer);
  prepare_splits(parts, observer);
  SetDescription set = plan_build(*parts.front(), observer).set;
  for (std::size_t i = 1; i < parts.size(); ++i) add_test(set, plan_build(*parts[i], observer).set);
  return set;
}

}  // namespace tfrec
