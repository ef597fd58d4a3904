// SPDX-License-Identifier: Apache-2.0
#include "records/image/image_headers.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "image/refusal.hpp"

namespace tfrec {

namespace {

// The headers of most images, and of nearly all: those from cameras contain a small copy of the image.
constexpr std::array<std::size_t, 2> k_head_bytes{std::size_t{4} << 10, std::size_t{64} << 10};

}  // namespace

ImageFacts header_facts(const InputFile& file, const std::function<bool(const ImageFacts&)>& needs_more) {
  for (const std::size_t bytes : k_head_bytes) {
    std::string head(std::min<std::uint64_t>(bytes, file.size()), '\0');
    head.resize(file.read_at(0, std::span<char>(head)));
    const ImageFacts facts = image_facts(head);
    if (head.size() == file.size() || refused_by_file_size(file.size()) || !info(facts.format).is_decodable)
      return facts;
    const bool has_size = facts.width > 0 && facts.height > 0;
    if (has_size && (facts.whole_header || !(needs_more && needs_more(facts)))) return facts;
  }
  return image_facts(read_whole(file));
}

}  // namespace tfrec
