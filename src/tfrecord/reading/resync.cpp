// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/resync.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_block_bytes = std::size_t{1} << 18;
constexpr std::uint64_t k_never = std::numeric_limits<std::uint64_t>::max();

/// announced_length() behind a test that nearly no place in real payloads passes: `bytes` must hold twelve.
std::optional<std::uint32_t> header_here(const char* bytes) {
  const auto length = little_endian<std::uint64_t>(bytes);
  if (length > k_largest_payload) return std::nullopt;
  constexpr std::uint32_t k_of_zero =
      mask_crc32c(0x8C28B28A);  // of eight zero bytes: long runs of them are common
  if (length == 0 && little_endian<std::uint32_t>(bytes + 8) != k_of_zero) return std::nullopt;
  if (!announced_length({bytes, k_frame_header_bytes})) return std::nullopt;
  return static_cast<std::uint32_t>(length);
}

}  // namespace

Resync::Resync(const Window& window)
    : m_reader(window.position()),
      m_source(window.fork_behind_memory()),
      m_base(m_reader),
      m_begin(m_reader),
      m_next(m_reader),
      m_keys_at(m_reader) {
  if (const auto left = window.left()) m_size = m_reader + *left;
  // What the window holds is scanned now: later it will hold something else. Where it holds a large record
  // with too many headers in it, the rest is kept.
  std::string_view held = window.in_memory();
  while (!held.empty() && m_headers.size() < k_most_headers) {
    const std::string_view piece = held.substr(0, k_block_bytes);
    m_bytes.insert(m_bytes.end(), piece.begin(), piece.end());
    digest();
    held.remove_prefix(piece.size());
  }
  m_kept.assign(held.begin(), held.end());
}

void Resync::follow(std::string_view passed) {
  m_reader_keys.add(passed);
  m_reader += passed.size();
}

bool Resync::scan_more() {
  if (m_headers.size() >= k_most_headers) forget_before(m_reader);
  if (m_at_end || m_headers.size() >= k_most_headers) return false;
  if (!m_kept.empty()) {
    scan_kept();
    return true;
  }
  const std::size_t held = m_bytes.size();
  std::size_t wanted = k_block_bytes;
  // One byte more than there is shows the end.
  if (m_size) wanted = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, *m_size - m_base - held + 1));
  m_bytes.resize(held + wanted);
  throw_if_stopped();
  const std::size_t got = m_source->read(std::span(m_bytes).subspan(held));
  m_bytes.resize(held + got);
  digest();
  if (got < wanted) finish();
  return true;
}

void Resync::scan_kept() {
  const std::size_t count = std::min(k_block_bytes, m_kept.size() - m_kept_begin);
  const auto begin = m_kept.begin() + static_cast<std::ptrdiff_t>(m_kept_begin);
  m_bytes.insert(m_bytes.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
  m_kept_begin += count;
  if (m_kept_begin == m_kept.size()) m_kept = {};
  digest();
}

void Resync::scan_to(std::uint64_t offset) {
  while (m_next < offset && scan_more()) {
  }
}

// Scans what is in m_bytes, except the last places, where a header would not be whole yet.
void Resync::digest() {
  const std::uint64_t end = m_base + m_bytes.size();
  if (end < m_next + k_frame_header_bytes) return;
  scan_places(end - k_frame_header_bytes + 1);
  const std::uint64_t keep_from =
      std::max(m_begin, m_next - std::min<std::uint64_t>(m_next, k_frame_footer_bytes));
  advance_keys(keep_from);
  m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(keep_from - m_base));
  m_base = keep_from;
}

// The places m_next <= x < stop. Before the header at x comes what begins or ends at x - 4, so that the
// running checksum only moves forward: the header is the witness of a payload that ends there.
void Resync::scan_places(std::uint64_t stop) {
  while (m_next < stop) {
    if (next_event() == m_next) handle_events();
    const std::uint64_t pause = std::min(stop, next_event());
    const char* bytes = m_bytes.data() + (m_next - m_base);
    while (m_next < pause) {
      const std::optional<std::uint32_t> length = header_here(bytes);
      ++m_next;
      ++bytes;
      if (!length) continue;
      note_header(m_next - 1, *length);
      break;  // it makes a new event
    }
  }
}

std::uint64_t Resync::next_event() const {
  const std::uint64_t start = m_payload_starts.empty() ? k_never : m_payload_starts.front();
  const std::uint64_t end = m_open.empty() ? k_never : m_open.front().payload_end;
  const std::uint64_t earlier = std::min(start, end);
  return earlier == k_never ? k_never : earlier + k_frame_footer_bytes;
}

void Resync::handle_events() {
  const std::uint64_t place = m_next - k_frame_footer_bytes;
  advance_keys(place);
  while (!m_payload_starts.empty() && m_payload_starts.front() == place) {
    m_payload_starts.pop_front();
    start_payload(place);
  }
  while (!m_open.empty() && m_open.front().payload_end == place) end_payload(place);
}

