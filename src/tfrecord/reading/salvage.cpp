// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/salvage.hpp"

#include <optional>
#include <string>
#include <utility>

#include "base/text/quantity.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/read_all.hpp"

namespace tfrec {

namespace {

class Salvage {
 public:
  Salvage(const KeepRecord& keep, const Anchors* anchors) : m_keep(keep), m_anchors(anchors) {}

  void take(const Record& record) {
    const bool is_repaired = record.frame.empty();
    if (m_anchors != nullptr && !is_proven(record)) return leave_out(record);
    if (is_repaired && m_open) m_result.repaired.add(*std::exchange(m_open, std::nullopt));
    close();
    if (is_repaired) {
      m_frame.clear();
      append_frame(m_frame, record.payload);
    }
    const std::string_view frame = is_repaired ? std::string_view(m_frame) : record.frame;
    ++m_result.kept;
    m_result.kept_bytes += frame.size();
    m_keep(record, frame);
  }

  // Whether it is the header of a record that is kept shows the next item.
  void take(const Damage& damage) {
    close();
    m_open = damage;
  }

  Salvaged finish(const End& end) {
    close();
    m_result.bytes = end.bytes;
    return std::move(m_result);
  }

 private:
  bool is_proven(const Record& record) {
    const std::optional<Proof> proof = m_anchors->proof_of(record.offset);
    if (!proof) return false;
    std::vector<ProvenRange>& ranges = m_result.proven;
    if (ranges.empty() || ranges.back().proof != *proof) ranges.push_back({*proof, record.offset, 0, 0});
    ranges.back().length = record.offset + record.payload.size() + k_frame_overhead - ranges.back().offset;
    ++ranges.back().records;
    return true;
  }

  void leave_out(const Record& record) {
    const bool has_header = !record.frame.empty();  // else that is damage
    const std::uint64_t header = has_header ? 0 : k_frame_header_bytes;
    if (!m_unproven) m_unproven = Damage{DamageKind::unproven, record.index, record.offset + header, 0, {}};
    m_unproven->length += record.payload.size() + k_frame_overhead - header;
    ++m_unproven_records;
  }

  void close() {
    close_damage();
    if (!m_unproven) return;
    m_unproven->message = counted(std::exchange(m_unproven_records, 0), "intact record", "intact records") +
                          ", perhaps inside a damaged one: no link to the start or the end of the file";
    m_result.is_loss_counted = false;
    m_result.lost.add(*std::exchange(m_unproven, std::nullopt));
  }

  void close_damage() {
    if (!m_open) return;
    if (contains_records(*m_open)) ++m_result.lost_places;
    m_result.is_loss_counted = m_result.is_loss_counted && m_open->is_one_record;
    m_result.lost.add(*std::exchange(m_open, std::nullopt));
  }

  const KeepRecord& m_keep;
  const Anchors* m_anchors;
  Salvaged m_result;
  std::optional<Damage> m_open;      // the last one, until the next damage or record
  std::optional<Damage> m_unproven;  // the records that were left out since
  std::uint64_t m_unproven_records = 0;
  std::string m_frame;
};

}  // namespace

void DamageList::add(Damage&& damage) {
  ++count;
  bytes += damage.length;
  if (listed.size() < k_most_listed) listed.push_back(std::move(damage));
}

Salvaged salvage(Reader& reader, const KeepRecord& keep, const Anchors* anchors) {
  Salvage work(keep, anchors);
  const End end = read_all(
      reader, [&](const Record& record) { work.take(record); },
      [&](const Damage& damage) { work.take(damage); });
  return work.finish(end);
}

}  // namespace tfrec
