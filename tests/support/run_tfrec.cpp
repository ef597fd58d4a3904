// SPDX-License-Identifier: Apache-2.0
#include "support/run_tfrec.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "support/build_paths.hpp"
#include "support/scratch_folder.hpp"
#include "support/terminal.hpp"

namespace tfrec::test {

namespace {

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

void redirect(const std::filesystem::path& file, int flags, int target) {
  const int fd = ::open(file.c_str(), flags, 0666);
  if (fd < 0 || ::dup2(fd, target) < 0) ::_exit(127);
}

void limit_to(const RunSettings& settings) {
  const rlimit file{settings.largest_file, settings.largest_file};
  if (settings.largest_file > 0) ::setrlimit(RLIMIT_FSIZE, &file);
  const rlimit memory{settings.address_space, settings.address_space};
  if (settings.address_space > 0) ::setrlimit(RLIMIT_AS, &memory);
  ::alarm(settings.seconds);
}

/// What a variable is set to by `settings` comes before what it usually is.
std::vector<std::string> environment_of(const RunSettings& settings) {
  std::vector<std::string> environment = settings.environment;
  const auto add = [&](const std::string& name, const std::string& value) {
    const bool is_set = std::any_of(environment.begin(), environment.end(), [&](const std::string& entry) {
      return entry.compare(0, name.size() + 1, name + "=") == 0;
    });
    if (!is_set) environment.push_back(name + "=" + value);
  };
  add("LC_ALL", "C.UTF-8");
  for (const char* kept : {"PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "TMPDIR"}) {
    if (const char* value = std::getenv(kept)) add(kept, value);
  }
  return environment;
}

/// Returns once the process catches the signal (or has ended): before that, the signal would end it unseen.
void wait_until_caught(pid_t process, int signal) {
  const std::filesystem::path facts = "/proc/" + std::to_string(process);
  std::error_code failed;
  for (int attempt = 0; attempt < 10'000; ++attempt) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    // Until it runs the program, it is a copy of this one, whose handlers it has.
    const auto running = std::filesystem::read_symlink(facts / "exe", failed);
    if (running == std::filesystem::read_symlink("/proc/self/exe", failed)) continue;
    std::ifstream status(facts / "status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("State:") && line.find('Z') != std::string::npos) return;
      if (line.starts_with("SigCgt:") &&
          ((std::stoull(line.substr(7), nullptr, 16) >> (signal - 1)) & 1) != 0)
        return;
    }
  }
}

}  // namespace

std::filesystem::path tfrec_binary() {
  const char* other = std::getenv("TFREC_BINARY");
  return other == nullptr ? k_program : other;
}

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

RunSettings in(const ScratchFolder& scratch, Words environment) {
  RunSettings settings;
  settings.folder = scratch.path();
  settings.environment = std::move(environment);
  return settings;
}

RunResult run_program(const std::filesystem::path& program, const Words& arguments,
                      const RunSettings& settings) {
  const ScratchFolder capture;
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = environment_of(settings);
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(environment);

  std::optional<Terminal> terminal;
  if (settings.terminal_columns > 0) terminal.emplace(settings.terminal_columns);
  std::optional<Terminal> screen;
  if (settings.stdout_columns > 0) screen.emplace(settings.stdout_columns);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) {
    if (!settings.folder.empty() && ::chdir(settings.folder.c_str()) != 0) ::_exit(127);
    limit_to(settings);
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    if (!screen) {
      redirect(capture / "out", O_WRONLY | O_CREAT, STDOUT_FILENO);
    } else if (::dup2(screen->descriptor(), STDOUT_FILENO) < 0) {
      ::_exit(127);
    }
    if (!terminal) {
      redirect(capture / "err", O_WRONLY | O_CREAT, STDERR_FILENO);
    } else if (::dup2(terminal->descriptor(), STDERR_FILENO) < 0) {
      ::_exit(127);
    }
    ::execve(program.c_str(), argv.data(), envp.data());
    ::_exit(127);
  }
  if (terminal) terminal->listen();
  if (screen) screen->listen();
  if (settings.signal != 0) {
    wait_until_caught(child, settings.signal);
    std::this_thread::sleep_for(settings.signal_after);
    ::kill(child, settings.signal);
  }
  const auto signalled = std::chrono::steady_clock::now();
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error("cannot wait for the program");
  RunResult result;
  result.after_signal = std::chrono::steady_clock::now() - signalled;
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = screen ? screen->text() : capture.read("out");
  result.err = terminal ? terminal->text() : capture.read("err");
  return result;
}

RunResult run_shell(const std::string& script, const ScratchFolder& scratch) {
  return run_program("/bin/sh", {"-c", script}, in(scratch, {"TFREC=" + tfrec_binary().string()}));
}

RunResult run_tfrec(const Words& arguments, const RunSettings& settings) {
  return run_program(tfrec_binary(), arguments, settings);
}

}  // namespace tfrec::test