void Resync::start_payload(std::uint64_t payload) {
  Header* header = numbered(m_started++);
  if (header == nullptr) return;
  if (m_size && header->end() > *m_size) {
    header->state = State::refuted;
  } else {
    m_open.push_back({payload + header->length, m_keys.start_key(), m_started - 1});
    std::push_heap(m_open.begin(), m_open.end(), std::greater<>());
  }
}

void Resync::end_payload(std::uint64_t payload_end) {
  const Open open = m_open.front();
  std::pop_heap(m_open.begin(), m_open.end(), std::greater<>());
  m_open.pop_back();
  const bool agrees = m_keys.end_key(checksum_at(payload_end)) == open.start_key;
  if (Header* header = numbered(open.header)) header->state = agrees ? State::proven : State::refuted;
}

void Resync::note_header(std::uint64_t at, std::uint32_t length) {
  const bool has_footer = at >= m_begin + k_frame_footer_bytes;
  const std::uint32_t end_key = has_footer ? note_end(at - k_frame_footer_bytes) : 0;
  m_has_seen_header = true;
  m_headers.push_back({at, length, end_key, State::open});
  m_payload_starts.push_back(at + k_frame_header_bytes);
}

std::uint32_t Resync::note_end(std::uint64_t payload_end) {
  advance_keys(payload_end);
  const std::uint32_t key = m_keys.end_key(checksum_at(payload_end));
  m_ends.add(key, payload_end);
  return key;
}

void Resync::finish() {
  m_at_end = true;
  const std::uint64_t end = m_base + m_bytes.size();
  for (std::uint64_t event = next_event(); event <= end; event = next_event()) {
    m_next = event;
    handle_events();
  }
  // The end of a stream that is cut short is not a witness.
  if (end >= m_begin + k_frame_footer_bytes && m_source->defect().empty())
    note_end(end - k_frame_footer_bytes);
  m_next = end;
  m_open.clear();  // the file ends inside these
}

void Resync::advance_keys(std::uint64_t to) {
  if (to <= m_keys_at) return;
  m_keys.add({m_bytes.data() + (m_keys_at - m_base), to - m_keys_at});
  m_keys_at = to;
}

std::uint32_t Resync::checksum_at(std::uint64_t offset) const {
  return unmask_crc32c(little_endian<std::uint32_t>(m_bytes.data() + (offset - m_base)));
}

std::vector<Resync::Header>::iterator Resync::first_from(std::uint64_t offset) {
  return std::lower_bound(m_headers.begin(), m_headers.end(), offset,
                          [](const Header& header, std::uint64_t at) { return header.at < at; });
}

Resync::Header* Resync::find(std::uint64_t offset) {
  const auto found = first_from(offset);
  return found != m_headers.end() && found->at == offset ? &*found : nullptr;
}

// Nothing if it is forgotten.
Resync::Header* Resync::numbered(std::uint64_t number) {
  return number < m_forgotten ? nullptr : &m_headers[static_cast<std::size_t>(number - m_forgotten)];
}

// In large steps, so that erasing from the front costs little each time.
void Resync::forget_before(std::uint64_t offset) {
  const auto keep = first_from(offset);
  if (static_cast<std::size_t>(keep - m_headers.begin()) < k_most_headers / 2) return;
  m_forgotten += static_cast<std::uint64_t>(keep - m_headers.begin());
  m_headers.erase(m_headers.begin(), keep);
  m_ends.forget_before(offset);
  std::erase_if(m_open, [this](const Open& open) { return open.header < m_forgotten; });
  std::make_heap(m_open.begin(), m_open.end(), std::greater<>());
}

bool Resync::is_proven(std::uint64_t header) {
  Header* found = find(header);
  if (found == nullptr) return false;
  if (found->state == State::open) {
    scan_to(found->end());
    found = find(header);
    if (found == nullptr) return false;
    if (found->state == State::open) found->state = State::refuted;
  }
  return found->state == State::proven;
}

std::optional<bool> Resync::agrees(std::uint64_t offset) {
  scan_to(offset + 1);
  const Header* found = find(offset);
  if (found == nullptr) return std::nullopt;
  if (found->state == State::open) scan_to(found->end());
  found = find(offset);
  if (found == nullptr || (found->state == State::open && !m_at_end)) return std::nullopt;
  return found->state == State::proven;
}

std::optional<std::uint64_t> Resync::proven_end(std::uint64_t offset) {
  scan_to(offset + 1);
  if (!is_proven(offset)) return std::nullopt;
  return find(offset)->end();
}

std::optional<std::uint64_t> Resync::next_proven(std::uint64_t from, bool returns) {
  for (;;) {
    const auto header = first_from(from);
    if (header != m_headers.end()) {
      const std::uint64_t at = header->at;
      if (is_proven(at)) return at;
      from = at + 1;
    } else {
      from = std::max(from, m_next);
      if (!returns) forget_before(from);
      if (!scan_more()) return std::nullopt;
    }
  }
}

