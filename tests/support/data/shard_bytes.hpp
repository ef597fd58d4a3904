// SPDX-License-Identifier: Apache-2.0
// Shards in memory, sound and damaged. For test programs that link tfrec_example and tfrec_tfrecord.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "example/example_writer.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec::test {

using Integers = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Texts = std::vector<std::string_view>;

inline std::string payload_of(const std::vector<NamedValues>& features) {
  std::string payload;
  write_example(payload, payload.size(), features);
  return payload;
}

/// A small record as a flower set has it: `label` makes records differ.
inline std::string flower(std::int64_t label) {
  const std::string name = "flower" + std::to_string(label) + ".jpg";
  return payload_of({{"class", Integers{label}}, {"name", Texts{name}}, {"weight", Floats{0.5F, 1.0F}}});
}

inline std::string shard_of(const std::vector<std::string>& payloads) {
  std::string bytes;
  for (const std::string& payload : payloads) append_frame(bytes, payload);
  return bytes;
}

/// A shard of `count` flowers, labels from `first` on.
inline std::string flower_shard(std::int64_t count, std::int64_t first = 0) {
  std::string bytes;
  for (std::int64_t i = 0; i < count; ++i) append_frame(bytes, flower(first + i));
  return bytes;
}

inline std::string with_flipped_bit(std::string bytes, std::size_t byte, unsigned bit = 0) {
  bytes[byte] = static_cast<char>(static_cast<unsigned char>(bytes[byte]) ^ (1U << bit));
  return bytes;
}

}  // namespace tfrec::test
