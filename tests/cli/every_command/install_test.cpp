// SPDX-License-Identifier: Apache-2.0
// What `cmake --install` and cpack make is whole: it runs from where it was put, with nothing of the build
// tree.
#ifndef TFREC_SANITIZED  // what is installed is never built with sanitizers
#include <filesystem>
#include <set>
#include <string>
#include <unistd.h>

#include "cli/command.hpp"
#include "support/catch.hpp"
#include "support/scenes/flowers.hpp"
#include "support/skipped.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using test::Flowers;
using test::RunResult;

namespace {

namespace fs = std::filesystem;

RunResult cmake(const std::vector<std::string>& arguments, const test::ScratchFolder& folder) {
  return test::run_program(TFREC_CMAKE, arguments, in(folder));
}

/// Packs the build tree with cpack; the package stands in the scratch folder.
fs::path packed(const test::ScratchFolder& folder, const std::string& generator) {
  const RunResult result = test::run_program(
      fs::path(TFREC_CMAKE).replace_filename("cpack"),
      {"--config", TFREC_BUILD_DIR "/CPackConfig.cmake", "-B", folder.path().string(), "-G", generator},
      in(folder));
  INFO(result.out << result.err);
  REQUIRE(result.exit_code == 0);
  fs::path found;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    if (entry.path().filename().string().rfind("tfrec", 0) == 0) found = entry.path();
  }
  return found;
}

bool has_programs(const std::set<std::string>& programs) {
  for (const std::string& program : programs) {
    if (test::run_program("/bin/sh", {"-c", "command -v " + program}).exit_code == 0) continue;
    return test::skipped("no " + program + " here");
  }
  return true;
}

/// Everything that a prefix or /usr holds, beside the documents.
void check_tree(const fs::path& prefix, const std::string& zsh, const std::string& module_folder) {
  const auto has = [&](const std::string& file) {
    INFO(file);
    CHECK(fs::is_regular_file(prefix / file));
    CHECK(fs::file_size(prefix / file) > 0);
  };
  has("bin/tfrec");
  has(module_folder + "/tfrec-image-opencv.so");
  has("share/man/man1/tfrec.1.gz");
  for (const cli::Command& command : cli::commands())
    has("share/man/man1/tfrec-" + std::string(command.name) + ".1.gz");
  has("share/bash-completion/completions/tfrec");
  has("share/fish/vendor_completions.d/tfrec.fish");
  has(zsh + "/_tfrec");
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

TEST_CASE("An installed tfrec runs from its prefix") {
  const test::ScratchFolder folder;
  const RunResult result =
      cmake({"--install", TFREC_BUILD_DIR, "--prefix", (folder / "a prefix").string()}, folder);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  check_tree(folder / "a prefix", "share/zsh/site-functions", "libexec/tfrec");
  CHECK(fs::is_regular_file(folder / "a prefix/share/doc/tfrec/LICENSE"));
  fs::rename(folder / "a prefix", folder / "moved");
  check_runs(folder / "moved/bin/tfrec");
  fs::create_symlink(folder / "moved/bin/tfrec", folder / "tfrec");
  check_runs(folder / "tfrec");
}

TEST_CASE("The Debian package holds the same, and names the libraries it needs") {
  if (!has_programs({"dpkg-deb", "dpkg-shlibdeps", "file"})) return;
  const test::ScratchFolder folder;
  const std::string package = packed(folder, "DEB").string();
  CHECK_THAT(package, ContainsSubstring("tfrec_" TFREC_VERSION "_"));
  const auto dpkg_deb = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"dpkg-deb"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return test::run_program("/usr/bin/env", words, in(folder)).out;
  };
  const std::string depends = dpkg_deb({"-f", package, "Depends"});
  for (const char* library : {"libc6 (>= ", "libopencv-imgcodecs", "libprotobuf", "libisal", "libutf8proc"})
    CHECK_THAT(depends, ContainsSubstring(library));
  dpkg_deb({"-R", package, "unpacked"});
  check_tree(folder / "unpacked/usr", "share/zsh/vendor-completions", "libexec/tfrec");
  CHECK(fs::is_regular_file(folder / "unpacked/usr/share/doc/tfrec/copyright"));
  CHECK_FALSE(fs::exists(folder / "unpacked/DEBIAN/postinst"));  // nothing runs at installation
  check_runs(folder / "unpacked/usr/bin/tfrec");
}

TEST_CASE("The archive needs nothing of the system") {
  if (!has_programs({"objdump", "dpkg-query"})) return;
  const test::ScratchFolder folder;
  const fs::path package = packed(folder, "TZST");  // packs ten times as fast as TGZ
  REQUIRE(cmake({"-E", "tar", "xf", package.string()}, folder).exit_code == 0);
  const fs::path root = folder.path() / package.stem().stem();
  check_tree(root, "share/zsh/site-functions", "lib/tfrec");
  check_runs(root / "bin/tfrec");
  fs::create_symlink(root / "bin/tfrec", folder / "tfrec");
  check_runs(folder / "tfrec");

  fs::path loader;
  for (const auto& entry : fs::directory_iterator(root / "lib/tfrec")) {
    if (entry.path().filename().string().rfind("ld-", 0) == 0) loader = entry.path().filename();
  }
  REQUIRE_FALSE(loader.empty());
  // As a root folder it is all there is: no other library, no /proc, no /dev.
  fs::create_directory(root / "images");
  fs::copy(TFREC_SOURCE_DIR "/examples/quickstart/flowers.jpg", root / "images/flowers.jpg");
  std::vector<std::string> alone{"unshare", "--root=" + root.string()};
  if (::geteuid() != 0) alone.insert(alone.begin() + 1, "--map-root-user");
  for (const std::string& word :
       {"/lib/tfrec/" + loader.string(), std::string("--inhibit-cache"), std::string("--library-path"),
        std::string("/lib/tfrec"), std::string("/lib/tfrec/tfrec")})
    alone.push_back(word);
  std::vector<std::string> version = alone;
  version.push_back("--version");
  if (test::run_program("/usr/bin/env", version).exit_code != 0 && ::geteuid() != 0) {
    test::skipped("this user may not change the root folder");
    return;
  }
  for (const char* word : {"build", "/images", "-o", "/set", "-q"}) alone.emplace_back(word);
  const RunResult built = test::run_program("/usr/bin/env", alone);
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(fs::is_regular_file(root / "set/manifest.json"));
}
#endif
