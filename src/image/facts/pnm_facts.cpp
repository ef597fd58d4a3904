// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <charconv>

#include "image/facts/format_facts.hpp"

namespace tfrec {

namespace {

/// Words of a Netpbm header; comments run from # to the end of the line, which may be a
/// lone CR, as for OpenCV.
class PnmHeader {
 public:
  explicit PnmHeader(std::string_view bytes) : m_rest(bytes.substr(0, k_longest)) {}

  std::string_view word() {
    skip_space();
    std::size_t length = 0;
    while (length < m_rest.size() && !is_space(m_rest[length])) ++length;
    const std::string_view found = m_rest.substr(0, length);
    m_rest.remove_prefix(length);
    return found;
  }
  /// 0 if the next word is not a number that fits.
  std::uint32_t number() {
    const std::string_view digits = word();
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() ? value : 0;
  }

 private:
  static constexpr std::size_t k_longest = 65536;

  static bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
  void skip_space() {
    while (!m_rest.empty() && (is_space(m_rest[0]) || m_rest[0] == '#')) {
      const bool is_comment = m_rest[0] == '#';
      const std::size_t line = is_comment ? m_rest.find_first_of("\r\n") : 0;
      m_rest.remove_prefix(line == std::string_view::npos ? m_rest.size() : line + 1);
    }
  }

  std::string_view m_rest;
};

void take_max_sample(std::uint32_t value, ImageFacts& facts) {
  facts.max_sample = value;
  facts.bits = value > 255 ? 16 : 8;
}

void read_pam(PnmHeader& header, ImageFacts& facts) {
  for (std::string_view key = header.word(); !key.empty() && key != "ENDHDR"; key = header.word()) {
    if (key == "WIDTH") facts.width = header.number();
    if (key == "HEIGHT") facts.height = header.number();
    if (key == "MAXVAL") take_max_sample(header.number(), facts);
    if (key == "DEPTH") {
      const std::uint32_t depth = header.number();
      facts.channels = depth <= 64 ? static_cast<int>(depth) : 0;
      facts.alpha = depth == 2 || depth == 4;
    }
  }
}

}  // namespace

void read_pnm_facts(std::string_view bytes, ImageFacts& facts) {
  PnmHeader header(bytes);
  const char kind = header.word()[1];
  if (kind == '7') return read_pam(header, facts);
  facts.width = header.number();
  facts.height = header.number();
  facts.channels = kind == '3' || kind == '6' ? 3 : 1;
  if (kind != '1' && kind != '4') return take_max_sample(header.number(), facts);
  facts.bits = 1;
  facts.max_sample = 255;  // as decoded
}

}  // namespace tfrec
