// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/source/inflating_source.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <isa-l/igzip_lib.h>

namespace tfrec {

namespace {

std::string text_of(int error) {
  switch (error) {
    case ISAL_INVALID_BLOCK:
      return "a block's header is damaged";
    case ISAL_INVALID_SYMBOL:
      return "a code has no meaning";
    case ISAL_INVALID_LOOKBACK:
      return "it refers to bytes before its start";
    case ISAL_INVALID_WRAPPER:
      return "its header is damaged";
    case ISAL_UNSUPPORTED_METHOD:
      return "its compression method is unknown";
    case ISAL_INCORRECT_CHECKSUM:
      return "its checksum disagrees with its content";
    default:
      return "it is damaged";
  }
}

/// A piece of the file in memory, refilled as it is used up.
class CompressedInput {
 public:
  explicit CompressedInput(const InputFile& file) : m_file(file), m_buffer(k_buffer_bytes) {}

  /// What is in memory; at least `wanted` bytes unless the file ends.
  std::span<unsigned char> ahead(std::size_t wanted) {
    if (m_end - m_begin < wanted && m_file_offset < m_file.size()) refill();
    return std::span(m_buffer).subspan(m_begin, m_end - m_begin);
  }
  void consume(std::size_t count) { m_begin += count; }
  /// Takes back up to eight bytes that were consumed.
  void give_back(std::size_t count) { m_begin -= std::min(count, m_begin); }
  std::uint64_t left() const { return m_end - m_begin + (m_file.size() - m_file_offset); }

 private:
  static constexpr std::size_t k_buffer_bytes = std::size_t{1} << 18;

  void refill() {
    const std::size_t keep_from = m_begin - std::min<std::size_t>(m_begin, 8);
    std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(keep_from),
              m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), m_buffer.begin());
    m_end -= keep_from;
    m_begin -= keep_from;
    const std::size_t got = m_file.read_at(
        m_file_offset, {reinterpret_cast<char*>(m_buffer.data()) + m_end, m_buffer.size() - m_end});
    // A file that became shorter shows as a stream that is cut short; one that grew is read to its old end.
    m_file_offset = got == 0 ? m_file.size() : m_file_offset + got;
    m_end += got;
  }

  const InputFile& m_file;
  std::vector<unsigned char> m_buffer;
  std::size_t m_begin = 0;
  std::size_t m_end = 0;
  std::uint64_t m_file_offset = 0;
};

class InflatingSource final : public ByteSource {
 public:
  InflatingSource(const InputFile& file, Compression compression)
      : m_input(file),
        m_compression(compression),
        m_name(compression == Compression::gzip ? "GZIP" : "ZLIB") {
    start_member();
  }
  // ISA-L's state holds no pointer of its own beside next_in and next_out, which each read() sets anew.
  InflatingSource(const InflatingSource& other) = default;

  std::size_t read(std::span<char> buffer) override {
    std::size_t done = 0;
    while (done < buffer.size() && !m_at_end) done += inflate_some(buffer.subspan(done));
    return done;
  }
  std::unique_ptr<ByteSource> fork() const override { return std::make_unique<InflatingSource>(*this); }
  std::optional<std::uint64_t> size() const override { return std::nullopt; }
  const std::string& defect() const override { return m_defect; }

 private:
  void start_member() {
    isal_inflate_init(&m_state);
    m_state.crc_flag = m_compression == Compression::gzip ? ISAL_GZIP : ISAL_ZLIB;
  }

  std::size_t inflate_some(std::span<char> out) {
    const std::span<unsigned char> in = m_input.ahead(1);
    const auto limit = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    const auto room = static_cast<std::uint32_t>(std::min(out.size(), limit));
    m_state.next_in = in.data();
    m_state.avail_in = static_cast<std::uint32_t>(in.size());
    m_state.next_out = reinterpret_cast<unsigned char*>(out.data());
    m_state.avail_out = room;
    const int result = isal_inflate(&m_state);
    m_input.consume(in.size() - m_state.avail_in);
    const std::size_t got = room - m_state.avail_out;
    if (result < 0 || result == ISAL_NEED_DICT) {
      stop("the " + m_name + " stream is damaged: " + text_of(result));
    } else if (m_state.block_state == ISAL_BLOCK_FINISH) {
      finish_member();
    } else if (got == 0 && m_state.avail_in == in.size()) {  // nothing goes in and nothing comes out
      stop("the " + m_name + " stream is cut short");
    }
    return got;
  }

  // GZIP members may follow each other, and zeros may fill a last block of a tape: both as gzip(1) has it.
  void finish_member() {
    m_input.give_back(static_cast<std::size_t>(m_state.read_in_length) /
                      8);  // whole bytes in ISA-L's bit buffer
    const std::span<unsigned char> next = m_input.ahead(2);
    if (m_compression == Compression::gzip && next.size() >= 2 && next[0] == 0x1F && next[1] == 0x8B) {
      return start_member();
    }
    const std::uint64_t left = m_input.left();
    if (skip_zeros()) return stop({});
    stop(std::to_string(left) + " bytes follow the " + m_name + " stream that are not part of it");
  }

  bool skip_zeros() {
    for (std::span<unsigned char> next = m_input.ahead(1); !next.empty(); next = m_input.ahead(1)) {
      if (!std::all_of(next.begin(), next.end(), [](unsigned char byte) { return byte == 0; })) return false;
      m_input.consume(next.size());
    }
    return true;
  }

  void stop(std::string defect) {
    m_defect = std::move(defect);
    m_at_end = true;
  }

  CompressedInput m_input;
  Compression m_compression;
  std::string m_name;
  inflate_state m_state{};
  std::string m_defect;
  bool m_at_end = false;
};

}  // namespace

std::unique_ptr<ByteSource> inflating_source(const InputFile& file, Compression compression) {
  return std::make_unique<InflatingSource>(file, compression);
}

}  // namespace tfrec
