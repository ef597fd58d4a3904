// SPDX-License-Identifier: Apache-2.0
// Cuts the power of tfrec at each of its calls that change files, and runs it again.
//
//   powercut [--states N] [--seed S] [--workers N] [--folder DIR] [SCENE…]
//
// Of each scene (scene.cpp; all of them) a run is recorded. Then N states (200) of the disk are made that a
// power cut may leave (crashes.hpp), and of each is checked: no torn file has a final name, what means
// "complete" is complete, what has ended has lasted, and the same command, run again, ends with the same
// files, no stray one. Where it refuses an OUT with files (extract, reshard, repair), all final names must be
// whole, and --overwrite is added. While it runs again, the power is cut a second time, after some. Equal
// states are checked once. TFREC_BINARY names another tfrec that loads libraries. Works in a folder below
// --folder (/dev/shm, else that for temporary files), which stays if there is a defect.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "powercut/scene.hpp"
#include "powercut/trial.hpp"

namespace {

using namespace tfrec::test;
namespace fs = std::filesystem;

struct Arguments {
  std::uint64_t states = 200;
  std::uint64_t seed = 1;
  std::uint64_t workers = 1;
  std::string folder;
  std::vector<std::string> scenes;
};

Arguments read_arguments(int count, char** words) {
  Arguments arguments;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const bool is_option = word.starts_with("-");
    if (is_option && i + 1 == count) throw std::runtime_error(word + ": its value is missing");
    if (word == "--states") {
      arguments.states = std::stoull(words[++i]);
    } else if (word == "--seed") {
      arguments.seed = std::stoull(words[++i]);
    } else if (word == "--workers") {
      arguments.workers = std::max(1ULL, std::stoull(words[++i]));
    } else if (word == "--folder") {
      arguments.folder = words[++i];
    } else if (is_option || std::ranges::find(scenes(), word, &Scene::name) == scenes().end()) {
      throw std::runtime_error(word + ": neither an option nor a scene");
    } else {
      arguments.scenes.push_back(word);
    }
  }
  return arguments;
}

/// On a file system in memory if one can be written to, for a folder is emptied and filled for each state.
fs::path make_folder(const Arguments& arguments) {
  const fs::path in_memory = "/dev/shm";
  const bool is_writable = ::access(in_memory.c_str(), W_OK | X_OK) == 0;
  fs::path parent = is_writable ? in_memory : fs::temp_directory_path();
  if (!arguments.folder.empty()) parent = arguments.folder;
  std::string name = (fs::canonical(parent) / "powercut-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("cannot make a folder in " + parent.string());
  ::setenv("TMPDIR", name.c_str(), 1);  // for what the runs print
  return name;
}

/// In a process of its own; its result comes through a pipe.
struct Process {
  pid_t id = 0;
  int results = 0;
};

Process start(Trial& trial, const Worker& worker, const Arguments& arguments) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t process = ::fork();
  if (process != 0) {
    ::close(ends[1]);
    return {process, ends[0]};
  }
  try {
    const TrialResult result = trial.run(worker, arguments.states, arguments.seed);
    ::_exit(::write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "powercut: %s\n", error.what());
    ::_exit(1);
  }
}

bool add(TrialResult& total, const Process& process) {
  TrialResult result;
  const bool is_whole = ::read(process.results, &result, sizeof result) == sizeof result;
  ::close(process.results);
  ::waitpid(process.id, nullptr, 0);
  total.operations = result.operations;
  total.states = result.states;  // all of them make each
  total.distinct += result.distinct;
  total.second += result.second;
  total.defects += result.defects;
  return is_whole;
}

bool run(const Scene& scene, const Arguments& arguments, const fs::path& folder) {
  Trial trial(scene, folder / "inputs", folder / "recorded");
  std::vector<Process> processes;
  for (std::uint64_t i = 0; i < arguments.workers; ++i) {
    processes.push_back(
        start(trial, {i, arguments.workers, folder / ("worker-" + std::to_string(i))}, arguments));
  }
  TrialResult total;
  bool is_whole = true;
  for (const Process& process : processes) is_whole = add(total, process) && is_whole;
  std::printf(
      "%-16s %4zu operations, %6llu states, %6llu different, %6llu after a second cut, %llu defects\n",
      scene.name.c_str(), total.operations, static_cast<unsigned long long>(total.states),
      static_cast<unsigned long long>(total.distinct), static_cast<unsigned long long>(total.second),
      static_cast<unsigned long long>(total.defects));
  std::fflush(stdout);
  return is_whole && total.defects == 0;
}

}  // namespace

int main(int count, char** words) {
  try {
    const Arguments arguments = read_arguments(count, words);
    const fs::path folder = make_folder(arguments);
    make_inputs(folder / "inputs");
    bool is_good = true;
    for (const Scene& scene : scenes()) {
      if (arguments.scenes.empty() || std::ranges::count(arguments.scenes, scene.name) > 0)
        is_good = run(scene, arguments, folder) && is_good;
    }
    if (is_good) fs::remove_all(folder);
    return is_good ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "powercut: %s\n", error.what());
    return 2;
  }
}
