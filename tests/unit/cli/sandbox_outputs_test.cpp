// SPDX-License-Identifier: Apache-2.0
#include "cli/sandbox_outputs.hpp"

#include <algorithm>

#include "cli/command_tree.hpp"
#include "support/catch.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

SandboxOutputs outputs_for(const Words& line) {
  cli::CommandTree tree;
  tree.parse(line);
  return cli::outputs_of(tree.find(line.front())->options);
}

bool has(const SandboxOutputs& outputs, const std::filesystem::path& path) {
  return std::ranges::find(outputs, path) != outputs.end();
}

}  // namespace

TEST_CASE("The sandbox lets a command write to its outputs and temporary files") {
  for (const Words& line :
       {Words{"build", "images", "-o", "made"}, Words{"plan", "images", "-o", "made"},
        Words{"build", "images", "-o", "x", "--depfile", "made"},
        Words{"build", "images", "-o", "x", "--report", "made"}, Words{"verify", "set", "--report", "made"},
        Words{"report", "set", "-o", "made"}, Words{"report", "set", "-o", "x", "--findings", "made"},
        Words{"inspect", "set", "--record", "0", "--save", "made"}, Words{"extract", "set", "-o", "made"},
        Words{"repair", "set", "-o", "made"}, Words{"reshard", "set", "-o", "made"},
        Words{"reader", "set", "--framework", "tf", "-o", "made"}}) {
    INFO(line.front() << " " << line[line.size() - 2]);
    CHECK(has(outputs_for(line), "made"));
    CHECK(has(outputs_for(line), "/dev/null"));
    CHECK(has(outputs_for(line), std::filesystem::temp_directory_path()));
    CHECK_FALSE(has(outputs_for(line), line[1]));
  }
}

TEST_CASE("A file that is there, or a link to one, is replaced by one beside it") {
  const ScratchFolder scratch;
  const std::filesystem::path page = scratch.write("pages/page.html", "old");
  std::filesystem::create_directory(scratch / "links");
  std::filesystem::create_symlink(page, scratch / "links/page.html");
  const SandboxOutputs outputs = outputs_for({"report", "set", "-o", (scratch / "links/page.html").string()});
  CHECK(has(outputs, scratch / "links"));
  CHECK_FALSE(has(outputs, std::filesystem::canonical(scratch / "pages")));
}

TEST_CASE("Commands that write beside shards, and decode nothing, are not limited") {
  CHECK(outputs_for({"index", "set"}).empty());
  CHECK(outputs_for({"finish", "plan", "-o", "set"}).empty());
}
