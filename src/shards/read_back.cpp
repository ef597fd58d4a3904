// SPDX-License-Identifier: Apache-2.0
#include "shards/read_back.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <sys/mman.h>

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

struct Free {
  void operator()(char* memory) const { std::free(memory); }  // NOLINT: of aligned_alloc
};

using AlignedBuffer = std::unique_ptr<char, Free>;

/// In huge pages if there are any: a disk is asked for as much at once as lies in one piece of memory, and
/// with pages of 4 KiB that is little.
AlignedBuffer aligned_buffer(std::size_t bytes) {
  const std::size_t alignment = bytes < k_huge_page ? k_block : k_huge_page;
  AlignedBuffer buffer(static_cast<char*>(std::aligned_alloc(alignment, bytes)));
  if (!buffer) throw std::bad_alloc();
  static_cast<void>(::madvise(buffer.get(), bytes, MADV_HUGEPAGE));
  return buffer;
}

/// Reads a file front to back past the cache: straight from the disk into `m_buffer`, without a copy, and
/// what is cached stays for those who read next. Where a file system can't do that the cached pages are
/// dropped instead.
class DiskReader {
 public:
  explicit DiskReader(const InputFile& input)
      : m_input(input),
        m_capacity(input.size() < k_huge_page ? input.size() / k_block * k_block + k_block : k_chunk),
        m_buffer(aligned_buffer(m_capacity)) {
    m_is_direct = ::fcntl(m_input.descriptor(), F_SETFL, O_DIRECT) == 0;
    if (!m_is_direct) leave_direct();
  }

  /// The next bytes; empty at the end.
  std::string_view next() {
    const std::uint64_t left = m_input.size() - m_at;
    if (m_is_direct && left < k_block) leave_direct();  // the last block is not whole
    const std::size_t wanted =
        std::min<std::uint64_t>(m_capacity, m_is_direct ? left / k_block * k_block : left);
    const std::size_t length = read(wanted);
    m_at += length;
    return {m_buffer.get(), length};
  }

 private:
  std::size_t read(std::size_t wanted) {
    const std::span<char> into(m_buffer.get(), wanted);
    if (m_is_direct) {
      try {
        return m_input.read_at(m_at, into);
      } catch (const Error&) {
        leave_direct();  // it took the flag but not the read
      }
    }
    return m_input.read_at(m_at, into);
  }

  void leave_direct() {
    if (m_is_direct) ::fcntl(m_input.descriptor(), F_SETFL, 0);
    m_is_direct = false;
    ::posix_fadvise(m_input.descriptor(), static_cast<off_t>(m_at), 0, POSIX_FADV_DONTNEED);
  }

  const InputFile& m_input;
  std::size_t m_capacity;
  AlignedBuffer m_buffer;
  std::uint64_t m_at = 0;
  bool m_is_direct = false;
};

}  // namespace

bool reads_back(const std::filesystem::path& file, const ShardFacts& facts) {
  const InputFile input(file);
  if (input.size() != facts.bytes) return false;
  DiskReader reader(input);
  std::uint64_t done = 0;
  std::uint32_t sum = 0;
  while (done < facts.bytes) {
    throw_if_stopped();
    const std::string_view bytes = reader.next();
    if (bytes.empty()) return false;
    sum = crc32c(bytes, sum);
    done += bytes.size();
  }
  return sum == facts.crc32c;
}

void require_read_back(const std::filesystem::path& file, const ShardFacts& facts) {
  if (reads_back(file, facts)) return;
  throw Error(ErrorKind::machine, without_process_suffix(file.string()),
              "reads back different bytes than were written: the disk, its cable or the memory is faulty",
              "try again; if it happens again, check the disk");
}

}  // namespace tfrec
