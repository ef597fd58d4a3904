// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/reading/payload_ends.hpp"

#include <algorithm>
#include <bit>
#include <chrono>

namespace tfrec {

namespace {

constexpr std::size_t k_fewest_chains = 1024;

/// Odd, and unknown to whoever wrote a file.
std::uint64_t secret(const void* place) {
  auto mixed = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  mixed ^= std::rotl(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(place)), 20);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;  // as splitmix64 does
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return (mixed ^ (mixed >> 31)) | 1;
}

int shift_for(std::size_t chains) {
  return 64 - std::countr_zero(chains);
}

}  // namespace

PayloadEnds::PayloadEnds()
    : m_chains(k_fewest_chains), m_secret(secret(this)), m_shift(shift_for(k_fewest_chains)) {}

void PayloadEnds::add(std::uint32_t key, std::uint64_t offset) {
  if (m_ends.size() == m_chains.size()) make_room();
  m_ends.push_back({offset, key, k_none});
  link(static_cast<std::uint32_t>(m_ends.size() - 1));
}

void PayloadEnds::link(std::uint32_t number) {
  ++m_steps;
  Chain& chain = chain_of(m_ends[number].key);
  if (chain.first == k_none) {
    chain.first = number;
  } else {
    m_ends[chain.last].next = number;
  }
  chain.last = number;
}

// As many chains as ends: twice as many as there are now, unless half of the ends are forgotten.
void PayloadEnds::make_room() {
  const auto keep =
      std::lower_bound(m_ends.begin(), m_ends.end(), m_forgotten,
                       [](const End& end, std::uint64_t offset) { return end.offset < offset; });
  m_ends.erase(m_ends.begin(), keep);
  const std::size_t chains = m_ends.size() > m_chains.size() / 2 ? 2 * m_chains.size() : m_chains.size();
  m_chains.assign(chains, Chain{});
  m_shift = shift_for(chains);
  for (std::uint32_t number = 0; number < m_ends.size(); ++number) {
    m_ends[number].next = k_none;
    link(number);
  }
}

std::optional<std::uint64_t> PayloadEnds::first(std::uint32_t key, std::uint64_t from) {
  Chain& chain = chain_of(key);
  ++m_steps;
  for (; chain.first != k_none && m_ends[chain.first].offset < m_forgotten; ++m_steps)
    chain.first = m_ends[chain.first].next;
  for (std::uint32_t number = chain.first; number != k_none; number = m_ends[number].next) {
    ++m_steps;
    if (m_ends[number].key == key && m_ends[number].offset >= from) return m_ends[number].offset;
  }
  return std::nullopt;
}

void PayloadEnds::forget_before(std::uint64_t offset) {
  m_forgotten = std::max(m_forgotten, offset);
}

}  // namespace tfrec
