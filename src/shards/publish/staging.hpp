// SPDX-License-Identifier: Apache-2.0
// The folder of a set while it is built, and how its files take their final names.
#pragma once

#include <filesystem>
#include <vector>

#include "base/files/file.hpp"
#include "shards/publish/existing_set.hpp"

namespace tfrec {

/// OUT/.tfrec-build, locked against a second build. Made with OUT where that is missing. The destructor
/// removes it, and the folders made for it where nothing was published; finished shards of a build that did
/// not come to its end stay for the next one. With Leftovers::keep everything stays that others may be
/// making.
class Staging {
 public:
  /// Throws Error (machine) if the folder can't be made or another build holds it. Where a build was
  /// killed while files took their names, that is completed first.
  enum class Leftovers { remove, keep };
  explicit Staging(std::filesystem::path out, Leftovers leftovers = Leftovers::remove);
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  ~Staging();

  const std::filesystem::path& folder() const { return m_folder; }

  /// Removes what a killed run left here. Throws Error (usage) if that is an unfinished build.
  void start_anew() const;
  /// Removes everything.
  void clear() const;

 private:
  void lock();

  std::filesystem::path m_out;
  std::filesystem::path m_folder;
  std::vector<std::filesystem::path> m_made;  // OUT and those above it that were missing, innermost first
  Leftovers m_leftovers;
  FileDescriptor m_lock;
};

/// The file in a staging folder that records the plan of an unfinished build.
inline constexpr const char* k_planned_name = "planned.json";

/// Removes links and special files, which tfrec never makes, from a staging folder before it is used: nothing
/// is then written or removed through them. Throws Error (usage) where the folder itself is a link.
void clear_of_links(const std::filesystem::path& staging);

/// Removes files in the making from a staging folder, as a killed build leaves them.
void remove_drafts(const std::filesystem::path& staging);

/// Removes a staging folder that is empty, or contains only a lock that nobody holds.
void remove_if_empty(const std::filesystem::path& staging);

/// Whether a staging folder holds k_planned_name and finished shards (N.json describes shard N), be it in
/// folders in it.
bool holds_unfinished_build(const std::filesystem::path& staging);

/// Where a build was killed while its files took their names, completes that. True where there was one.
bool complete_interrupted_build(const std::filesystem::path& out);

}  // namespace tfrec
