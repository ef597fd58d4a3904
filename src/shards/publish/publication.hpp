// SPDX-License-Identifier: Apache-2.0
// How a finished set takes its final names, so that a crash at any point leaves either nothing or something
// the next build completes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/atomic_file.hpp"
#include "shards/publish/journal.hpp"

namespace tfrec {

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

/// Writes the plan into the staging folder, carries it out, syncs everything and empties the staging folder.
/// Indexes of removed and of new shards are removed, too. Throws Error, before anything is removed: machine
/// where a staged file is missing or has another size, usage where something is in the place of a file or of
/// its folder and is not `removed`, or where two files can't be in one folder.
void publish(const std::filesystem::path& staging, const std::filesystem::path& out, PublicationPlan plan);

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

/// Carries out what a crash left undone, if there is something. Throws Error (bad_data) where the journal
/// lists what no set of the tool consists of.
void finish_interrupted_publication(const std::filesystem::path& staging, const std::filesystem::path& out);

}  // namespace tfrec
