// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <streambuf>
#include <string>

#include "base/files/file.hpp"

namespace tfrec {

/// The bytes of a file, a FIFO or stdin, from front to back, once. Reading throws Error (machine) where the
/// system fails, and as throw_if_stopped() does.
class ListingStream final : public std::streambuf {
 public:
  /// "-" is stdin. Throws Error: usage if there is no such file, or it is a folder; machine if it can't be
  /// opened.
  explicit ListingStream(const std::filesystem::path& path);

  /// For messages: the path, or "stdin".
  const std::string& name() const { return m_name; }

 protected:
  int_type underflow() override;

 private:
  std::string m_name;
  FileDescriptor m_file;  // not open: stdin
  std::array<char, std::size_t{1} << 16U> m_buffer{};
};

}  // namespace tfrec