std::optional<std::uint64_t> Resync::run_to(std::uint64_t from, std::uint64_t end, int& patience) {
  scan_to(end);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> frames;  // where proven ones begin and end
  for (auto header = first_from(from); header != m_headers.end() && header->at < end;
       header = first_from(from)) {
    if (--patience < 0) return std::nullopt;
    const std::uint64_t at = header->at;
    if (is_proven(at)) frames.emplace_back(at, find(at)->end());
    from = at + 1;
  }
  std::vector<std::uint64_t> leading;  // those that lead to the end, descending
  std::reverse(frames.begin(), frames.end());
  for (const auto& [frame_begin, frame_end] : frames) {
    const bool leads =
        frame_end >= end || std::binary_search(leading.begin(), leading.end(), frame_end, std::greater<>());
    if (leads) leading.push_back(frame_begin);
  }
  if (leading.empty()) return std::nullopt;
  return leading.back();
}

std::optional<std::uint64_t> Resync::run_to_end(std::uint64_t from, int& patience) {
  scan_to(from + k_largest_payload + k_frame_overhead);
  if (!m_at_end || !m_source->defect().empty()) return std::nullopt;
  return run_to(from, m_next, patience);
}

bool Resync::is_end(std::uint64_t offset) {
  scan_to(offset + 1);
  return m_at_end && offset == m_next && m_source->defect().empty();
}

std::optional<std::uint64_t> Resync::end_around_nested(std::uint64_t from, std::uint64_t end, int& patience) {
  std::optional<std::uint64_t> last;  // where the last proven frame ends
  for (std::optional<std::uint64_t> frame = next_proven(from, true);
       frame && (*frame < end || *frame == last);) {
    if (--patience < 0) return std::nullopt;
    last = proven_end(*frame);
    frame = next_proven(*last, true);
  }
  if (!last) return std::nullopt;
  return behind_checksum(*last);
}

std::uint64_t Resync::behind_nested_runs(std::uint64_t from, std::uint64_t reach, int& patience) {
  // TFRecord files in TFRecord files may end together. Three checksums are as long as a header, behind which
  // the first frame in the next damaged record begins.
  constexpr int k_most_levels = 2;
  for (;;) {
    std::uint64_t last = from;
    for (std::optional<std::uint64_t> end = proven_end(from); end; end = proven_end(last)) {
      if (--patience < 0 || *end >= reach) return from;
      last = *end;
    }
    if (is_end(last)) return from;
    std::optional<std::uint64_t> behind;
    for (int level = 0; level < k_most_levels && !behind; ++level, last += k_frame_footer_bytes)
      behind = behind_checksum(last);
    if (!behind) return from;
    from = *behind;
  }
}

// Where a frame around nested ones ends, the last of which ends at `nested_end`.
std::optional<std::uint64_t> Resync::behind_checksum(std::uint64_t nested_end) {
  const std::uint64_t behind = nested_end + k_frame_footer_bytes;
  if (!is_end(behind) && !proven_end(behind)) return std::nullopt;
  return behind;
}

bool Resync::ends_before(std::uint64_t offset) {
  scan_to(offset);
  return m_at_end && m_next < offset;
}

bool Resync::is_header_or_end(std::uint64_t offset) {
  return is_end(offset) || find(offset) != nullptr;
}

int Resync::run_length(std::uint64_t offset, int most) {
  for (int count = 0; count < most; ++count) {
    if (is_end(offset)) return most;
    const std::optional<std::uint64_t> end = proven_end(offset);
    if (!end) return count;
    offset = *end;
  }
  return most;
}

std::uint32_t Resync::start_key(std::string_view header) const {
  PieceKeys keys = m_reader_keys;
  keys.add(header);
  return keys.start_key();
}

bool Resync::payload_ends_before(std::string_view header, std::uint64_t next) {
  const Header* found = find(next);
  const std::uint64_t start = m_reader + header.size();
  return found != nullptr && next >= start + k_frame_footer_bytes && found->end_key == start_key(header);
}

std::vector<std::uint64_t> Resync::payload_ends(std::string_view header, std::uint64_t reach) {
  m_ends.forget_before(m_reader);
  const std::uint32_t key = start_key(header);
  const std::uint64_t start = m_reader + header.size();
  reach = std::min(reach, start + k_largest_payload + k_frame_overhead);
  std::vector<std::uint64_t> ends;
  for (std::uint64_t from = start;;) {
    if (const std::optional<std::uint64_t> end = m_ends.first(key, from)) {
      ends.push_back(*end);
      const bool is_in_doubt = *end == start + 8;
      if (!is_in_doubt) return ends;
      from = *end + 1;
    } else if (m_next >= reach || !scan_more()) {
      return ends;
    }
  }
}

}  // namespace tfrec
