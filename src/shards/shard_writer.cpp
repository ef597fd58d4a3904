// SPDX-License-Identifier: Apache-2.0
#include "shards/shard_writer.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "base/text/unique_name.hpp"
#include "tfrecord/crc32c.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_write_bytes = std::size_t{1} << 20;
constexpr std::uint64_t k_write_back_bytes = std::uint64_t{8} << 20;

}  // namespace

ShardWriter::ShardWriter(std::filesystem::path file, Compression compression)
    : m_file(std::move(file)), m_name(without_process_suffix(m_file.string())) {
  if (compression != Compression::none) m_deflater.emplace(compression);
  m_fd = FileDescriptor(::open(m_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!m_fd.is_open()) throw system_error(errno, m_name, "cannot create");
}

void ShardWriter::append(std::string_view frame, std::uint64_t records) {
  m_facts.records += records;
  if (!m_deflater) return add(frame, crc32c(frame, m_facts.crc32c));
  std::string compressed;
  m_deflater->append(frame, compressed);
  add(compressed, crc32c(compressed, m_facts.crc32c));
}

void ShardWriter::append_frame(std::string_view frame) {
  if (m_deflater) return append(frame);
  ++m_facts.records;
  add(frame, crc32c_of_frame(frame, m_facts.crc32c));
}

/// `crc32c` is of all bytes, these included.
void ShardWriter::add(std::string_view bytes, std::uint32_t crc32c) {
  m_facts.bytes += bytes.size();
  m_facts.crc32c = crc32c;
  if (m_buffer.size() + bytes.size() < k_write_bytes) {
    m_buffer += bytes;
    return;
  }
  flush();
  if (bytes.size() < k_write_bytes) {
    m_buffer = bytes;
  } else {
    write(bytes);
  }
}

void ShardWriter::flush() {
  write(m_buffer);
  m_buffer.clear();
}

void ShardWriter::write(std::string_view bytes) {
  write_all(m_fd.get(), bytes, m_name);
  m_written += bytes.size();
  if (m_written - m_writing_back < k_write_back_bytes) return;
  // The disk takes it meanwhile, so that finish() has little to wait for. fsync reports failures.
  static_cast<void>(::sync_file_range(m_fd.get(), static_cast<off_t>(m_writing_back),
                                      static_cast<off_t>(m_written - m_writing_back), SYNC_FILE_RANGE_WRITE));
  m_writing_back = m_written;
}

ShardFacts ShardWriter::finish() {
  if (m_deflater) {
    std::string rest;
    m_deflater->finish(rest);
    add(rest, crc32c(rest, m_facts.crc32c));
  }
  flush();
  if (::fsync(m_fd.get()) != 0) throw system_error(errno, m_name, "cannot sync");
  close();
  return m_facts;
}

void ShardWriter::close() {
  flush();
  if (const int reason = m_fd.close(); reason != 0) throw system_error(reason, m_name, "cannot close");
}

}  // namespace tfrec
