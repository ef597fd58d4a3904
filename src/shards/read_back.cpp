// SPDX-License-Identifier: Apache-2.0
#include "shards/read_back.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/unique_name.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_block = 4096;  // what direct reads have to begin and end at, at most
constexpr std::size_t k_huge_page = std::size_t{2} << 20;
constexpr std::size_t k_chunk = 2 * k_huge_page;
/// Each window costs a sync; 4 and 8 MiB were not faster. A window ends where a chunk does: no page of the
/// cache, and no unit of a disk, lies in two windows.
constexpr std::uint64_t k_window = std::uint64_t{16} << 20;

}  // namespace

/// Reads a file front to back past the cache: straight from the disk into `m_buffer`, without a copy, and
/// what is cached stays for those who read next. Where a file system can't do that the cached pages are
/// dropped instead.
class DiskReader {
 public:
  explicit DiskReader(const std::filesystem::path& file) : m_input(file) {
    m_is_direct = ::fcntl(m_input.descriptor(), F_SETFL, O_DIRECT) == 0;
  }

  const InputFile& input() const { return m_input; }
  /// Of all that was read.
  std::uint32_t crc32c() const { return m_crc32c; }

  /// Reads on to `end`, which is the file's end or that of a block. False if the file ends before it.
  bool read_to(std::uint64_t end) {
    if (!m_is_direct) drop_cached(end);
    while (m_at < end) {
      throw_if_stopped();
      const std::string_view bytes = next(end);
      if (bytes.empty()) return false;
      m_crc32c = tfrec::crc32c(bytes, m_crc32c);
    }
    return true;
  }

 private:
  std::string_view next(std::uint64_t end) {
    const std::uint64_t left = end - m_at;
    if (!m_buffer) make_buffer(left);
    if (m_is_direct && left < k_block) leave_direct(end);  // the last block is not whole
    const std::size_t wanted =
        std::min<std::uint64_t>(m_capacity, m_is_direct ? left / k_block * k_block : left);
    const std::size_t length = read({m_buffer.get(), wanted}, end);
    m_at += length;
    return {m_buffer.get(), length};
  }

  struct Free {
    void operator()(char* memory) const { std::free(memory); }  // NOLINT: of aligned_alloc
  };

  /// In huge pages if there are any: a disk is asked for as much at once as lies in one piece of memory, and
  /// with pages of 4 KiB that is little.
  void make_buffer(std::uint64_t left) {
    const bool is_small = left < k_huge_page;
    m_capacity = is_small ? left / k_block * k_block + k_block : k_chunk;
    m_buffer.reset(static_cast<char*>(std::aligned_alloc(is_small ? k_block : k_huge_page, m_capacity)));
    if (!m_buffer) throw std::bad_alloc();
    static_cast<void>(::madvise(m_buffer.get(), m_capacity, MADV_HUGEPAGE));
  }

  std::size_t read(std::span<char> into, std::uint64_t end) {
    if (m_is_direct) {
      try {
        return m_input.read_at(m_at, into);
      } catch (const Error&) {
        leave_direct(end);  // it took the flag but not the read
      }
    }
    return m_input.read_at(m_at, into);
  }

  void leave_direct(std::uint64_t end) {
    ::fcntl(m_input.descriptor(), F_SETFL, 0);
    m_is_direct = false;
    drop_cached(end);
  }

  void drop_cached(std::uint64_t end) const {
    // Whole pages are dropped: the last one, too, where the range has no end.
    const std::uint64_t length = end % k_block == 0 ? end - m_at : 0;
    ::posix_fadvise(m_input.descriptor(), static_cast<off_t>(m_at), static_cast<off_t>(length),
                    POSIX_FADV_DONTNEED);
  }

  InputFile m_input;
  std::size_t m_capacity = 0;
  std::unique_ptr<char, Free> m_buffer;
  std::uint64_t m_at = 0;
  std::uint32_t m_crc32c = 0;
  bool m_is_direct = false;
};

namespace {

bool reads_to_end(DiskReader& reader, const ShardFacts& facts) {
  return reader.read_to(facts.bytes) && reader.crc32c() == facts.crc32c;
}

/// Some file systems sync only files that are open for writing, or none.
bool refuses_to_sync(int error) {
  return error == EBADF || error == EACCES || error == EINVAL || error == EROFS || error == EOPNOTSUPP ||
         error == ENOSYS;
}

[[noreturn]] void fail_read_back(const std::filesystem::path& file) {
  throw Error(ErrorKind::machine, without_process_suffix(file.string()),
              "reads back different bytes than were written: the disk, its cable or the memory is faulty",
              "try again; if it happens again, check the disk");
}

}  // namespace

bool reads_back(const std::filesystem::path& file, const ShardFacts& facts) {
  DiskReader reader(file);
  return reader.input().size() == facts.bytes && reads_to_end(reader, facts);
}

ReadBehind::ReadBehind(std::filesystem::path file) : m_file(std::move(file)) {}

ReadBehind::~ReadBehind() = default;

void ReadBehind::follow(std::uint64_t written) {
  if (written - m_followed < k_window) return;
  if (m_running.valid()) {
    if (m_running.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    m_running.get();
  }
  if (!m_can_follow) return;
  m_followed = written;
  // Where no thread can be had std::async defers it to require().
  m_running = std::async(std::launch::async | std::launch::deferred,
                         [this, end = written / k_chunk * k_chunk] { read_window(end); });
}

void ReadBehind::read_window(std::uint64_t end) {
  if (!m_reader) m_reader = std::make_unique<DiskReader>(m_file);
  if (::fdatasync(m_reader->input().descriptor()) == 0) {
    static_cast<void>(m_reader->read_to(end));  // a file that ends before it fails in require()
  } else if (refuses_to_sync(errno)) {
    m_can_follow = false;
    m_reader.reset();
  } else {
    throw system_error(errno, without_process_suffix(m_file.string()), "cannot sync");
  }
}

void ReadBehind::require(const ShardFacts& facts) {
  if (m_running.valid()) m_running.get();
  if (!m_reader) m_reader = std::make_unique<DiskReader>(m_file);
  std::error_code failed;
  const std::uint64_t bytes = std::filesystem::file_size(m_file, failed);
  if (failed || bytes != facts.bytes || !reads_to_end(*m_reader, facts)) fail_read_back(m_file);
}

}  // namespace tfrec
