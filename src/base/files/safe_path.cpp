// SPDX-License-Identifier: Apache-2.0
#include "base/files/safe_path.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "base/text/ascii.hpp"
#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/utf8.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_longest_part = 180;  // of a file system's 255, for numbers and extensions
constexpr std::size_t k_most_parts = 8;

/// CON, NUL, COM1 and their like, whatever follows the first '.'.
bool is_device(std::string_view part) {
  constexpr std::array<std::string_view, 4> k_devices{"CON", "PRN", "AUX", "NUL"};
  const std::string stem = uppered(part.substr(0, part.find('.')));
  if (std::find(k_devices.begin(), k_devices.end(), stem) != k_devices.end()) return true;
  return stem.size() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT")) && stem[3] >= '1' &&
         stem[3] <= '9';
}

std::string shown(std::string_view part) {
  std::string out;
  for (const Utf8Character& character : Utf8Characters(part)) {
    const bool fits = printable(character.bytes) == character.bytes && character.bytes != "\\";
    out += fits ? character.bytes : std::string_view("_");
  }
  return out;
}

/// The end of a long part, for it holds the extension; cut between characters.
std::string shortened(const std::string& part) {
  if (part.size() <= k_longest_part) return part;
  std::size_t from = part.size() - k_longest_part;
  while ((static_cast<unsigned char>(part[from]) & 0xC0U) == 0x80U) ++from;
  return part.substr(from);
}

std::string safe_part(std::string_view text) {
  if (text.empty() || text == "." || text == "..") return {};
  std::string part = shortened(shown(text));
  if (part.back() == '.' || part.back() == ' ') part.back() = '_';
  const bool begins_badly = std::string_view(".-=+@~ ").find(part.front()) != std::string_view::npos;
  if (begins_badly || is_device(part) || part == "__MACOSX") part.insert(0, 1, '_');
  return part;
}

}  // namespace

std::string safe_relative_path(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    std::string part = safe_part(text.substr(begin, end - begin));
    if (!part.empty()) parts.push_back(std::move(part));
    if (parts.size() > k_most_parts) parts.erase(parts.begin());
    begin = end + 1;
  }
  return joined(parts, "/");
}

}  // namespace tfrec
