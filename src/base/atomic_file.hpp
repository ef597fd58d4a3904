// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"

namespace tfrec {

/// A file that appears whole or not at all: bytes go to a temporary name beside the target; commit() syncs
/// the data, renames it over the target and syncs the folder. Without commit() the destructor removes the
/// temporary file.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);
  /// With its temporary file in another folder of the same file system, where a killed run's are cleared.
  AtomicFile(std::filesystem::path target, const std::filesystem::path& drafts);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  void commit();
  /// The same, but leaves a file alone that another process has put there meanwhile. False where there is
  /// one. Where a file system has no hard links the last one wins.
  bool commit_first();

  /// For many files at once: closes what was written; nothing may be added. commit_all() completes it.
  void finish();
  /// Like commit() of each finished file, in order, with one sync for all that are on one file system.
  static void commit_all(std::vector<AtomicFile>& files);

 private:
  void rename_into_place();

  std::filesystem::path folder() const;

  std::filesystem::path m_target;
  std::filesystem::path m_temporary;
  FileDescriptor m_fd;
};

/// AtomicFile with its whole content in hand.
void write_file_atomically(const std::filesystem::path& target, std::string_view content);
void write_file_atomically(const std::filesystem::path& target, std::string_view content,
                           const std::filesystem::path& drafts);
/// The same with AtomicFile::commit_first().
bool write_file_once(const std::filesystem::path& target, std::string_view content);

}  // namespace tfrec
