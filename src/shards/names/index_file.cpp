// SPDX-License-Identifier: Apache-2.0
#include "shards/names/index_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include "shards/names/shard_name.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_buffer_bytes = std::size_t{1} << 16;
constexpr std::size_t k_longest_number = 20;

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace

std::string index_name(std::string_view shard_name, IndexFormat format) {
  if (format == IndexFormat::dali) return std::string(shard_name) + ".idx";
  return std::string(name_without_extension(shard_name)) + ".tfindex";
}

bool is_index_name(std::string_view file_name) {
  return file_name.ends_with(".idx") || file_name.ends_with(".tfindex");
}

void append_index_line(std::string& out, const IndexEntry& entry) {
  out.append(std::to_string(entry.offset)).append(" ").append(std::to_string(entry.size)).append("\n");
}

IndexReader::IndexReader(const InputFile& file) : m_file(file), m_buffer(k_buffer_bytes) {}

std::optional<IndexEntry> IndexReader::next() {
  if (!skip_blanks()) return std::nullopt;
  const std::optional<std::uint64_t> offset = number();
  m_is_cut = offset && !skip_blanks();
  if (!offset || m_is_cut) return std::nullopt;
  const std::optional<std::uint64_t> size = number();
  if (!size) return std::nullopt;
  return IndexEntry{*offset, *size};
}

bool IndexReader::is_at_end() {
  return !m_is_cut && !skip_blanks();
}

// What is in memory: at least one byte more than the longest number, unless the file ends.
std::string_view IndexReader::ahead() {
  if (m_end - m_begin <= k_longest_number) {
    std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin),
              m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), m_buffer.begin());
    m_end -= m_begin;
    m_begin = 0;
    const std::size_t got = m_file.read_at(m_offset, std::span(m_buffer).subspan(m_end));
    m_offset += got;
    m_end += got;
  }
  return {m_buffer.data() + m_begin, m_end - m_begin};
}

bool IndexReader::skip_blanks() {
  for (std::string_view text = ahead(); !text.empty(); text = ahead()) {
    if (!is_blank(text.front())) return true;
    m_begin += static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_blank) - text.begin());
  }
  return false;
}

std::optional<std::uint64_t> IndexReader::number() {
  const std::string_view text = ahead();
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(parsed.ptr - text.data());
  if (parsed.ec != std::errc{} || (length < text.size() && !is_blank(text[length]))) return std::nullopt;
  m_begin += length;
  return value;
}

namespace {

/// The end of the last frame. Nothing if the file is not an index, or if `has_frame` rejects a frame.
template <class HasFrame>
std::optional<std::uint64_t> end_of_frames(const InputFile& file, const HasFrame& has_frame) {
  IndexReader reader(file);
  std::uint64_t end = 0;
  while (const std::optional<IndexEntry> entry = reader.next()) {
    if (entry->offset != end || entry->size < k_frame_overhead || entry->size > UINT64_MAX - end ||
        !has_frame(*entry))
      return std::nullopt;
    end += entry->size;
  }
  return reader.is_at_end() ? std::optional(end) : std::nullopt;
}

}  // namespace

bool is_index(const InputFile& file) {
  return end_of_frames(file, [](const IndexEntry&) { return true; }).has_value();
}

bool is_index_of(const InputFile& index, const InputFile& shard) {
  const auto has_frame = [&](const IndexEntry& entry) {
    std::array<char, k_frame_header_bytes> header{};
    const std::size_t got = shard.read_at(entry.offset, std::span<char>(header));
    return announced_length({header.data(), got}) == entry.size - k_frame_overhead;
  };
  return end_of_frames(index, has_frame) == shard.size();
}

}  // namespace tfrec
