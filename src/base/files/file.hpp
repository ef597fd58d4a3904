// SPDX-License-Identifier: Apache-2.0
// Reading and writing files by descriptor: every call is checked, EINTR and short transfers are carried on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

/// Owns a POSIX file descriptor.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : m_fd(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept;
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor();

  int get() const { return m_fd; }
  bool is_open() const { return m_fd >= 0; }
  /// Closes now and returns close()'s errno, 0 when all went well.
  int close();

 private:
  int m_fd = -1;
};

/// A regular file open for reading. Devices, FIFOs and folders are refused, so nothing can block or be
/// endless.
class InputFile {
 public:
  /// Throws Error (machine) when it can't be opened, Error (bad_data) when it is not a regular file.
  explicit InputFile(const std::filesystem::path& path);
  /// Takes an open descriptor; `name` is used in messages.
  InputFile(FileDescriptor fd, std::string name);

  /// The size when the file was opened, in bytes.
  std::uint64_t size() const { return m_size; }
  /// Last modification, nanoseconds since 1970.
  std::int64_t modified_ns() const { return m_modified_ns; }
  /// The same, or when it was put here, where that is later: a file that was moved keeps its time.
  std::int64_t changed_ns() const { return m_changed_ns; }
  /// The path as it was given, for messages.
  const std::string& name() const { return m_name; }
  int descriptor() const { return m_fd.get(); }
  /// Whether size or modification time differ from when the file was opened. Throws Error (machine).
  bool has_changed() const;

  /// Fills `buffer` from `offset` on; returns the bytes read, fewer only at the end of the file.
  std::size_t read_at(std::uint64_t offset, std::span<char> buffer) const;
  /// Advises the system that these bytes are read soon, so that it fetches them meanwhile. Never fails.
  void will_read(std::uint64_t offset, std::uint64_t length) const;

 private:
  void take_facts();

  FileDescriptor m_fd;
  std::string m_name;
  std::uint64_t m_size = 0;
  std::int64_t m_modified_ns = 0;
  std::int64_t m_changed_ns = 0;
};

/// The whole file. Throws Error (bad_data) if it is larger than `max_bytes`, Error (machine) where it
/// shrinks while being read.
std::string read_whole(const InputFile& file, std::uint64_t max_bytes = UINT64_MAX);
std::string read_whole(const std::filesystem::path& path, std::uint64_t max_bytes = UINT64_MAX);
/// The same in place of what `content` holds, whose memory is used again.
void read_whole(const InputFile& file, std::string& content);

/// Writes all of `bytes` at the descriptor's position; throws Error (machine) naming `path`.
void write_all(int fd, std::string_view bytes, const std::string& path);

/// A folder and those above it, as far as they are missing; innermost first.
std::vector<std::filesystem::path> missing_folders(const std::filesystem::path& folder);

/// Makes a folder and those above it, which survive a crash; true if it was not there before. Throws Error
/// (machine).
bool make_folder(const std::filesystem::path& folder);

/// fsync of a folder, so that the names in it survive a crash.
void sync_folder(const std::filesystem::path& folder);
/// fsync of a file that is written already, so that what was set since, such as its time, survives a crash.
void sync_file(const std::filesystem::path& file);

}  // namespace tfrec
