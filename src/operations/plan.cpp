// SPDX-License-Identifier: Apache-2.0
#include "operations/plan.hpp"

#include "operations/prepare_build.hpp"

namespace tfrec {

SetDescription plan(const BuildOptions& options, Observer& observer) {
  const auto prepared = prepare_build(options, observer);
  return plan_build(*prepared, observer).set;
}

}  // namespace tfrec
