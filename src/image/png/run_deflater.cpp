// SPDX-License-Identifier: Apache-2.0
// The numbers are those of RFC 1951, 3.2.5 to 3.2.7.
#include "image/png/run_deflater.hpp"

#include <algorithm>

#include <isa-l/igzip_lib.h>

#include "base/upper_halves.hpp"
#include "image/png/runs.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_end_of_block = 256;
constexpr std::size_t k_symbols = 286;  // bytes, the end, lengths
constexpr std::uint32_t k_longest_code = 15;
constexpr std::uint32_t k_longest_length_code = 7;
constexpr std::size_t k_least_repetition = 3;
constexpr std::size_t k_most_repetition = 258;
constexpr std::size_t k_repetition = 254;  // so that repetitions follow the end of the block
constexpr std::size_t k_most_token_bytes = 3;
constexpr std::size_t k_most_header_bytes = 300 + BitWriter::k_slack;  // and the ends of block and stream

/// How a length of a repetition is stored.
struct Repetition {
  std::uint16_t symbol = 0;
  std::uint8_t extra_bits = 0;
  std::uint8_t extra = 0;
};

constexpr auto k_repetitions = [] {
  std::array<Repetition, k_most_repetition + 1> all{};
  std::size_t length = k_least_repetition;
  for (std::uint16_t symbol = 257; symbol < 285; ++symbol) {
    const auto extra_bits = static_cast<std::uint8_t>(symbol < 265 ? 0 : (symbol - 261) / 4);
    for (std::size_t extra = 0; extra >> extra_bits == 0; ++extra)
      all[length++] = {symbol, extra_bits, static_cast<std::uint8_t>(extra)};
  }
  all[k_most_repetition] = {285, 0, 0};
  return all;
}();

std::size_t symbol_of(std::size_t token) {
  return token <= k_end_of_block ? token : k_repetitions[token - k_repetition].symbol;
}

/// The lengths of codes, with runs of zeros as one: symbol 17 for 3 to 10, 18 for 11 to 138.
struct CodeLength {
  std::uint8_t symbol = 0;
  std::uint8_t zeros = 0;  // beyond the fewest of its symbol
};

constexpr std::uint8_t k_few_zeros = 17;
constexpr std::uint8_t k_many_zeros = 18;

std::vector<CodeLength> code_lengths(std::span<const PrefixCode> codes) {
  std::vector<std::uint32_t> lengths;
  lengths.reserve(codes.size() + 1);
  for (const PrefixCode& code : codes) lengths.push_back(code.length);
  lengths.push_back(1);  // the only distance, that to the byte before
  std::vector<CodeLength> written;
  written.reserve(lengths.size());
  for_each_run(std::span<const std::uint32_t>(lengths), [&](std::uint32_t length, std::size_t times) {
    for (; length == 0 && times >= 11; times -= std::min<std::size_t>(times, 138))
      written.push_back({k_many_zeros, static_cast<std::uint8_t>(std::min<std::size_t>(times, 138) - 11)});
    if (length == 0 && times >= 3) {
      written.push_back({k_few_zeros, static_cast<std::uint8_t>(times - 3)});
      times = 0;
    }
    for (; times > 0; --times) written.push_back({static_cast<std::uint8_t>(length)});
  });
  return written;
}

}  // namespace

void RunDeflater::write_lengths(std::span<const PrefixCode> codes) {
  constexpr std::array<std::uint8_t, 19> k_order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15};
  const std::vector<CodeLength> lengths = code_lengths(codes);
  std::array<std::uint32_t, k_order.size()> counts{};
  for (const CodeLength& length : lengths) ++counts[length.symbol];
  const std::vector<PrefixCode> of_lengths = prefix_codes(counts, k_longest_length_code);
  std::size_t stored = k_order.size();
  while (of_lengths[k_order[stored - 1]].length == 0) --stored;
  m_writer.put(codes.size() - 257, 5);
  m_writer.put(0, 5);  // one distance
  m_writer.put(stored - 4, 4);
  for (const std::uint8_t symbol : std::span(k_order).first(stored))
    m_writer.put(of_lengths[symbol].length, 3);
  for (const CodeLength& length : lengths) {
    m_writer.put(of_lengths[length.symbol].bits, of_lengths[length.symbol].length);
    if (length.symbol >= k_few_zeros) m_writer.put(length.zeros, length.symbol == k_many_zeros ? 7 : 3);
  }
}

