// SPDX-License-Identifier: Apache-2.0
#include "records/image/image_headers.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "image/refusal.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_head_bytes = std::size_t{64} << 10;  // holds the headers of nearly all images

}  // namespace

ImageFacts header_facts(const InputFile& file, const std::function<bool(const ImageFacts&)>& needs_more) {
  std::string head(std::min<std::uint64_t>(k_head_bytes, file.size()), '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  const ImageFacts facts = image_facts(head);
  if (head.size() == file.size() || refused_by_file_size(file.size()) || !info(facts.format).is_decodable)
    return facts;
  const bool has_size = facts.width > 0 && facts.height > 0;
  return has_size && !needs_more(facts) ? facts : image_facts(read_whole(file));
}

}  // namespace tfrec
