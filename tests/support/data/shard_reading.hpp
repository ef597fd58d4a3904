// SPDX-License-Identifier: Apache-2.0
// Shards read back by tfrec::Reader, and checks of what it found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

using Payloads = std::vector<std::string>;

inline const Payloads k_payloads{"one", std::string(300, 'b'), "", "the fourth", std::string(5000, 'e')};

inline ReadBack read_file(const std::string& content) {
  const ScratchFolder scratch;
  const InputFile file(scratch.write("shard.tfrec", content));
  Reader reader(file);
  return read_back(reader);
}

inline void check_damage(const Damage& damage, DamageKind kind, std::uint64_t record, std::uint64_t offset,
                         std::uint64_t length) {
  CHECK(to_string(damage.kind) == to_string(kind));
  CHECK(damage.record == record);
  CHECK(damage.offset == offset);
  CHECK(damage.length == length);
}

/// As a bool: a failure need not print megabytes.
inline bool same(const ReadBack& back, const Payloads& payloads) {
  return back.payloads() == payloads;
}

inline void check_sound(const ReadBack& back, const Payloads& payloads) {
  CHECK(back.tiles);
  CHECK(back.damages.empty());
  CHECK(same(back, payloads));
}

}  // namespace tfrec::test
