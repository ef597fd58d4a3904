// SPDX-License-Identifier: Apache-2.0
// A plan that was made with other versions of the libraries: finish, which makes no bytes, takes it, but only
// if its lists are those that its fingerprint is of.
#include <nlohmann/json.hpp>

#include "operations/build/open_plan.hpp"
#include "operations/build/plan_file.hpp"
#include "sets/plan/fingerprint.hpp"
#include "support/scenes/parts.hpp"

using namespace tfrec::test;

namespace {

/// Makes the scene's plan one of a machine with OpenCV 9.9.9, as `save_plan` there would have.
void make_foreign(const Parts& scene, bool has_its_fingerprint) {
  const fs::path file = scene.scratch / "set.plan";
  tfrec::PlanUse use;
  use.file = file;
  const tfrec::OpenPlan open = tfrec::open_plan(use);
  tfrec::SavedPlan saved = tfrec::read_plan_file(file);
  Json manifest = Json::parse(saved.manifest);
  manifest["versions"]["opencv"] = "9.9.9";
  saved.manifest = manifest.dump();
  if (has_its_fingerprint) {
    const std::string jpeg = manifest["versions"]["libjpeg"];
    const auto identity = tfrec::identity_of(open.parts, {{"opencv", "9.9.9"}, {"libjpeg", jpeg}});
    saved.fingerprint = identity.fingerprint;
    saved.plan = tfrec::plan_hash(identity.request, open.parts);
  }
  tfrec::write_plan_file(file, saved);
}

}  // namespace

TEST_CASE("finish takes a plan of other versions whose fingerprint fits") {
  const Parts scene;
  REQUIRE(scene.plan().exit_code == 0);
  make_foreign(scene, true);
  const RunResult result = scene.finish();
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring(
                             "tfrec: error: out: 6 shards of 6 are not finished: shards 1, 2, 3, 4, 5, 6\n"));
}

TEST_CASE("finish refuses a plan of other versions with lists of another fingerprint") {
  const Parts scene;
  REQUIRE(scene.plan().exit_code == 0);
  make_foreign(scene, false);
  const RunResult result = scene.finish();
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK(
      result.err ==
      "tfrec: error: set.plan: describes another set to this version of tfrec than to the one that made it\n"
      "tfrec: hint: make the plan again with this one\n");
}
