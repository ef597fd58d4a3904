// SPDX-License-Identifier: Apache-2.0
// What `cmake --install` makes is whole: it runs from where it was put, with nothing of the build tree.
// tests/package checks the packages. What is installed is never built with sanitizers.
#include <filesystem>
#include <string>

#include "cli/command.hpp"
#include "support/build_paths.hpp"
#include "support/catch.hpp"
#include "support/scenes/flowers.hpp"

using namespace tfrec;
using test::Flowers;
using test::RunResult;

namespace {

namespace fs = std::filesystem;

RunResult cmake(const std::vector<std::string>& arguments, const test::ScratchFolder& folder) {
  return test::run_program(test::k_cmake, arguments, in(folder));
}

void check_tree(const fs::path& prefix) {
  const auto has = [&](const std::string& file) {
    INFO(file);
    CHECK(fs::is_regular_file(prefix / file));
    CHECK(fs::file_size(prefix / file) > 0);
  };
  has("bin/tfrec");
  has("libexec/tfrec/tfrec-image-opencv.so");
  has("share/man/man1/tfrec.1.gz");
  for (const cli::Command& command : cli::commands())
    has("share/man/man1/tfrec-" + std::string(command.name) + ".1.gz");
  has("share/bash-completion/completions/tfrec");
  has("share/fish/vendor_completions.d/tfrec.fish");
  has("share/zsh/site-functions/_tfrec");
  has("share/doc/tfrec/README.md");
  has("share/doc/tfrec/docs/configuration.md");
}

/// Builds a set with the program, which needs its image module, from a folder that has nothing to do with it.
void check_runs(const fs::path& program) {
  const Flowers flowers;
  const auto arguments = [](const std::string& out) {
    return std::vector<std::string>{"build", "images", "--labels", "labels.csv",
                                    "-o",    out,      "--name",   "flowers"};
  };
  const RunResult built = test::run_program(program, arguments("out"), in(flowers.scratch));
  INFO(built.err);
  CHECK(built.exit_code == 0);
  REQUIRE(flowers.run(arguments("same")).exit_code == 0);
  CHECK(flowers.files("out") == flowers.files("same"));
}

}  // namespace

TEST_CASE("An installed tfrec runs from its prefix", "[no-sanitizer]") {
  const test::ScratchFolder folder;
  const RunResult result =
      cmake({"--install", test::k_build_folder, "--prefix", (folder / "a prefix").string()}, folder);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  check_tree(folder / "a prefix");
  CHECK(fs::is_regular_file(folder / "a prefix/share/doc/tfrec/LICENSE"));
  fs::rename(folder / "a prefix", folder / "moved");
  check_runs(folder / "moved/bin/tfrec");
  fs::create_symlink(folder / "moved/bin/tfrec", folder / "tfrec");
  check_runs(folder / "tfrec");
}
