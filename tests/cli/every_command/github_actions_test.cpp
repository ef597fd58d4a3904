// SPDX-License-Identifier: Apache-2.0
// Where GitHub's runner reads the output, no name in a shard or of one gives it a command.
#include <string>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

RunResult in_actions(const ScratchFolder& folder, const std::vector<std::string>& arguments) {
  return run_tfrec(arguments, in(folder, {"GITHUB_ACTIONS=true"}));
}

/// As the runner does it: behind blanks, or anywhere for the old kind.
bool holds_command(const std::string& output, const std::string& command) {
  if (output.find("##[") != std::string::npos) return true;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    const std::size_t text = output.find_first_not_of(" \t", begin);
    if (text < end && output.compare(text, command.size(), command) == 0) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

TEST_CASE("in GitHub Actions no file name and no feature name becomes a command") {
  const ScratchFolder folder;
  const std::string shard =
      shard_of({payload_of({{"::stop-commands::x", Integers{1}}, {"##[add-path]", Integers{2}}})});
  folder.write("::add-mask::a.tfrec", with_flipped_bit(shard, 30));
  folder.write("##[error]b.tfrec", shard);
  for (const char* command : {"verify", "count", "inspect", "index"}) {
    INFO(command);
    const RunResult result = in_actions(folder, {command, "*.tfrec"});
    for (const std::string& output : {result.out, result.err}) {
      INFO(output);
      CHECK_FALSE(holds_command(output, "::add-mask"));
      CHECK_FALSE(holds_command(output, "::stop-commands"));
    }
  }
  const RunResult json = in_actions(folder, {"inspect", "--json", "-q", "##?error]b.tfrec"});
  CHECK(json.exit_code == 0);
  CHECK_FALSE(holds_command(json.out, "::"));
  const auto report = nlohmann::json::parse(json.out);
  CHECK(report["files"][0]["path"] == "##[error]b.tfrec");
  CHECK(report["schema"][0]["name"] == "##[add-path]");
  const RunResult elsewhere = run_tfrec({"count", "::add-mask::a.tfrec"}, in(folder));
  CHECK_THAT(elsewhere.out, Catch::ContainsSubstring("\n::add-mask::a.tfrec"));
}
