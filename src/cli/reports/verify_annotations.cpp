// SPDX-License-Identifier: Apache-2.0
// GitHub's workflow commands. Source: GitHub's manual, "Workflow commands for GitHub Actions", and the
// escapes of actions/toolkit (packages/core/src/command.ts).
#include <algorithm>
#include <string_view>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/reports/verify_report.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_most = 10;       // of a kind in a step; GitHub leaves out the rest
constexpr std::size_t k_most_lines = 5;  // of problems in one

std::string escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : text) {
    const bool escapes = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    constexpr std::string_view k_digits = "0123456789ABCDEF";
    const auto code = static_cast<unsigned char>(c);
    if (escapes) {
      out += '%';
      out += k_digits[code >> 4U];
      out += k_digits[code & 15U];
    } else {
      out += c;
    }
  }
  return out;
}

std::string command(std::string_view level, const std::string& file, const std::string& title,
                    const std::string& message) {
  const std::string at = file.empty() ? "" : "file=" + escaped(printable(file), true) + ",";
  return "::" + std::string(level) + " " + at + "title=" + escaped(title, true) +
         "::" + escaped(message, false);
}

std::string error_of(const VerifiedFile& file) {
  std::string message;
  const std::size_t shown = std::min(file.problems.size(), k_most_lines);
  for (std::size_t i = 0; i < shown; ++i)
    message += (i == 0 ? "" : "\n") + problem_line(file, file.problems[i]);
  if (file.problems.size() > shown)
    message += "\nand " + format_count(file.problems.size() - shown) + " more";
  return command("error", file.path, "tfrec verify: " + counted(file.problems.size(), "problem", "problems"),
                 message);
}

/// Keeps the first ones; the last place states how many there are.
void keep_most(std::vector<std::string>& commands, std::string_view level) {
  if (commands.size() <= k_most) return;
  const std::size_t left_out = commands.size() - (k_most - 1);
  commands.resize(k_most - 1);
  commands.push_back(
      command(level, "", "tfrec verify", "and " + format_count(left_out) + " more, see the step's output"));
}

}  // namespace

std::vector<std::string> verify_annotations(const VerifyResult& result) {
  std::vector<std::string> commands;
  for (const VerifiedFile& file : result.files) {
    if (!file.problems.empty()) commands.push_back(error_of(file));
  }
  for (const SetProblem& problem : result.problems) {
    commands.push_back(
        command("error", problem.path, "tfrec verify: " + problem.kind, problem_line(problem)));
  }
  keep_most(commands, "error");
  std::vector<std::string> warnings;
  for (const std::string& warning : result.warnings)
    warnings.push_back(command("warning", "", "tfrec verify", warning));
  keep_most(warnings, "warning");
  commands.insert(commands.end(), warnings.begin(), warnings.end());
  return commands;
}

}  // namespace tfrec::cli
