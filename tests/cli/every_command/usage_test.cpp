// SPDX-License-Identifier: Apache-2.0
// What holds for every command: help, unknown words, exit codes.
#include <string>

#include "cli/command.hpp"
#include "support/catch.hpp"
#include "support/check_error.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("tfrec alone and tfrec --help list every command") {
  for (const auto& arguments : {std::vector<std::string>{}, std::vector<std::string>{"--help"}}) {
    const RunResult result = run_tfrec(arguments);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    for (const cli::Command& command : cli::commands()) {
      CHECK(result.out.find("\n  " + std::string(command.name) + " ") != std::string::npos);
    }
  }
}

TEST_CASE("Every command explains itself") {
  for (const cli::Command& command : cli::commands()) {
    const RunResult result = run_tfrec({std::string(command.name), "--help"});
    INFO(command.name);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(result.out.find("--json") != std::string::npos);
    CHECK(result.out.find("-j, --threads") != std::string::npos);
  }
}

TEST_CASE("tfrec --version") {
  const RunResult result = run_tfrec({"--version"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.rfind("tfrec ", 0) == 0);
  CHECK(result.err.empty());
}

TEST_CASE("tfrec --version -v lists libraries and the image formats that this build reads") {
  for (const char* more : {"-v", "--verbose"}) {
    const RunResult result = run_tfrec({"--version", more});
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(result.out.starts_with("tfrec "));
    for (const char* library :
         {"OpenCV", "libjpeg-turbo", "libpng", "zlib", "ISA-L", "protobuf", "nettle", "utf8proc", "spdlog",
          "fmt", "CLI11", "nlohmann-json", "toml++", "libstdc++", "glibc"}) {
      INFO(library);
      CHECK(result.out.find("\n" + std::string(library) + " ") != std::string::npos);
    }
    CHECK(result.out.find("\nreads JPEG, PNG, WEBP, BMP, TIFF, PNM; raw layouts also .npy\n") !=
          std::string::npos);
  }
}

TEST_CASE("tfrec --licenses prints the licences of the program and of each library") {
  const RunResult result = run_tfrec({"--licenses"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out.starts_with("tfrec "));
  for (const char* title : {": Apache-2.0\n", "\nOpenCV: Apache-2.0\n====", "\nnlohmann-json: MIT\n====",
                            "\nzlib: Zlib\n====", "\nglibc: LGPL-2.1-or-later\n===="}) {
    INFO(title);
    CHECK(result.out.find(title) != std::string::npos);
  }
  CHECK(run_tfrec({"--licenses", "more"}).exit_code == 2);
  CHECK(run_tfrec({"count", "--licenses"}).exit_code == 2);
}

TEST_CASE("--labels --json is a missing value, not a file called so") {
  const RunResult result = run_tfrec({"build", "images", "-o", "out", "--labels", "--json"});
  CHECK(result.exit_code == 2);
  CHECK(result.err ==
        "tfrec: error: --labels has no value: '--json' after it is an option\n"
        "tfrec: hint: see 'tfrec build --help'\n");
}

TEST_CASE("An unknown command names the nearest one") {
  const RunResult result = run_tfrec({"verfy", "x"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: unknown command 'verfy'\ntfrec: hint: did you mean 'verify'? see 'tfrec --help'\n");
}

TEST_CASE("tfrec help and tfrec help COMMAND are --help") {
  CHECK(run_tfrec({"help"}).out == run_tfrec({"--help"}).out);
  const RunResult build = run_tfrec({"help", "build"});
  CHECK(build.exit_code == 0);
  CHECK(build.out == run_tfrec({"build", "--help"}).out);
  CHECK(run_tfrec({"help", "bulid"}).exit_code == 2);
}

TEST_CASE("A word that an option does not take names the nearest one") {
  const RunResult result = run_tfrec({"build", "images", "-o", "out", "--fit", "strech"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: --fit: 'strech' is none of stretch, crop, pad, short, long; did you mean 'stretch'?\n"
        "tfrec: hint: see 'tfrec build --help'\n");
}

TEST_CASE("An unknown option names the nearest one") {
  const RunResult result = run_tfrec({"build", "images", "-o", "out", "--name", "a", "--lables", "x.csv"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "tfrec: error: unknown option '--lables'\ntfrec: hint: did you mean '--labels'? see 'tfrec build "
        "--help'\n");
}

TEST_CASE("An option that is the beginning of several led to one of them alone") {
  const RunResult result = run_tfrec({"build", "images", "-o", "out", "--label", "kind"});
  check_error(result, 2,
              "tfrec: error: unknown option '--label'\ntfrec: hint: did you mean one of --labels, "
              "--label-column, --label-base, --label-separator? see 'tfrec build --help'\n");
}

TEST_CASE("A command that compares sets led nowhere") {
  check_error(
      run_tfrec({"diff", "a", "b"}), 2,
      "tfrec: error: unknown command 'diff'\n"
      "tfrec: hint: compare the manifest.json of two sets, or records.csv of `tfrec build --record-list`\n");
}

TEST_CASE("An option of another name in other programs led to no option") {
  const std::pair<Words, const char*> other_names[] = {
      {{"build", "images", "-o", "out", "--balance"}, "did you mean '--stratify'? see 'tfrec build --help'"},
      {{"extract", "shards", "-o", "out", "--where"}, "did you mean '--filter'? see 'tfrec extract --help'"},
      {{"reshard", "shards", "-o", "out", "--compression"},
       "did you mean '--gzip'? see 'tfrec reshard --help'"},
      {{"count", "shards", "--workers"}, "did you mean '--threads'? see 'tfrec count --help'"}};
  for (const auto& [words, hint] : other_names) {
    check_error(run_tfrec(words), 2,
                "tfrec: error: unknown option '" + words.back() + "'\ntfrec: hint: " + hint + "\n");
  }
}

TEST_CASE("An option of another command led to its own help alone") {
  check_error(run_tfrec({"reshard", "shards", "-o", "out", "--split", "train=0.8,val=0.2"}), 2,
              "tfrec: error: unknown option '--split'\n"
              "tfrec: hint: --split is an option of `tfrec build`, `tfrec plan`; `tfrec extract` saves the "
              "images of shards and "
              "prints the command that builds a set of them; see 'tfrec reshard --help'\n");
  check_error(run_tfrec({"reshard", "shards", "-o", "out", "--val", "0.2"}), 2,
              "tfrec: error: unknown option '--val'\n"
              "tfrec: hint: --split is an option of `tfrec build`, `tfrec plan`; `tfrec extract` saves the "
              "images of shards and "
              "prints the command that builds a set of them; see 'tfrec reshard --help'\n");
  check_error(run_tfrec({"finish", "plan", "--drop=a"}), 2,
              "tfrec: error: unknown option '--drop=a'\n"
              "tfrec: hint: --drop is an option of `tfrec reshard`; see 'tfrec finish --help'\n");
}

TEST_CASE("An unknown option with --json is an error object, too") {
  const RunResult result = run_tfrec({"count", "--json", "--frm-names", "x"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.rfind("{\"error\":{\"kind\":\"usage\",\"path\":\"\",\"message\":", 0) == 0);
  CHECK(result.err.find("tfrec: error: ") == 0);
}

TEST_CASE("What follows -- is a path, whatever it begins with") {
  const ScratchFolder folder;
  folder.write("--json", "");
  folder.write("a.tfrec", "");
  for (const auto& arguments : {std::vector<std::string>{"count", "-j2", "--", "--json", "a.tfrec"},
                                std::vector<std::string>{"count", "a.tfrec", "-j2", "--", "--json"}}) {
    const RunResult result = run_tfrec(arguments, in(folder));
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(result.out.find("./--json ") != std::string::npos);
    CHECK(result.out.find("total, 2 shards") != std::string::npos);
  }
}
