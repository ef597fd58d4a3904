// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/reader_state.hpp"

#include <algorithm>

#include "tfrecord/framing.hpp"
#include "tfrecord/reading/foreign_content.hpp"

namespace tfrec {

namespace {

constexpr int k_run_that_counts = 16;

}  // namespace

Reader::Reader(const InputFile& file, HeaderTrust trust) : Reader(open_source(file), trust) {}
Reader::Reader(std::unique_ptr<ByteSource> source, HeaderTrust trust)
    : m_state(std::make_unique<State>(std::move(source), trust)) {}
Reader::~Reader() = default;

ReadItem Reader::next() {
  return m_state->next();
}

ReadItem Reader::State::next() {
  pass(m_window.in_memory().substr(0, m_taken));
  m_taken = 0;
  if (m_next) {
    const std::uint64_t offset = m_next->offset;
    const std::size_t payload = m_next->payload;
    m_next.reset();
    return take_record(offset, 0, payload);
  }
  const std::string_view header = m_window.ahead(k_frame_header_bytes).substr(0, k_frame_header_bytes);
  if (header.empty()) return at_end();
  if (header.size() < k_frame_header_bytes)
    return skip_to({}, DamageKind::truncated, "the file ends inside a record's header");
  const std::optional<std::uint64_t> length = announced_length(header);
  return length ? read_frame(*length) : lost();
}

// `left` is compared without adding to `length`, which may be anything up to 2^64 - 1.
ReadItem Reader::State::read_frame(std::uint64_t length) {
  const std::optional<std::uint64_t> left = m_window.left();
  if (length > k_largest_payload ||
      (left && (*left < k_frame_overhead || length > *left - k_frame_overhead))) {
    return passes_end(length);
  }
  const auto size = static_cast<std::size_t>(length);
  if (is_refuted(length)) {
    return resync().ends_before(m_window.position() + k_frame_overhead + length) ? passes_end(length)
                                                                                 : bad_payload(size);
  }
  const std::string_view frame = m_window.ahead(k_frame_overhead + size);
  if (frame.size() < k_frame_overhead + size) return passes_end(length);
  const std::string_view payload = frame.substr(k_frame_header_bytes, size);
  if (!payload_agrees(payload, frame.substr(k_frame_header_bytes + size))) {
    if (m_resync) m_read_again += size;
    return bad_payload(size);
  }
  if (size == 8 && is_a_header()) {
    return skip_to(m_window.position() + k_frame_header_bytes, DamageKind::payload,
                   "the payload is missing: the next record's header follows at once");
  }
  return take_record(m_window.position(), k_frame_header_bytes, size);
}

// Whether the scan ahead of the reader states that the payload here and its checksum disagree. If there is
// one, the payloads that many headers claim cost no pass each. In a compressed file it is asked before large
// records are taken into memory, for these bytes cost who made them up nothing.
bool Reader::State::is_refuted(std::uint64_t length) {
  constexpr std::uint64_t k_large = std::uint64_t{1} << 26;
  const bool is_unsure = length > k_large && !m_window.left() && !is_held(length + k_frame_overhead);
  if (!m_resync && !is_unsure) return false;
  // Where too many headers are in reach, the scan has no answer: then each claim that fails has cost a pass.
  const std::optional<bool> agrees = resync().agrees(m_window.position());
  return agrees ? !*agrees : !has_time_for(0);
}

bool Reader::State::is_held(std::uint64_t distance) const {
  return m_window.in_memory().size() >= distance;
}

ReadItem Reader::State::take_record(std::uint64_t offset, std::size_t front, std::size_t payload) {
  m_taken = front + payload + k_frame_footer_bytes;
  const std::string_view bytes = m_window.ahead(m_taken);
  const std::string_view frame =
      front == k_frame_header_bytes ? bytes.substr(0, m_taken) : std::string_view{};
  return Record{m_index++, offset, bytes.substr(front, payload), frame};
}

ReadItem Reader::State::at_end() {
  if (m_window.defect().empty() || m_has_reported_defect) return End{m_window.position()};
  m_has_reported_defect = true;
  return Damage{DamageKind::compressed, m_index, m_window.position(), 0, m_window.defect()};
}

// Whether the eight-byte record here is more likely the header of the frame behind it.
bool Reader::State::is_a_header() {
  constexpr std::size_t k_frame = k_frame_overhead + 8;
  const std::string_view bytes = m_window.ahead(k_frame + k_frame_header_bytes);
  const auto value = little_endian<std::uint64_t>(bytes.data() + k_frame_header_bytes);
  const std::string_view behind = bytes.substr(k_frame);
  if (behind.empty() || value > k_largest_payload) return false;
  // The header of a frame of eight bytes makes even the place behind it look like a header.
  if (value != 8 && announced_length(behind)) return false;
  const std::uint64_t here = m_window.position();
  const int run_behind = resync().run_length(here + k_frame, k_run_that_counts);
  if (resync().run_length(here + k_frame_header_bytes, k_run_that_counts) <= run_behind) return false;
  const std::optional<std::uint64_t> next = announced_length(behind);
  const bool is_before_damaged_record = run_behind == 0 && next && *next <= k_largest_payload &&
                                        resync().is_header_or_end(here + k_frame + k_frame_overhead + *next);
  return !is_before_damaged_record;
}

ReadItem Reader::State::lost() {
  const std::uint64_t here = m_window.position();
  const std::string_view foreign = here == 0 ? foreign_content(m_window.ahead(512)) : std::string_view{};
  if (const std::optional<Payload> proven = believed_payload()) {
    return header_damage(DamageKind::header, *proven, "length and its checksum disagree");
  }
  const std::optional<std::uint64_t> next = resync().next_proven(here + 1);
  if (const std::optional<Payload> shifted = shifted_payload(next)) {
    return header_damage(DamageKind::header, *shifted, "the header has too few or too many bytes");
  }
  if (here == 0 && !next && (!foreign.empty() || !resync().has_seen_header())) {
    const std::string what(foreign.empty() ? "contains no record header" : foreign);
    return skip_to(next, DamageKind::not_a_tfrecord, "not a TFRecord file: " + what);
  }
  std::string message = "length and its checksum disagree";
  if (!foreign.empty()) message += "; the file begins like " + std::string(foreign);
  return skip_to(next, DamageKind::header, std::move(message));
}

ReadItem Reader::State::bad_payload(std::size_t length) {
  const std::string message = "payload and its checksum disagree";
  const std::uint64_t from =
      m_window.position() + 1;  // a header with lost bytes may be whole by its successor's
  const std::uint64_t end = m_window.position() + k_frame_overhead + length;
  const std::optional<std::uint64_t> run = resync().run_to(from, end, m_patience);
  if (!run && is_record_at(k_frame_overhead + length)) {
    Damage damage = skip_to(end, DamageKind::payload, message);
    damage.is_one_record = true;
    return damage;
  }
  if (const std::optional<Payload> proven = payload_of_other_length(run)) {
    return header_damage(
        DamageKind::length, *proven,
        "the header announces " + std::to_string(length) + " bytes, the payload has another length");
  }
  const std::uint64_t latest = run.value_or(end);  // where the next record is if all frames before are nested
  std::optional<std::uint64_t> next = resync().end_around_nested(from, latest, m_patience);
  const bool is_nested_file = holds_frames(length);
  if (!next) next = resync().next_proven(is_nested_file ? latest : from);
  if (next && is_nested_file) {
    constexpr std::uint64_t k_most_inserted = std::uint64_t{1} << 20;
    next = resync().behind_nested_runs(*next, end + k_most_inserted, m_patience);
  }
  const bool is_short = run && next && *next <= *run;
  return skip_to(
      next, DamageKind::payload,
      message + (is_short ? "; bytes of it are missing" : "; no record follows where it should end"));
}

ReadItem Reader::State::passes_end(std::uint64_t length) {
  const std::string announced = "the header announces " + std::to_string(length) + " bytes";
  if (const std::optional<Payload> proven = payload_of_other_length({})) {
    return header_damage(DamageKind::length, *proven, announced + ", the payload has another length");
  }
  const bool is_possible = length <= k_largest_payload;
  const std::uint64_t from = m_window.position() + 1;
  const bool is_nested_file = is_possible && holds_frames(length);
  std::optional<std::uint64_t> next;
  if (is_possible) next = resync().end_around_nested(from, from + length, m_patience);
  if (!next) next = is_nested_file ? resync().run_to_end(from, m_patience) : resync().next_proven(from);
  if (!is_possible) return skip_to(next, DamageKind::length, announced + ", more than a record can have");
  const bool goes_on = next && !resync().is_end(*next);
  Damage damage = goes_on
                      ? skip_to(next, DamageKind::length, announced + ", more than the file contains")
                      : skip_to({}, DamageKind::truncated, "the file ends inside the record: " + announced);
  damage.claims_rest = true;
  return damage;
}

// Whether there is evidence of a record, or of the end, `distance` bytes behind the position.
bool Reader::State::is_record_at(std::size_t distance) {
  if (!m_window.left() && !is_held(distance) && m_resync)
    return resync().is_header_or_end(m_window.position() + distance);
  const std::string_view bytes = m_window.ahead(distance + k_frame_header_bytes);
  if (bytes.size() == distance) return true;
  if (bytes.size() < distance + k_frame_header_bytes) return false;
  const std::optional<std::uint64_t> length = announced_length(bytes.substr(distance));
  if (length && *length <= k_largest_payload) return true;
  // A damaged header there, made good by its payload, speaks less clearly than sound records before it.
  if (!has_time_for(distance)) return false;
  if (resync().payload_ends(bytes.substr(0, distance + k_frame_header_bytes)).empty()) return false;
  const std::optional<std::uint64_t> next = resync().next_proven(m_window.position() + 1);
  return !next || *next >= m_window.position() + distance;
}

// Keeps the work linear: to a question that means to go over so many bytes once more.
bool Reader::State::has_time_for(std::uint64_t bytes) {
  constexpr std::uint64_t k_at_once = std::uint64_t{1} << 30;
  m_read_again += bytes;
  return m_read_again <= k_at_once + 4 * m_window.position();
}

// Whether the payload here begins with a whole header whose frame fits into it.
bool Reader::State::holds_frames(std::uint64_t length) {
  const std::string_view bytes = m_window.ahead(2 * k_frame_header_bytes);
  const std::optional<std::uint64_t> inner = announced_length(bytes.substr(k_frame_header_bytes));
  return inner && length >= k_frame_overhead && *inner <= length - k_frame_overhead;
}

// The payload behind the twelve bytes here, whatever they contain.
std::optional<Reader::State::Payload> Reader::State::proven_payload(std::uint64_t reach) {
  const std::uint64_t begin = m_window.position() + k_frame_header_bytes;
  const std::string_view header = m_window.ahead(k_frame_header_bytes).substr(0, k_frame_header_bytes);
  const std::vector<std::uint64_t> ends = resync().payload_ends(header, reach);
  if (ends.empty()) return std::nullopt;
  const Payload payload{begin, ends.back()};
  if (payload.size() != 8) return payload;
  // Eight bytes and their checksum, which is also what the next record's header looks like.
  // A frame of another length than eight that is proven there is one: chance makes none of eight bytes.
  const std::string_view bytes = m_window.ahead(2 * k_frame_header_bytes);
  const std::optional<std::uint64_t> inner = announced_length(bytes.substr(k_frame_header_bytes));
  if (inner && *inner != 8 && resync().proven_end(begin)) return std::nullopt;
  const std::uint64_t behind = payload.end + k_frame_footer_bytes;
  if (resync().run_length(behind, k_run_that_counts) <= resync().run_length(begin, k_run_that_counts)) {
    return std::nullopt;
  }
  return payload;
}

std::optional<Reader::State::Payload> Reader::State::believed_payload(std::uint64_t reach) {
  const std::optional<Payload> payload = proven_payload(reach);
  if (!payload || m_trust == HeaderTrust::payload) return payload;
  return is_half_right(m_window.ahead(k_frame_header_bytes), payload->size()) ? payload : std::nullopt;
}

// The payload behind a whole header that lies. Not one of eight bytes: more likely these are an inner
// record's header.
std::optional<Reader::State::Payload> Reader::State::payload_of_other_length(
    std::optional<std::uint64_t> reach) {
  const std::optional<Payload> payload = reach ? believed_payload(*reach) : believed_payload();
  return payload && payload->size() != 8 ? payload : std::nullopt;
}

// The payload of a record whose header lost bytes or has too many. To try several places multiplies chance,
// so more must be proven: that the next proven frame follows at once, or that the payload is a TFRecord
// file.
std::optional<Reader::State::Payload> Reader::State::shifted_payload(std::optional<std::uint64_t> next) {
  constexpr std::size_t k_most = 8;
  if (m_trust == HeaderTrust::half) return std::nullopt;
  for (std::size_t shift = 1; shift <= k_most; ++shift) {
    if (const auto payload = payload_behind(k_frame_header_bytes - shift, next)) return payload;
    // A whole header here is the next record's: what is before it is garbage.
    if (announced_length(m_window.ahead(shift + k_frame_header_bytes).substr(shift))) continue;
    if (const auto payload = payload_behind(k_frame_header_bytes + shift, next)) return payload;
  }
  return std::nullopt;
}

std::optional<Reader::State::Payload> Reader::State::payload_behind(std::size_t front,
                                                                    std::optional<std::uint64_t> next) {
  const std::string_view bytes = m_window.ahead(front + k_frame_header_bytes);
  if (bytes.size() < front) return std::nullopt;
  const std::string_view header = bytes.substr(0, front);
  const std::uint64_t begin = m_window.position() + front;
  const std::optional<std::uint64_t> inner = announced_length(bytes.substr(front));
  Payload payload{begin, begin};
  if (next && resync().payload_ends_before(header, *next)) {
    payload.end = *next - k_frame_footer_bytes;
  } else if (inner || !next) {
    const std::vector<std::uint64_t> ends = resync().payload_ends(header);
    if (ends.empty() || (next && ends.back() == begin + 8)) return std::nullopt;
    payload.end = ends.back();
  } else {
    return std::nullopt;
  }
  // Eight bytes and their checksum always look like a header; where it announces a possible length, it is
  // one.
  const bool is_header = payload.size() == 8 && inner && *inner <= k_largest_payload;
  return is_header ? std::nullopt : std::optional(payload);
}

ReadItem Reader::State::header_damage(DamageKind kind, const Payload& payload, std::string message) {
  const std::uint64_t here = m_window.position();
  const auto front = static_cast<std::size_t>(payload.begin - here);
  m_next = NextRecord{here, static_cast<std::size_t>(payload.size())};
  pass(m_window.ahead(front).substr(0, front));
  return Damage{kind, m_index, here, front, std::move(message)};
}

Damage Reader::State::skip_to(std::optional<std::uint64_t> offset, DamageKind kind, std::string message) {
  Damage damage{kind, m_index, m_window.position(), 0, std::move(message)};
  const bool is_zero = pass_to(offset);
  damage.length = m_window.position() - damage.offset;
  if (kind == DamageKind::header && (damage.length < k_frame_overhead || (is_zero && !offset))) {
    damage.kind = DamageKind::garbage;
    damage.message =
        std::to_string(damage.length) + (is_zero ? " zero bytes" : " bytes") + " that are not a record";
    return damage;
  }
  if (kind == DamageKind::truncated && !m_window.defect().empty()) {
    m_has_reported_defect = true;
    damage.kind = DamageKind::compressed;
    damage.message = m_window.defect();
  }
  ++m_index;
  return damage;
}

// To the end without an offset. Returns whether all bytes were zero.
bool Reader::State::pass_to(std::optional<std::uint64_t> offset) {
  bool is_zero = true;
  for (;;) {
    std::string_view bytes = m_window.ahead(1);
    if (offset) {
      const std::uint64_t left = *offset - m_window.position();
      bytes = bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), left)));
    }
    if (bytes.empty()) return is_zero;
    is_zero = is_zero && bytes.find_first_not_of('\0') == std::string_view::npos;
    pass(bytes);
  }
}

void Reader::State::pass(std::string_view bytes) {
  if (bytes.empty()) return;
  if (m_resync) m_resync->follow(bytes);
  m_window.consume(bytes.size());
  // Behind its scan a new one is cheaper: it need not go over what was read meanwhile.
  if (m_resync && m_resync->scanned() <= m_window.position()) m_resync.reset();
}

Resync& Reader::State::resync() {
  if (!m_resync) m_resync.emplace(m_window);
  return *m_resync;
}

}  // namespace tfrec
