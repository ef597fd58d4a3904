// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tfrecord/reading/reader.hpp"
#include "tfrecord/reading/resync.hpp"
#include "tfrecord/source/window.hpp"

namespace tfrec {

/// What a Reader does; resync.hpp states why.
class Reader::State {
 public:
  State(std::unique_ptr<ByteSource> source, HeaderTrust trust)
      : m_window(std::move(source)), m_trust(trust) {}

  ReadItem next();

 private:
  /// Where a payload begins and ends, its checksum not counted.
  struct Payload {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t size() const { return end - begin; }
  };
  /// A record whose damaged header was reported and passed: its payload comes next.
  struct NextRecord {
    std::uint64_t offset;
    std::size_t payload;
  };

  ReadItem read_frame(std::uint64_t length);
  bool is_refuted(std::uint64_t length);
  bool is_held(std::uint64_t distance) const;
  ReadItem take_record(std::uint64_t offset, std::size_t front, std::size_t payload);
  ReadItem at_end();

  ReadItem lost();
  ReadItem bad_payload(std::size_t length);
  ReadItem passes_end(std::uint64_t length);

  bool is_a_header();
  bool is_record_at(std::size_t distance);
  bool has_time_for(std::uint64_t bytes);
  bool holds_frames(std::uint64_t length);
  std::optional<Payload> proven_payload(std::uint64_t reach = UINT64_MAX);
  std::optional<Payload> believed_payload(std::uint64_t reach = UINT64_MAX);
  std::optional<Payload> payload_of_other_length(std::optional<std::uint64_t> reach);
  std::optional<Payload> shifted_payload(std::optional<std::uint64_t> next);
  std::optional<Payload> payload_behind(std::size_t front, std::optional<std::uint64_t> next);

  ReadItem header_damage(DamageKind kind, const Payload& payload, std::string message);
  Damage skip_to(std::optional<std::uint64_t> offset, DamageKind kind, std::string message);
  bool pass_to(std::optional<std::uint64_t> offset);
  void pass(std::string_view bytes);
  Resync& resync();

  Window m_window;
  HeaderTrust m_trust;
  std::optional<Resync> m_resync;  // from the first damage on, while its scan is ahead
  std::uint64_t m_index = 0;
  std::size_t m_taken = 0;  // bytes of the record that was given out last
  std::optional<NextRecord> m_next;
  int m_patience = 1 << 20;  // headers in damaged payloads that are looked at, so that this stays linear
  std::uint64_t m_read_again = 0;  // bytes that questions about damage went over once more
  bool m_has_reported_defect = false;
};

}  // namespace tfrec
