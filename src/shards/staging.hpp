// SPDX-License-Identifier: Apache-2.0
// Where a set stands while it is built, and how it takes its final names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"

namespace tfrec {

inline constexpr const char* k_staging_name = ".tfrec-build";

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

/// What stands in OUT before a build, as far as it matters.
struct ExistingSet {
  bool complete = false;           // it has a manifest
  std::vector<std::string> files;  // the manifest and what it owns, relative to OUT
};

/// Looks at OUT, which need not exist. Throws Error (usage) where it is no folder, or holds a set or shards
/// that a build would mix with, unless `overwrite` and all of them belong to a set of the tool.
ExistingSet look_at_output(const std::filesystem::path& out, bool overwrite);

/// Throws Error (usage) where a file of one of these names stands in OUT and does not belong to `existing`.
void require_free_names(const std::filesystem::path& out, const ExistingSet& existing,
                        const std::vector<std::string>& names);

}  // namespace tfrec
