// SPDX-License-Identifier: Apache-2.0
#include "tfrecord/source/checksum_source.hpp"

#include <algorithm>

#include "tfrecord/crc32c.hpp"

namespace tfrec {

// In pieces, so that each is still in the cache when its checksum is computed.
std::size_t ChecksumSource::read(std::span<char> buffer) {
  constexpr std::size_t k_piece = std::size_t{256} << 10;
  std::size_t done = 0;
  while (done < buffer.size()) {
    const std::span<char> piece = buffer.subspan(done, std::min(k_piece, buffer.size() - done));
    const std::size_t got = m_source->read(piece);
    m_crc32c = crc32c({piece.data(), got}, m_crc32c);
    m_bytes += got;
    done += got;
    if (got < piece.size()) break;
  }
  return done;
}

}  // namespace tfrec
