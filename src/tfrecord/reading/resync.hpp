// SPDX-License-Identifier: Apache-2.0
// How a reader finds its place again after damage.
//
// Evidence. A *whole header* is twelve bytes whose length agrees with its checksum; chance makes one in 2^32
// places. A *proven frame* is a whole header whose payload agrees with its checksum as well: one in 2^64.
// Random bytes are therefore no risk; structure is. Payloads may hold TFRecord files, and the eight bytes of
// any length with their checksum look like an eight-byte payload with its own.
//
// At a place p where a record should begin:
//
// 1. A proven frame is a record. (An eight-byte one that could as well be the header of the frame behind it
//    is weighed against that one: the reading from which more proven frames follow wins; a damaged record
//    whose whole header leads to the next one or to the end counts for the record before it.)
// 2. Where the header is damaged, or is whole but lies, the payload's own checksum may still prove the
// record:
//    the running checksum from p + 12 must agree with the four bytes before a place e, and as a second
//    witness e must be the end of the file or begin with a whole header. Frames found inside are nested and
//    never looked at. Only when no e fits, up to the largest record there can be, are they candidates.
// 3. Where the header is whole and the payload damaged, reading goes on at the end q that the length gives,
//    without a look inside. Except where the length is disproved, because bytes were lost or inserted: a run
//    of proven frames begins inside and ends exactly at q or passes it (a nested frame ends four bytes before
//    q at the latest); or there is no evidence of a record at q: no whole header, no end, no proof by 2.
// 4. A whole header whose length passes the end of the file (or is beyond any record) is a cut record, unless
//    proven frames follow; then the length lies.
// 5. Otherwise, and where 3 or 4 disprove a length, reading goes on at the next proven frame. But the frames
//    of a payload are not believed if it begins with a whole header that fits, or if its last proven frame is
//    followed by the four bytes of a checksum and then by the next proven frame or the end: that is a
//    TFRecord file. (In 4 they are where they end exactly with the file, which a record cut short does by
//    chance only.) Bytes inserted into such a payload push its frames behind q: a run that ends soon behind q
//    and is followed in the same way is nested, too.
//
// Limit: frames nested in a *damaged* record between other bytes, where 3 or 4 disprove its length, are taken
// for records; that is the price of salvaging sound records there.
//
// Cost. Answers come from one scan ahead of the reader, extended as far as a question needs and remembered;
// where it is ahead, it also decides whether a frame is sound. Payload checksums follow from keys at their
// two ends (crc32c_algebra.hpp): each byte is looked at once however many headers claim it. Time is linear
// (times the logarithm of the headers in reach); memory is bounded by k_most_headers, beyond which the scan
// does not run ahead.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "tfrecord/crc32c_algebra.hpp"
#include "tfrecord/reading/payload_ends.hpp"
#include "tfrecord/source/byte_source.hpp"
#include "tfrecord/source/window.hpp"

namespace tfrec {

/// Whole headers ahead of a reader, and what they prove. Offsets are in the uncompressed bytes.
class Resync {
 public:
  /// Begins at the window's position.
  explicit Resync(const Window& window);

  /// Takes all bytes that the reader passes, in order.
  void follow(std::string_view passed);

  /// Whether the file ends at `offset`; a compressed stream that is cut short has no such end.
  bool is_end(std::uint64_t offset);

  /// Whether the frame whose whole header is at `offset` is proven; nothing if the scan can't come to
  /// its end. Costs no pass over the payload beside the scan's.
  std::optional<bool> agrees(std::uint64_t offset);

  /// The end of the proven frame that begins at `offset`, if one does.
  std::optional<std::uint64_t> proven_end(std::uint64_t offset);

  /// The first proven frame at `from` or behind. What is before it may be forgotten, unless the reader
  /// `returns`.
  std::optional<std::uint64_t> next_proven(std::uint64_t from, bool returns = false);

  /// The first frame of a run of proven frames without gaps that begins at `from` or behind, before `end`,
  /// and ends at `end` or passes it. Gives up when it has looked at `patience` headers, from which it counts
  /// down.
  std::optional<std::uint64_t> run_to(std::uint64_t from, std::uint64_t end, int& patience);

  /// The same for a run that ends with the file. Nothing if the file ends beyond the largest record.
  std::optional<std::uint64_t> run_to_end(std::uint64_t from, int& patience);

  /// Where a damaged record ends whose payload is a TFRecord file: the last of the proven frames that begin
  /// at `from` or behind, before `end`, is followed by four bytes, its record's checksum, and then by a
  /// proven frame or the end of the file. Gives up as run_to() does.
  std::optional<std::uint64_t> end_around_nested(std::uint64_t from, std::uint64_t end, int& patience);

