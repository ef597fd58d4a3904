// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/listing_stream.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/text/nearest_path.hpp"

namespace tfrec {

namespace {

FileDescriptor opened(const std::filesystem::path& path) {
  struct stat facts {};
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) {
    const int failure = errno;
    if (failure == ENOENT || failure == ENOTDIR)
      throw Error(ErrorKind::usage, path.string(), "no such file", nearest_file_hint(path));
    throw system_error(failure, path.string(), "cannot open");
  }
  if (::fstat(file.get(), &facts) != 0) throw system_error(errno, path.string(), "cannot open");
  if (S_ISDIR(facts.st_mode)) throw Error(ErrorKind::usage, path.string(), "is a folder, not a file");
  return file;
}

}  // namespace

ListingStream::ListingStream(const std::filesystem::path& path)
    : m_name(path == "-" ? "stdin" : path.string()) {
  if (path != "-") m_file = opened(path);
}

ListingStream::int_type ListingStream::underflow() {
  const int descriptor = m_file.is_open() ? m_file.get() : STDIN_FILENO;
  while (true) {
    pollfd ready{descriptor, POLLIN, 0};
    const int polled = ::poll(&ready, 1, -1);  // unlike read(), a signal ends it
    throw_if_stopped();
    if (polled < 0) continue;
    const ssize_t got = ::read(descriptor, m_buffer.data(), m_buffer.size());
    if (got < 0 && errno != EINTR && errno != EAGAIN) throw system_error(errno, m_name, "cannot read");
    if (got == 0) return traits_type::eof();
    if (got < 0) continue;
    setg(m_buffer.data(), m_buffer.data(), m_buffer.data() + got);
    return traits_type::to_int_type(m_buffer.front());
  }
}

}  // namespace tfrec
