// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan.hpp"

#include <utility>

#include "base/text/quantity.hpp"
#include "operations/build/open_plan.hpp"
#include "sets/making/build_part.hpp"
#include "sets/making/dependency_file.hpp"

namespace tfrec {

namespace {

void report_sampled(const std::vector<BuildPart>& parts, Observer& observer) {
  std::uint64_t sampled = 0;
  std::uint64_t bad = 0;
  std::string example;
  for (const BuildPart& part : parts) {
    const SizeSample& sample = part.planned.sample;
    sampled += sample.records;
    bad += sample.bad;
    if (example.empty()) example = sample.example_bad;
  }
  if (bad > 0) {
    observer.warning(format_count(bad) + " of " + counted(sampled, "decoded image", "decoded images") +
                     (bad == 1 ? " is bad: " : " are bad, for instance ") + example);
  }
  if (sampled < count_samples(parts)) {
    observer.note(counted(sampled, "image was", "images were") +
                  " decoded to predict sizes; the build finds all bad images");
  }
}

}  // namespace

Manifest plan(const BuildOptions& options, Observer& observer, const PlanLook& look) {
  std::vector<BuildPart> parts = prepare_parts(options, observer);
  plan_parts(parts, observer);
  report_sampled(parts, observer);
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
  report_sampled(parts, observer);
  Manifest set = whole_set(parts);
  set.fingerprint = std::move(identity.fingerprint);
  set.plan = plan_hash(identity.request, parts);
  save_plan(file, parts, set);
  if (look) look(parts, set);
  return set;
}

}  // namespace tfrec
