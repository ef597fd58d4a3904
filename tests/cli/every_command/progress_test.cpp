// SPDX-License-Identifier: Apache-2.0
// What a person at a terminal sees while tfrec works, and what a log gets instead.
#include <csignal>
#include <regex>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/terminal.hpp"

using namespace tfrec::test;

namespace {

constexpr int k_many = 700;

/// Enough images that a build with one thread takes a second or so.
void write_images(const ScratchFolder& scratch, int side = 600) {
  const std::string image = jpeg_image(side, side);
  for (int i = 0; i < k_many; ++i) scratch.write("images/" + std::to_string(i) + ".jpg", image);
}

const Words k_build{"build", "images", "-o", "out", "--name", "f", "--shards", "2", "-j", "1"};

RunResult build(const ScratchFolder& scratch, unsigned short columns, const Words& more = {}) {
  RunSettings settings = in(scratch, {"TERM=xterm"});
  settings.terminal_columns = columns;
  return run_tfrec(k_build + more, settings);
}

/// Each text that was drawn over the line before it.
std::vector<std::string> drawn_lines(const std::string& bytes) {
  std::vector<std::string> lines;
  const std::regex drawn("\r([^\r\n]*[^\r\n ]) *");
  for (std::sregex_iterator found(bytes.begin(), bytes.end(), drawn), end; found != end; ++found)
    lines.push_back((*found)[1]);
  return lines;
}

}  // namespace

TEST_CASE("On a terminal a line with share, speed, shard and time left redraws itself and goes at the end") {
  if (!has_terminals()) return;
  const ScratchFolder scratch;
  write_images(scratch);
  const RunResult result = build(scratch, 100);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, Catch::ContainsSubstring("2 shards, 700 records"));
  const std::vector<std::string> lines = drawn_lines(result.err);
  CHECK(lines.size() >= 2);
  const std::regex whole(
      "[0-9]+%  [0-9]+/(700|[0-9]+) images( sampled)?  [0-9.]+ images( sampled)?/s  [0-9.]+ MB/s"
      "(  shard [12]/2)?  [0-9.]+ m?s left");
  for (const std::string& line : lines) {
    INFO(line);
    CHECK(std::regex_match(line, whole));
  }
  const std::string screen = screen_of(result.err);
  CHECK_THAT(screen, Catch::ContainsSubstring("tfrec: "));  // notes stay
  CHECK(screen.find('%') == std::string::npos);
  CHECK(screen.back() == '\n');
  CHECK(result.err.find('\033') == std::string::npos);  // a line is redrawn without escape sequences
}

TEST_CASE("Comparing images for --split and sampling for the prediction show their progress") {
  if (!has_terminals()) return;
  const ScratchFolder scratch;
  for (unsigned look = 1; look <= 4; ++look) {
    const std::string image = jpeg_image(2000, 1500, look);
    for (int i = 0; i < 15; ++i)
      scratch.write("images/" + std::to_string(look) + "-" + std::to_string(i) + ".jpg", image);
  }
  const RunResult result = build(scratch, 100, {"--split", "train=0.8,val=0.2", "--dedupe", "group"});
  CHECK_THAT(result.err, Catch::ContainsSubstring("/60 images compared"));
  CHECK_THAT(result.err, Catch::ContainsSubstring("/48 images sampled"));
}

TEST_CASE("A narrow terminal gets a line that fits") {
  if (!has_terminals()) return;
  const ScratchFolder scratch;
  write_images(scratch);
  const RunResult result = build(scratch, 30);
  CHECK(result.exit_code == 0);
  const std::vector<std::string> lines = drawn_lines(result.err);
  CHECK(lines.size() >= 2);
  for (const std::string& line : lines) CHECK(line.size() <= 29);
}

TEST_CASE("--quiet draws nothing on a terminal") {
  if (!has_terminals()) return;
  const ScratchFolder scratch;
  write_images(scratch, 300);
  const RunResult result = build(scratch, 100, {"--quiet"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
}

TEST_CASE("An interrupt on a terminal takes the progress line away before it is reported") {
  if (!has_terminals()) return;
  const ScratchFolder scratch;
  write_images(scratch);
  RunSettings settings = in(scratch, {"NO_COLOR=1"});
  settings.terminal_columns = 100;
  settings.signal = SIGINT;
  settings.signal_after = std::chrono::milliseconds(450);
  const RunResult result = run_tfrec(k_build, settings);
  CHECK(result.exit_code == 130);
  const std::string screen = screen_of(result.err);
  CHECK(screen.find('%') == std::string::npos);
  CHECK_THAT(screen, Catch::ContainsSubstring("tfrec: error: interrupted\n"));
}

TEST_CASE("Colour only on a terminal, and never with NO_COLOR") {
  if (!has_terminals()) return;
  RunSettings settings;
  settings.environment = {"TERM=xterm"};
  const std::vector<std::string> arguments{"count", "/nowhere/at-all"};
  CHECK(run_tfrec(arguments, settings).err.find('\033') == std::string::npos);
  settings.terminal_columns = 80;
  const RunResult coloured = run_tfrec(arguments, settings);
  CHECK(coloured.exit_code == 2);
  CHECK(coloured.err.find('\033') != std::string::npos);
  settings.environment = {"TERM=xterm", "NO_COLOR=1"};
  const RunResult plain = run_tfrec(arguments, settings);
  CHECK(plain.exit_code == 2);
  CHECK(plain.err.find('\033') == std::string::npos);
  CHECK_THAT(plain.err, Catch::StartsWith("tfrec: error: /nowhere/at-all"));
}
