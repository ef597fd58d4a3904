// SPDX-License-Identifier: Apache-2.0
// Command lines parsed without a process.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/flags/build_options.hpp"
#include "cli/options/parse.hpp"
#include "support/error_of.hpp"

namespace tfrec::test {

inline cli::Invocation invocation_of(const std::vector<std::string>& words) {
  std::vector<const char*> argv{"tfrec"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  return cli::parse_command_line(static_cast<int>(argv.size()), argv.data());
}

/// The error of a whole command line; empty where it can be run.
inline std::string refusal_of(const std::vector<std::string>& words) {
  return error_of([&] { invocation_of(words); });
}

/// The same of `tfrec build images -o out` with these words.
inline std::string build_refusal(std::vector<std::string> words) {
  words.insert(words.begin(), {"build", "images", "-o", "out"});
  return refusal_of(words);
}

/// What build and plan make of these words behind IMAGES.
inline BuildOptions build_options_of(std::vector<std::string> words) {
  BuildOptions options;
  cli::OptionList program("tfrec");
  cli::OptionList build("build");
  cli::add_build_options(build, options);
  words.insert(words.begin(), {"build", "images"});
  const cli::ParsedWords parsed = cli::parse(program, {&build}, words);
  if (parsed.problem) throw Error(ErrorKind::usage, "", *parsed.problem);
  return options;
}

}  // namespace tfrec::test
