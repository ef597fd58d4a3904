// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tfrec {

/// Where payloads may end, by the key that their start must have (crc32c_algebra.hpp). Whoever made the file
/// chose the keys: one for all ends or each its own, the work stays in proportion to the ends and questions.
class PayloadEnds {
 public:
  PayloadEnds();

  /// Offsets must ascend.
  void add(std::uint32_t key, std::uint64_t offset);

  /// Of those that are not forgotten, the first with `key` at `from` or behind. Those before `from` are
  /// passed one by one, so `from` should be near to where the last forget_before() was.
  std::optional<std::uint64_t> first(std::uint32_t key, std::uint64_t from);

  /// Ends before `offset` are never asked for again. Costs nothing; their memory is used again in time.
  void forget_before(std::uint64_t offset);

  /// How many ends are held in memory, forgotten ones included: at most about twice those that are not.
  std::size_t held() const { return m_ends.size(); }

  /// How many ends were looked at or moved so far: the work.
  std::uint64_t steps() const { return m_steps; }

 private:
  static constexpr std::uint32_t k_none = UINT32_MAX;
  struct End {
    std::uint64_t offset;
    std::uint32_t key;
    std::uint32_t next;  // behind this one in the same chain
  };
  struct Chain {
    std::uint32_t first = k_none;
    std::uint32_t last = k_none;
  };

  Chain& chain_of(std::uint32_t key) { return m_chains[(key * m_secret) >> m_shift]; }
  void link(std::uint32_t number);
  void make_room();

  std::vector<End> m_ends;      // by offset
  std::vector<Chain> m_chains;  // by the key's hash, offsets ascending; a power of two
  std::uint64_t m_secret;       // keeps a file from choosing who shares a chain
  int m_shift;
  std::uint64_t m_forgotten = 0;
  std::uint64_t m_steps = 0;
};

}  // namespace tfrec
