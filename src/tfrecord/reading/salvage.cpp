// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/salvage.hpp"

#include <optional>
#include <string>
#include <utility>

#include "tfrecord/framing.hpp"
#include "tfrecord/reading/read_all.hpp"

namespace tfrec {

namespace {

class Salvage {
 public:
  explicit Salvage(const KeepRecord& keep) : m_keep(keep) {}

  void take(const Record& record) {
    const bool is_repaired = record.frame.empty();
    if (is_repaired && m_open) m_result.repaired.add(*std::exchange(m_open, std::nullopt));
    close_damage();
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
    close_damage();
    m_open = damage;
  }

  Salvaged finish(const End& end) {
    close_damage();
    m_result.bytes = end.bytes;
    return std::move(m_result);
  }

 private:
  void close_damage() {
    if (!m_open) return;
    if (m_open->kind != DamageKind::garbage && m_open->length > 0) ++m_result.lost_places;
    m_result.is_loss_counted = m_result.is_loss_counted && m_open->is_one_record;
    m_result.lost.add(*std::exchange(m_open, std::nullopt));
  }

  const KeepRecord& m_keep;
  Salvaged m_result;
  std::optional<Damage> m_open;  // the last one, until the next item
  std::string m_frame;
};

}  // namespace

void DamageList::add(Damage&& damage) {
  ++count;
  bytes += damage.length;
  if (listed.size() < k_most_listed) listed.push_back(std::move(damage));
}

Salvaged salvage(Reader& reader, const KeepRecord& keep) {
  Salvage work(keep);
  const End end = read_all(
      reader, [&](const Record& record) { work.take(record); },
      [&](const Damage& damage) { work.take(damage); });
  return work.finish(end);
}

}  // namespace tfrec
