// SPDX-License-Identifier: Apache-2.0
// Where a set stands while it is built, and how it takes its final names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "shards/existing_set.hpp"

namespace tfrec {

/// OUT/.tfrec-build, locked against a second build. Made with OUT where that is missing; removed by the
/// destructor, and OUT too where this made it and nothing was published.
class Staging {
 public:
  /// Throws Error (machine) where the folder can't be made or another build holds it. What a killed build
  /// left in it is removed; where it was killed while files took their names, that is completed first.
  explicit Staging(std::filesystem::path out);
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging();

  const std::filesystem::path& folder() const { return m_folder; }

 private:
  void lock();

  std::filesystem::path m_out;
  std::filesystem::path m_folder;
  bool m_made_out = false;
  FileDescriptor m_lock;
};

/// Where a build was killed while its files took their names, completes that. True where there was one.
bool complete_interrupted_build(const std::filesystem::path& out);

}  // namespace tfrec
