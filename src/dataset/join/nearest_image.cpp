// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/nearest_image.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/names/folded_name.hpp"
#include "base/text/ascii.hpp"
#include "dataset/folder/relative_path.hpp"

namespace tfrec {

namespace {

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lowered(x) == lowered(y); });
}

/// Levenshtein distance of one word of at most 64 bytes to many, a bit per byte of the word, case ignored.
/// Source: G. Myers, A fast bit-vector algorithm for approximate string matching, J. ACM 46 (1999).
class EditDistance {
 public:
  explicit EditDistance(std::string_view word) : m_length(word.size()) {
    for (std::size_t i = 0; i < word.size(); ++i) {
      for (unsigned c = 0; c < m_places.size(); ++c) {
        if (lowered(static_cast<char>(c)) == lowered(word[i])) m_places[c] |= std::uint64_t{1} << i;
      }
    }
  }

  std::size_t to(std::string_view other) const {
    const std::uint64_t last = std::uint64_t{1} << (m_length - 1);
    std::uint64_t rises = ~std::uint64_t{0};
    std::uint64_t falls = 0;
    std::size_t distance = m_length;
    for (const char c : other) {
      const std::uint64_t equal = m_places[static_cast<std::uint8_t>(c)];
      const std::uint64_t vertical = equal | falls;
      const std::uint64_t horizontal = (((equal & rises) + rises) ^ rises) | equal;
      std::uint64_t up = falls | ~(horizontal | rises);
      std::uint64_t down = rises & horizontal;
      if ((up & last) != 0) ++distance;
      if ((down & last) != 0) --distance;
      up = (up << 1U) | 1U;
      down <<= 1U;
      rises = down | ~(vertical | up);
      falls = up & vertical;
    }
    return distance;
  }

 private:
  std::size_t m_length;
  std::array<std::uint64_t, 256> m_places{};
};

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
}

/// The part of an image's path that is compared with the value.
std::string_view compared(std::string_view path, bool whole_path, bool with_extension) {
  const std::string_view text = whole_path ? path : file_name_of(path);
  return with_extension ? text : without_image_extension(text);
}

}  // namespace

std::optional<std::uint32_t> nearest_image(std::string_view value, const ImageFolder& folder) {
  constexpr std::size_t k_longest = 64;
  if (value.empty()) return std::nullopt;
  const bool whole_path = value.find('/') != std::string_view::npos;
  const bool with_extension = has_image_extension(value);
  const std::string_view stem = without_image_extension(value);
  const std::string skeleton = is_ascii(stem) ? std::string() : name_skeleton(stem);
  const EditDistance distance(value.substr(0, k_longest));
  std::optional<std::uint32_t> elsewhere;
  std::optional<std::uint32_t> best;
  std::size_t best_distance = 0;
  for (std::uint32_t image = 0; image < folder.paths.size(); ++image) {
    const std::string& path = folder.paths[image];
    if (equal_ignoring_case(stem, compared(path, whole_path, false))) return image;
    if (!skeleton.empty() && !is_ascii(path) && skeleton == name_skeleton(compared(path, whole_path, false)))
      return image;
    if (whole_path && !elsewhere && file_name_of(stem) == compared(path, false, false)) elsewhere = image;
    if (value.size() > k_longest) continue;
    const std::string_view text = compared(path, whole_path, with_extension);
    const std::size_t limit = std::max(text.size(), value.size()) / 3;
    if (std::max(text.size(), value.size()) - std::min(text.size(), value.size()) > limit) continue;
    const std::size_t found = distance.to(text);
    if (found > limit || (best && found >= best_distance)) continue;
    best = image;
    best_distance = found;
  }
  return elsewhere ? elsewhere : best;
}

}  // namespace tfrec