void RunDeflater::write_tokens(std::span<const PrefixCode> codes) {
  std::array<PrefixCode, k_tokens> of_tokens{};
  for (std::size_t token = 0; token < of_tokens.size(); ++token) {
    const std::size_t symbol = symbol_of(token);
    if (symbol >= codes.size()) continue;
    of_tokens[token] = codes[symbol];
    if (token <= k_end_of_block) continue;
    const Repetition& repetition = k_repetitions[token - k_repetition];
    of_tokens[token].bits |= std::uint32_t{repetition.extra} << codes[symbol].length;
    of_tokens[token].length += repetition.extra_bits + 1U;  // and a 0 for the distance
  }
  BitWriter writer = m_writer;
  for (const Token token : std::span(m_tokens).first(m_count))
    writer.put(of_tokens[token].bits, of_tokens[token].length);
  m_writer = writer;
  m_writer.put(codes[k_end_of_block].bits, codes[k_end_of_block].length);
}

/// The memory doubles, so that it moves seldom.
void RunDeflater::make_room(std::size_t bytes) {
  const auto size = static_cast<std::size_t>(m_writer.to() - m_out.data());
  if (m_out.size() - size < bytes) m_out.resize(2 * m_out.size() + bytes);
  m_writer.go_to(m_out.data() + size);
}

void RunDeflater::end_block(bool is_last) {
  make_room(k_most_header_bytes + k_most_token_bytes * m_count);
  std::array<std::uint32_t, k_tokens> counts{};
  for (const Token token : std::span(m_tokens).first(m_count)) ++counts[token];
  std::array<std::uint32_t, k_symbols> of_symbols{};
  for (std::size_t token = 0; token < counts.size(); ++token) of_symbols[symbol_of(token)] += counts[token];
  of_symbols[k_end_of_block] = 1;
  std::size_t symbols = k_symbols;
  while (of_symbols[symbols - 1] == 0) --symbols;
  const std::vector<PrefixCode> codes = prefix_codes(std::span(of_symbols).first(symbols), k_longest_code);
  m_writer.put(is_last ? 1 : 0, 1);
  m_writer.put(2, 2);  // codes of its own
  write_lengths(codes);
  write_tokens(codes);
  m_count = 0;
}

void RunDeflater::add_run(std::uint8_t byte, std::size_t length) {
  const auto add = [&](std::size_t token) {
    if (m_count == k_most_tokens) end_block(false);
    m_tokens[m_count++] = static_cast<Token>(token);
  };
  add(byte);
  std::size_t left = length - 1;
  while (left >= k_least_repetition) {
    const std::size_t repeated = std::min(left, k_most_repetition);
    add(k_repetition + repeated);
    left -= repeated;
  }
  for (; left > 0; --left) add(byte);
}

std::string_view RunDeflater::deflate(std::span<const std::uint8_t> bytes) {
  m_count = 0;
  m_writer = {};
  m_writer.go_to(m_out.data());
  make_room(k_most_header_bytes);
  m_writer.put(0x0178, 16);  // a window of 32 KiB, the fastest level
  for_each_run(bytes, [&](std::uint8_t byte, std::size_t length) { add_run(byte, length); });
  end_block(true);
  m_writer.fill_byte();
  const std::uint32_t checksum = isal_adler32(1, bytes.data(), bytes.size());
  free_upper_halves();
  for (const int shift : {24, 16, 8, 0}) m_writer.put((checksum >> shift) & 0xFFU, 8);
  return {m_out.data(), static_cast<std::size_t>(m_writer.to() - m_out.data())};
}

}  // namespace tfrec
