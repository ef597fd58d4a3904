// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "base/files/file.hpp"

namespace tfrec {

/// A file that appears whole or not at all: bytes go to a temporary name beside the target; commit() syncs
/// the data, renames it over the target and syncs the folder. Without commit() the destructor removes the
/// temporary file.
class AtomicFile {
 public:
  /// `locked`: the temporary file is locked as long as its writer lives, so that remove_left_drafts() of a
  /// later run knows one that a killed process left. For files outside staging folders, which nobody clears.
  enum class Draft { plain, locked };
  explicit AtomicFile(std::filesystem::path target, Draft draft = Draft::plain);
  /// With its temporary file in another folder of the same file system, where a killed run's are cleared.
  AtomicFile(std::filesystem::path target, const std::filesystem::path& drafts);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  void commit();
  /// The same, but leaves a file alone that another process has put there meanwhile. False if there is
  /// one. Where a file system has no hard links the last one wins.
  bool commit_first();

  /// Where the bytes are until the commit.
  const std::filesystem::path& draft() const { return m_temporary; }

  /// Like commit() of each file, in order, with one sync for all that are on one file system.
  static void commit_all(std::vector<AtomicFile>& files);
  /// The same with a sync of each file, for a few files where others write much to the file system.
  static void commit_each(std::vector<AtomicFile>& files);

 private:
  void open();
  void sync() const;
  static void place_all(std::vector<AtomicFile>& files);
  void rename_into_place();
  void close();

  std::filesystem::path folder() const;

  std::filesystem::path m_target;
  std::filesystem::path m_temporary;
  FileDescriptor m_fd;
};

/// AtomicFile with its whole content in hand.
void write_file_atomically(const std::filesystem::path& target, std::string_view content);
void write_file_atomically(const std::filesystem::path& target, std::string_view content,
                           const std::filesystem::path& drafts);
/// With a locked draft.
void write_output_atomically(const std::filesystem::path& target, std::string_view content);
/// The same with AtomicFile::commit_first().
bool write_file_once(const std::filesystem::path& target, std::string_view content);

/// Removes the locked drafts that killed processes left beside these targets. Those of a live process stay,
/// and all where the file system has no locks, or what is there can't be opened.
void remove_left_drafts(std::span<const std::filesystem::path> targets);

}  // namespace tfrec
