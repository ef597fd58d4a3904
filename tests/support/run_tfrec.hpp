// SPDX-License-Identifier: Apache-2.0
// Runs the real binary: one call gives exit code, stdout and stderr, so that a test asserts all three
// together.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tfrec::test {

using Words = std::vector<std::string>;

/// One list of words behind the other.
Words operator+(Words words, const Words& more);

struct RunResult {
  int exit_code = -1;                            // 128 + N where signal N ended it
  std::chrono::duration<double> after_signal{};  // from the signal that was sent to the end
  std::string out;
  std::string err;
};

struct RunSettings {
  std::filesystem::path folder;         // working folder; the caller's where empty
  Words environment;                    // "NAME=value", beside or instead of a small clean one
  std::uint64_t largest_file = 0;       // bytes; a write beyond fails, as on a full disk (0: no limit)
  std::uint64_t address_space = 0;      // bytes; allocating more fails (0: no limit)
  unsigned seconds = 0;                 // SIGALRM ends it after so many, where not 0
  unsigned short terminal_columns = 0;  // stderr is a terminal of that width, where not 0
  unsigned short stdout_columns = 0;    // stdout is one
  int signal = 0;                       // sent `signal_after` the program catches it, where not 0
  std::chrono::milliseconds signal_after{0};
};

class ScratchFolder;

/// Settings that make `scratch` the working folder.
RunSettings in(const ScratchFolder& scratch, Words environment = {});

/// Runs tfrec with these arguments, no standard input, stdout and stderr as files unless the settings ask for
/// a terminal.
RunResult run_tfrec(const Words& arguments, const RunSettings& settings = {});

/// The same for any program.
RunResult run_program(const std::filesystem::path& program, const Words& arguments,
                      const RunSettings& settings = {});

/// Runs a shell script in `scratch`; "$TFREC" is the binary under test.
RunResult run_shell(const std::string& script, const ScratchFolder& scratch);

/// The binary under test: of this build, unless the variable TFREC_BINARY names another.
std::filesystem::path tfrec_binary();

/// How often `part` occurs in `text`.
inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace tfrec::test
