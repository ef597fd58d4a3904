// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/source/byte_source.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/source/inflating_source.hpp"

namespace tfrec {

namespace {

const std::string k_no_defect;

class PlainSource final : public ByteSource {
 public:
  explicit PlainSource(const InputFile& file, std::uint64_t position = 0)
      : m_file(file), m_position(position) {}

  std::size_t read(std::span<char> buffer) override {
    const std::uint64_t left = m_file.size() - m_position;
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), left));
    if (m_file.read_at(m_position, buffer.first(wanted)) != wanted) {
      throw Error(ErrorKind::machine, m_file.name(), "became shorter while it was read");
    }
    m_position += wanted;
    return wanted;
  }
  std::unique_ptr<ByteSource> fork() const override {
    return std::make_unique<PlainSource>(m_file, m_position);
  }
  std::optional<std::uint64_t> size() const override { return m_file.size(); }
  const std::string& defect() const override { return k_no_defect; }

 private:
  const InputFile& m_file;
  std::uint64_t m_position;
};

// RFC 1950: method 8, a window of at most 32 KiB, no preset dictionary, and a check that makes it a multiple
// of 31.
bool looks_like_zlib(std::string_view head) {
  if (head.size() < 2) return false;
  const auto method = static_cast<unsigned char>(head[0]);
  const auto flags = static_cast<unsigned char>(head[1]);
  const bool is_deflate = (method & 0x0F) == 8 && (method >> 4) <= 7 && (flags & 0x20) == 0;
  return is_deflate && (method * 256U + flags) % 31 == 0;
}

}  // namespace

Compression sniff_compression(const InputFile& file) {
  std::array<char, k_frame_header_bytes> bytes{};
  const std::string_view head(bytes.data(), file.read_at(0, std::span<char>(bytes)));
  if (announced_length(head)) return Compression::none;
  if (head.substr(0, 3) == "\x1F\x8B\x08") return Compression::gzip;
  if (!looks_like_zlib(head)) return Compression::none;
  // Two bytes are weak evidence, one file in a thousand has them: the stream must also begin with a record,
  // or be whole, which its checksum proves.
  std::array<char, k_frame_header_bytes> inflated{};
  const std::unique_ptr<ByteSource> stream = inflating_source(file, Compression::zlib);
  const std::size_t got = stream->read(inflated);
  const bool is_whole = got < inflated.size() && stream->defect().empty();
  return is_whole || announced_length({inflated.data(), got}) ? Compression::zlib : Compression::none;
}

std::unique_ptr<ByteSource> open_source(const InputFile& file) {
  const Compression compression = sniff_compression(file);
  if (compression == Compression::none) return std::make_unique<PlainSource>(file);
  return inflating_source(file, compression);
}

bool begins_with_record(const InputFile& file) {
  std::array<char, k_frame_header_bytes> header{};
  const std::size_t got = open_source(file)->read(header);
  return announced_length({header.data(), got}).has_value();
}

}  // namespace tfrec
