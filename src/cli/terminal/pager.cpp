// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/pager.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/terminal/terminal_text.hpp"

namespace tfrec::cli {

namespace {

/// A command for the shell. Where less is not installed, the shell stays silent.
std::string pager_command() {
  for (const char* variable : {"TFREC_PAGER", "PAGER"}) {
    const char* command = std::getenv(variable);
    if (command != nullptr) return command;
  }
  return "command -v less >/dev/null || exit 127; exec less";
}

/// Whether the shell found the pager: else its exit code is 126 or 127.
bool has_started(int status) {
  return status != -1 && !(WIFEXITED(status) && WEXITSTATUS(status) >= 126);
}

}  // namespace

bool show_in_pager(const std::string& text) {
  const std::string command = pager_command();
  if (::isatty(STDOUT_FILENO) != 1 || command.empty() || command == "cat") return false;
  ::setenv("LESS", "FRX", 0);  // as git does: quit if it fits one screen, keep colours and screen
  ::setenv("LV", "-c", 0);
  std::FILE* pager = ::popen(command.c_str(), "w");
  if (pager == nullptr) return false;
  const std::string shown = wants_ascii(STDOUT_FILENO) ? in_ascii(text) : text;
  std::fwrite(shown.data(), 1, shown.size(), pager);  // a pager that was left early misses the rest
  return has_started(::pclose(pager));
}

}  // namespace tfrec::cli
