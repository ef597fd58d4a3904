// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/anchors.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tfrecord/reading/read_all.hpp"

namespace tfrec {

std::string_view to_string(Proof proof) {
  constexpr std::array<std::string_view, 3> k_names{"start", "headers", "end"};
  return k_names[static_cast<std::size_t>(proof)];
}

std::optional<Proof> Anchors::proof_of(std::uint64_t offset) const {
  if (offset < m_gap) return Proof::start;
  if (offset >= m_behind_gaps) return Proof::end;
  return m_is_linked_throughout ? std::optional(Proof::headers) : std::nullopt;
}

void Anchors::add(const Damage& damage) {
  m_gap = std::min(m_gap, damage.offset);
  m_behind_gaps = damage.offset + damage.length;
  if (damage.is_one_record) return;
  m_is_linked_throughout = false;
  m_is_end_open = m_is_end_open || damage.claims_rest || damage.kind == DamageKind::compressed;
}

void Anchors::finish() {
  if (m_is_end_open) m_behind_gaps = k_never;
}

Anchors find_anchors(Reader& reader) {
  Anchors anchors;
  std::optional<Damage> open;  // whether it is the header of a record shows the next item
  const auto close = [&] {
    if (open) anchors.add(*std::exchange(open, std::nullopt));
  };
  read_all(
      reader,
      [&](const Record& record) {
        if (record.frame.empty()) open.reset();
        close();
      },
      [&](const Damage& damage) {
        close();
        open = damage;
      });
  close();
  anchors.finish();
  return anchors;
}

}  // namespace tfrec