  /// Passes runs of proven frames that are nested in a damaged record: the first begins at `from`, each ends
  /// before `reach` and is followed by the checksums of what holds it (four bytes each, two at most) and then
  /// by the next run or the end of the file.
  std::uint64_t behind_nested_runs(std::uint64_t from, std::uint64_t reach, int& patience);

  /// Whether the file ends before `offset`.
  bool ends_before(std::uint64_t offset);

  /// Whether a whole header is at `offset` or the file ends there.
  bool is_header_or_end(std::uint64_t offset);

  /// The length of the run of proven frames that begins at `offset`, counted to `most`; the end of the file
  /// counts as the longest.
  int run_length(std::uint64_t offset, int most);

  /// The ends of a payload that begins `header` bytes behind the reader's position: places where its checksum
  /// agrees and a whole header or the end of the file follows. At most two, for one is rarely in doubt. Looks
  /// no further than `reach`.
  std::vector<std::uint64_t> payload_ends(std::string_view header, std::uint64_t reach = UINT64_MAX);

  /// Whether such a payload ends right before the header at `next`: quicker to answer.
  bool payload_ends_before(std::string_view header, std::uint64_t next);

  /// How far the scan has come: behind this nothing is remembered for later questions.
  std::uint64_t scanned() const { return m_next; }

  /// Headers, claims and ends of payloads that are remembered: bounded whatever the file's size.
  std::size_t remembered() const { return m_headers.size() + m_open.size() + m_ends.held(); }

  /// Whether any whole header was seen so far.
  bool has_seen_header() const { return m_has_seen_header; }

 private:
  enum class State : std::uint8_t { open, proven, refuted };
  struct Header {
    std::uint64_t at;
    std::uint32_t length;
    std::uint32_t end_key;  // of a payload that ends before this header
    State state;
    std::uint64_t end() const { return at + 16 + length; }
  };
  /// A payload whose end the scan has not reached.
  struct Open {
    std::uint64_t payload_end;
    std::uint32_t start_key;
    std::uint64_t header;  // its number
    bool operator>(const Open& other) const { return payload_end > other.payload_end; }
  };

  static constexpr std::size_t k_most_headers = std::size_t{1} << 20;

  bool scan_more();
  void scan_kept();
  void scan_to(std::uint64_t offset);
  void digest();
  void scan_places(std::uint64_t stop);
  std::uint64_t next_event() const;
  void handle_events();
  void start_payload(std::uint64_t payload);
  void end_payload(std::uint64_t payload_end);
  void note_header(std::uint64_t at, std::uint32_t length);
  std::uint32_t note_end(std::uint64_t payload_end);
  void finish();
  void advance_keys(std::uint64_t to);
  std::uint32_t checksum_at(std::uint64_t offset) const;
  void forget_before(std::uint64_t offset);
  std::vector<Header>::iterator first_from(std::uint64_t offset);
  Header* find(std::uint64_t offset);
  Header* numbered(std::uint64_t number);
  bool is_proven(std::uint64_t header);
  std::optional<std::uint64_t> behind_checksum(std::uint64_t nested_end);
  std::uint32_t start_key(std::string_view header) const;

  std::uint64_t m_reader;  // the reader's position
  PieceKeys m_reader_keys;

  std::unique_ptr<ByteSource> m_source;
  std::optional<std::uint64_t> m_size;
  bool m_at_end = false;
  bool m_has_seen_header = false;

  std::vector<char> m_kept;  // what the reader held at the beginning and the scan has not come to
  std::size_t m_kept_begin = 0;
  std::vector<char> m_bytes;  // from the last footer that may be needed on
  std::uint64_t m_base;       // offset of m_bytes[0]
  std::uint64_t m_begin;      // where the scan began
  std::uint64_t m_next;       // where the next header may begin; at the end, the end
  std::uint64_t m_keys_at;    // what m_keys covers, from m_begin on
  PieceKeys m_keys;

  std::vector<Header> m_headers;               // by offset
  std::uint64_t m_forgotten = 0;               // headers: the number of m_headers[0]
  std::deque<std::uint64_t> m_payload_starts;  // of headers whose payload the scan has not reached
  std::uint64_t m_started = 0;                 // headers whose payload it has: the number of the next one
  std::vector<Open> m_open;                    // a heap, the first end in front
  PayloadEnds m_ends;                          // those with a witness
};

}  // namespace tfrec
