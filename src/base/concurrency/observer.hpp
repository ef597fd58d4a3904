// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tfrec {

/// How far a long job is. Counts are totals since its start.
struct ProgressState {
  const char* unit = "images";
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t shard = 0;  // the shard being written, from 1
  std::uint64_t shards = 0;
};

/// Wall-clock seconds of a command.
struct PhaseTimes {
  double total = 0;
  std::vector<std::pair<std::string, double>> phases;  // in order; one entry for each name
};

/// Takes the reports of a running operation, which prints nothing itself. Called from one thread at a time.
class Observer {
 public:
  virtual ~Observer() = default;
  /// The work enters a phase, which ends the one before: "reading", "audit", "dedupe", "sampling", …
  virtual void phase(std::string_view /*name*/) {}
  virtual void progress(const ProgressState&) {}
  /// Something the user should know, such as a guess that was made. Printable text.
  virtual void note(const std::string&) {}
  virtual void warning(const std::string&) {}
  /// What is of interest to someone who asked for more.
  virtual void detail(const std::string&) {}
};

}  // namespace tfrec
