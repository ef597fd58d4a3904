// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"
#include "cli/settings/settings.hpp"
#include "sets/making/output_check.hpp"
#include "shards/shard_files.hpp"

namespace tfrec::cli {

namespace {

namespace fs = std::filesystem;

/// A TOML basic string. Throws Error (usage) for bytes that are not UTF-8: TOML has no way to write them.
std::string quoted(const std::string& text, const std::string& option) {
  if (!is_utf8(text)) {
    throw Error(ErrorKind::usage, "", "'" + option + "' is not UTF-8, and a TOML file contains nothing else",
                "call " + printable(text) + " otherwise");
  }
  std::string line = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    auto code = static_cast<unsigned char>(c);
    // The control characters from U+0080 on, which terminals obey as they obey ESC: 0xC2 and their code.
    const bool is_c1 = code == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (is_c1) code = static_cast<unsigned char>(text[++i]);
    if (c == '"' || c == '\\') {
      line.append("\\").append(1, c);
    } else if (code < 0x20 || code == 0x7f || is_c1) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04X", unsigned{code});
      line += escape;
    } else {
      line += c;
    }
  }
  return line + "\"";
}

/// A number where it comes back as the same text, else a string.
std::string value_text(const std::string& text, const std::string& option) {
  const WholeNumber number = parse_whole(text);
  const bool is_same = number.problem == NumberProblem::none && std::to_string(number.value) == text;
  return is_same ? text : quoted(text, option);
}

std::string line_of(const Option& option, const std::string& name) {
  const std::vector<std::string>& values = option.given;
  if (option.is_flag()) return name + " = " + values.back();
  if (values.size() == 1) return name + " = " + value_text(values.front(), name);
  std::string line = name + " = [";
  for (std::size_t i = 0; i < values.size(); ++i) line += (i == 0 ? "" : ", ") + value_text(values[i], name);
  return line + "]";
}

/// The file that standard output goes to; empty if it is none.
fs::path output_file() {
  std::error_code failed;
  const fs::path path = fs::read_symlink("/proc/self/fd/1", failed);
  return !failed && fs::is_regular_file(path, failed) ? path : fs::path();
}

/// What the value of an option may mean: a path, what a glob matches, or nothing.
std::vector<fs::path> paths_named(const std::string& value) {
  try {
    return paths_of(value);
  } catch (const Error&) {
    return {};
  }
}

bool is_output(const std::string& option) {
  return option == "depfile" || option == "report" || option == "plan-file";
}

}  // namespace

void require_output_is_no_input(const OptionList& command, const fs::path& config) {
  const fs::path output = output_file();
  if (output.empty()) return;
  std::vector<fs::path> inputs{config};
  fs::path out;
  for (const Option& option : command.all()) {
    const std::string name = setting_name(option);
    for (const std::string& value : option.given) {
      if (name == "out") out = value;
      if (name.empty() || name == "out" || is_output(name)) continue;
      for (fs::path& path : paths_named(value)) inputs.push_back(std::move(path));
    }
  }
  OutputCheck(inputs, out)
      .require_no_input(output, "send --print-config to a file of its own, for instance > tfrec.toml");
}

std::string config_file_of(const OptionList& command) {
  std::string text = "# tfrec " + command.name() +
                     " --config FILE repeats this run. Paths are seen from the folder it runs in.\n[" +
                     command.name() + "]\n";
  for (const Option& option : command.all()) {
    const std::string name = setting_name(option);
    if (!name.empty() && !option.given.empty()) text += line_of(option, name) + "\n";
  }
  return text;
}

}  // namespace tfrec::cli
