// SPDX-License-Identifier: Apache-2.0
// `tfrec count`: records per shard, from the framing or from the names. Prints nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/concurrency/observer.hpp"

namespace tfrec {

struct CountOptions {
  std::vector<std::string> paths;
  bool from_names = false;  // opens no shard
  unsigned threads = 1;
};

struct CountedFile {
  std::string path;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;  // of the file, as it is stored
  bool is_counted = false;  // else `records` is 0, and a problem has the reason
};

/// A count that differs from a name's or a manifest's, or can't be had.
struct CountProblem {
  std::string path;
  std::string message;  // printable
};

struct CountResult {
  std::vector<CountedFile> files;
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  std::vector<CountProblem> problems;  // empty: good
  bool unreadable = false;             // the machine failed on some file: another try may help
};

/// Counts. Throws Error where a path can't be found; damage, wrong counts and files that can't be read are
/// problems of the result.
CountResult count(const CountOptions& options, Observer& observer);

}  // namespace tfrec
