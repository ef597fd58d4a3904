// SPDX-License-Identifier: Apache-2.0
// One command, its recording, and the power cuts of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "powercut/crashes.hpp"
#include "powercut/scene.hpp"
#include "powercut/tree.hpp"

namespace tfrec::test {

/// One of those who share the states of a trial.
struct Worker {
  std::uint64_t number = 0;
  std::uint64_t workers = 1;
  std::filesystem::path folder;  // where this one runs the command
};

struct TrialResult {
  std::size_t operations = 0;
  std::uint64_t states = 0;    // of the first cut that were made
  std::uint64_t distinct = 0;  // of them, those after which the command was run again
  std::uint64_t second = 0;    // distinct states of a second cut, while it ran again
  std::uint64_t defects = 0;
};

class Trial {
 public:
  /// Runs the scene undisturbed in `folder`. Throws std::runtime_error if it fails, or does what can't be
  /// recorded.
  Trial(const Scene& scene, std::filesystem::path inputs, const std::filesystem::path& folder);

  /// Makes the states, and checks the worker's.
  TrialResult run(Worker worker, std::uint64_t states, std::uint64_t seed);

 private:
  std::vector<Operation> record(const Words& words) const;
  void cut_again(const Tree& before, std::uint64_t seed, const std::string& what);
  void report_defect(const std::string& problem);
  bool is_new(const Tree& found, bool is_done);
  void check(const Crashes& crashes, const Tree& before, const PowerCut& cut, const std::string& what);
  std::string problem_of(const Tree& before, const Tree& found, bool is_done) const;
  std::string problem_of_complete(const Tree& old, const Tree& files) const;
  std::string problem_of_time(const Tree& files) const;
  std::string problem_after_run(const Tree& found) const;

  const Scene& m_scene;
  Worker m_worker;
  Words m_words;
  Words m_again;
  Tree m_before;
  Tree m_expected;  // what an undisturbed run leaves,
  Tree m_whole;     // and its files with final names
  std::vector<Operation> m_operations;
  std::set<std::uint64_t> m_known;
  TrialResult m_result;
};

}  // namespace tfrec::test
