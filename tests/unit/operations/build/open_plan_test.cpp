// SPDX-License-Identifier: Apache-2.0
#include "operations/build/open_plan.hpp"

#include <string>

#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using tfrec::test::ScratchFolder;

namespace {

/// The refusal of a plan of one image with this in its manifest.
std::string refusal(const std::string& name, const std::string& options) {
  const ScratchFolder scratch;
  SavedPart part;
  part.paths = {"a.jpg"};
  part.rows.emplace_back(0);
  part.images = {0};
  part.image_bytes = {10};
  part.splits = {{1, {100}, "", {}}};
  const std::string manifest =
      R"({"format":"tfrec-manifest","format_version":1,"records":1,"bytes":9,"shards":[],"schema":[{"name":"image",)"
      R"("kind":"bytes","min_length":1,"max_length":1,"spec":"image=jpeg"}],"classes":[],"versions":{},"seed":1,"name":")" +
      name + R"(","options":{)" + options + "}}";
  write_plan_file(scratch / "set.plan", {manifest, "plan", "fingerprint", "", {}, {part}});
  PlanUse use;
  use.file = scratch / "set.plan";
  try {
    open_plan(use);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_data);
    CHECK(error.path() == use.file.string());
    return error.message();
  }
  return "none";
}

}  // namespace

TEST_CASE("A plan whose shards would be outside of OUT is refused") {
  for (const std::string name : {"../evil", "/tmp/evil", "", ".."}) {
    CAPTURE(name);
    CHECK_THAT(refusal(name, ""), ContainsSubstring("contains an invalid option"));
  }
  CHECK_THAT(refusal("f", R"("extension":"/../../x")"), ContainsSubstring("contains an invalid option"));
}

TEST_CASE("A plan with more image sizes than predictions is refused") {
  CHECK(refusal("f", R"("sizes":["8x8","16x16"])") == "contains options and lists that do not match");
}

TEST_CASE("A plan that stratifies splits it does not have is refused") {
  CHECK(refusal("f", R"("stratify":["image"])") == "contains options and lists that do not match");
}

TEST_CASE("A plan with options of --test alone is refused") {
  CHECK(refusal("f", R"("test":true)") == "is not a plan");
}

TEST_CASE("A plan whose manifest is none is refused") {
  CHECK_THAT(refusal("f", "]"), ContainsSubstring("is not JSON"));
}

TEST_CASE("A plan that was made with other versions has to agree with its fingerprint, too") {
  CHECK(refusal("f", "") == "describes another set to this version of tfrec than to the one that made it");
}
