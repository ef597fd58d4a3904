// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/salvage.hpp"

#include <string>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

class Salvage {
 public:
  explicit Salvage(const KeepRecord& keep) : m_keep(keep) {}

  void take(const Record& record) {
    const bool is_mended = record.frame.empty();
    if (is_mended && m_is_open) {
      m_result.mended.add(std::move(m_open));
      m_is_open = false;
    }
    close_damage();
    if (is_mended) {
      m_frame.clear();
      append_frame(m_frame, record.payload);
    }
    const std::string_view frame = is_mended ? std::string_view(m_frame) : record.frame;
    ++m_result.kept;
    m_result.kept_bytes += frame.size();
    m_keep(record, frame);
  }

  // Whether it is the header of a record that is kept shows the next item.
  void take(const Damage& damage) {
    close_damage();
    m_open = damage;
    m_is_open = true;
  }

  Salvaged finish(const End& end) {
    close_damage();
    m_result.bytes = end.bytes;
    return std::move(m_result);
  }

 private:
  void close_damage() {
    if (!m_is_open) return;
    if (m_open.kind != DamageKind::garbage && m_open.length > 0) ++m_result.lost_places;
    m_result.lost.add(std::move(m_open));
    m_is_open = false;
  }

  const KeepRecord& m_keep;
  Salvaged m_result;
  Damage m_open;  // told last, where m_is_open
  bool m_is_open = false;
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
  for (;;) {
    throw_if_stopped();
    const ReadItem item = reader.next();
    if (const auto* record = std::get_if<Record>(&item)) {
      work.take(*record);
    } else if (const auto* damage = std::get_if<Damage>(&item)) {
      work.take(*damage);
    } else {
      return work.finish(std::get<End>(item));
    }
  }
}

}  // namespace tfrec
