// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/count_frames.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>

#include "tfrecord/frame_run.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/foreign_content.hpp"
#include "tfrecord/source/byte_source.hpp"
#include "tfrecord/source/window.hpp"

namespace tfrec {

namespace {

/// Goes from header to header in a file as it is. Where frames are small, one read brings many headers; where
/// they are large, each read brings one and the payloads between stay on the disk.
class PlainWalk {
 public:
  explicit PlainWalk(const InputFile& file)
      : m_file(file), m_buffer(std::make_unique_for_overwrite<char[]>(k_small_frames_read)) {}

  std::string_view header() {
    if (m_position < m_from || m_position + k_frame_header_bytes > m_from + m_held) read();
    const std::string_view held(m_buffer.get(), m_held);
    return held.substr(static_cast<std::size_t>(std::min<std::uint64_t>(m_position - m_from, m_held)));
  }
  /// False, and nowhere, where the file does not hold the frame.
  bool skip_frame(std::uint64_t payload) {
    const std::uint64_t left = m_file.size() - m_position;
    if (left < k_frame_overhead || payload > left - k_frame_overhead) return false;
    m_last_frame = payload + k_frame_overhead;
    m_position += m_last_frame;
    return true;
  }
  /// Skips frames whose headers are in memory; returns how many.
  std::uint64_t skip_run() {
    const FrameRun run = run_of_headers(header(), m_file.size() - m_position);
    if (run.records > 0) m_last_frame = run.bytes / run.records;
    m_position += run.bytes;
    return run.records;
  }
  std::uint64_t position() const { return m_position; }
  std::uint64_t end() const { return m_file.size(); }
  std::string defect() const { return {}; }

 private:
  static constexpr std::size_t k_small_frames_read = std::size_t{1} << 18;
  static constexpr std::size_t k_large_frames_read = 512;
  static constexpr std::uint64_t k_large_frame = std::uint64_t{1} << 15;

  void read() {
    const bool are_small = m_last_frame > 0 && m_last_frame < k_large_frame;
    m_from = m_position;
    m_held =
        m_file.read_at(m_position, {m_buffer.get(), are_small ? k_small_frames_read : k_large_frames_read});
  }

  const InputFile& m_file;
  std::unique_ptr<char[]> m_buffer;  // pages that no read fills are never touched
  std::uint64_t m_from = 0;
  std::size_t m_held = 0;
  std::uint64_t m_position = 0;
  std::uint64_t m_last_frame = 0;  // 0 before the first
};

/// The same over inflated bytes, all of which must pass by.
class StreamWalk {
 public:
  explicit StreamWalk(const InputFile& file) : m_window(open_source(file)) {}

  std::string_view header() { return m_window.ahead(k_frame_header_bytes); }
  bool skip_frame(std::uint64_t payload) {
    m_position = m_window.position();
    if (payload > k_largest_payload) return false;
    std::uint64_t left = payload + k_frame_overhead;
    while (left > 0) {
      const std::size_t held = m_window.ahead(1).size();
      if (held == 0) return false;
      const auto step = static_cast<std::size_t>(std::min<std::uint64_t>(held, left));
      m_window.consume(step);
      left -= step;
    }
    m_position = m_window.position();
    return true;
  }
  std::uint64_t position() const { return m_position; }
  /// Reads on to the end.
  std::uint64_t end() {
    for (std::size_t held = 1; held > 0;) {
      held = m_window.ahead(1).size();
      m_window.consume(held);
    }
    return m_window.position();
  }
  std::string defect() const { return m_window.defect(); }

 private:
  Window m_window;
  std::uint64_t m_position = 0;  // of the frame; the window may be further
};

/// The visitor of a count.
struct Nothing {
  void operator()(std::uint64_t, std::uint64_t) const {}
};

template <class Walk>
Damage damage_at(Walk& walk, std::uint64_t record, std::optional<std::uint64_t> length,
                 std::string_view foreign) {
  const std::uint64_t here = walk.position();
  if (length && *length > k_largest_payload) {
    return {DamageKind::length, record, here, k_frame_header_bytes,
            "the header announces " + std::to_string(*length) + " bytes, more than a record can have"};
  }
  const std::uint64_t rest = walk.end() - here;
  if (!foreign.empty()) {
    return {DamageKind::not_a_tfrecord, record, here, rest, "not a TFRecord file: " + std::string(foreign)};
  }
  if (!length && rest >= k_frame_header_bytes) {
    return {DamageKind::header, record, here, k_frame_header_bytes, "length and its checksum disagree"};
  }
  if (!walk.defect().empty()) return {DamageKind::compressed, record, here, rest, walk.defect()};
  const std::string message =
      length ? "the file ends inside the record: the header announces " + std::to_string(*length) + " bytes"
             : "the file ends inside a record's header";
  return {DamageKind::truncated, record, here, rest, message};
}

template <class Walk, class Visit>
FrameCount count(Walk walk, const Visit& visit) {
  constexpr bool k_may_run = std::is_same_v<Walk, PlainWalk> && std::is_same_v<Visit, Nothing>;
  FrameCount result;
  for (;;) {
    if constexpr (k_may_run) {
      result.records += walk.skip_run();
      result.bytes = walk.position();
    }
    const std::string_view header = walk.header();
    if (header.empty()) break;
    const std::optional<std::uint64_t> length = announced_length(header);
    const std::string_view foreign =
        result.bytes == 0 && !length ? foreign_content(header) : std::string_view{};
    if (!length || !walk.skip_frame(*length)) {
      result.damage = damage_at(walk, result.records, length, foreign);
      return result;
    }
    ++result.records;
    visit(result.bytes, *length);
    result.bytes = walk.position();
  }
  if (!walk.defect().empty()) {
    result.damage = Damage{DamageKind::compressed, result.records, result.bytes, 0, walk.defect()};
  }
  return result;
}

}  // namespace

FrameCount count_frames(const InputFile& file) {
  if (sniff_compression(file) == Compression::none) return count(PlainWalk(file), Nothing{});
  return count(StreamWalk(file), Nothing{});
}

FrameCount walk_frames(const InputFile& file, const FrameVisitor& visit) {
  if (sniff_compression(file) == Compression::none) return count(PlainWalk(file), visit);
  return count(StreamWalk(file), visit);
}

}  // namespace tfrec
