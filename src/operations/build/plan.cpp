// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan.hpp"

#include <utility>

#include "operations/build/open_plan.hpp"
#include "sets/making/build_part.hpp"
#include "sets/making/dependency_file.hpp"

namespace tfrec {

Manifest plan(const BuildOptions& options, Observer& observer, const PlanLook& look) {
  std::vector<BuildPart> parts = prepare_parts(options, observer);
  plan_parts(parts, observer);
  Manifest set = whole_set(parts);
  if (look) look(parts, set);
  return set;
}

Manifest plan_into_file(const BuildOptions& options, const std::filesystem::path& file, Observer& observer,
                        const PlanLook& look) {
  output_check(options).require(
      {file, "--plan-file", "a plan", is_plan_file, "name another file with -o, for instance set.plan"});
  std::vector<BuildPart> parts = prepare_parts(options, observer);
  SetIdentity identity = identity_of(parts);
  plan_parts(parts, observer);
  Manifest set = whole_set(parts);
  set.fingerprint = std::move(identity.fingerprint);
  set.plan = plan_hash(identity.request, parts);
  save_plan(file, parts, set);
  if (look) look(parts, set);
  return set;
}

}  // namespace tfrec
