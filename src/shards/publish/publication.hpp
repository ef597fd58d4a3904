// SPDX-License-Identifier: Apache-2.0
// How a finished set takes its final names, so that a crash at any point leaves either nothing or something
// the next build completes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/atomic_file.hpp"

namespace tfrec {

/// The file in the staging folder that keeps a second build out.
inline constexpr const char* k_lock_name = "lock";

/// A finished, synced file and the name it is to take: both relative, to the staging folder and to OUT.
struct Publication {
  std::string staged;
  std::string name;     // "flowers00-230.tfrec", "192x192/flowers00-230.tfrec"
  std::uint64_t bytes;  // as written
};

/// Files that go beside the shards: written into the staging folder one by one, synced together.
class StagedFiles {
 public:
  explicit StagedFiles(std::filesystem::path staging) : m_staging(std::move(staging)) {}

  void add(const std::string& name, std::string_view content);
  /// Syncs them; call once.
  std::vector<Publication> commit();

 private:
  std::filesystem::path m_staging;
  std::vector<AtomicFile> m_files;
  std::vector<Publication> m_publications;
};

/// All that is to happen, in order: `removed` (the files of a set that is replaced, its manifest first) go,
/// then `files` take their names, the manifest last, so that a manifest always means a complete set.
struct PublicationPlan {
  std::vector<std::string> removed;
  std::vector<Publication> files;
};

/// Writes the plan into the staging folder, carries it out, syncs everything and empties the staging folder.
/// Throws Error (machine), before anything is removed, where a staged file is missing or has another size.
void publish(const std::filesystem::path& staging, const std::filesystem::path& out,
             const PublicationPlan& plan);

/// Whether the staging folder holds a plan that was not carried out to its end.
bool is_publication_interrupted(const std::filesystem::path& staging);

/// A publication that was not carried out to its end: its set is not complete.
struct UnfinishedPublication {
  std::vector<std::string> names;  // of the new set's files and of those it replaces, relative to OUT
  std::size_t files = 0;           // of the new set
  std::size_t placed = 0;          // of them, those that have their names
  bool is_damaged = false;         // what it was to do can't be read
};

/// Nothing without a plan, or if the manifest, which comes last, has its name already.
std::optional<UnfinishedPublication> unfinished_publication(const std::filesystem::path& staging);

/// Carries out what a crash left undone, if there is something.
void finish_interrupted_publication(const std::filesystem::path& staging, const std::filesystem::path& out);

}  // namespace tfrec
