// SPDX-License-Identifier: Apache-2.0
#include "image/facts/png_text.hpp"

#include "image/facts/byte_view.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_signature = 8;
constexpr std::size_t k_around = 12;  // length, name and checksum of a chunk

/// Calls `take(chunk, is_text)` with every whole chunk; returns where they end.
template <class Take>
std::size_t walk_chunks(const ByteView& file, const Take& take) {
  std::size_t at = k_signature;
  while (file.holds(at, k_around) && file.holds(at, k_around + file.u32(at))) {
    const bool is_text = file.has(at + 4, "tEXt") || file.has(at + 4, "zTXt") || file.has(at + 4, "iTXt");
    const std::size_t size = k_around + file.u32(at);
    take(file.piece(at, size), is_text);
    at += size;
  }
  return at;
}

}  // namespace

std::optional<std::string> png_without_text(std::string_view png) {
  constexpr std::size_t k_harmless = 65'536;
  const ByteView file(png);
  std::size_t text_bytes = 0;
  walk_chunks(file, [&](std::string_view chunk, bool is_text) { text_bytes += is_text ? chunk.size() : 0; });
  if (text_bytes <= k_harmless) return std::nullopt;
  std::string kept(png.substr(0, k_signature));
  kept.reserve(png.size() - text_bytes);
  const std::size_t end = walk_chunks(file, [&](std::string_view chunk, bool is_text) {
    if (!is_text) kept += chunk;
  });
  return kept + std::string(png.substr(end));
}

}  // namespace tfrec
