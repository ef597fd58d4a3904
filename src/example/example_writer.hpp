// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tfrec {

/// The values of one feature. Bytes are views: what they show must outlive the call that serialises them.
using FeatureValues =
    std::variant<std::vector<std::string_view>, std::vector<float>, std::vector<std::int64_t>>;

struct NamedValues {
  std::string_view name;
  FeatureValues values;
};

/// Writes a serialised tf.train.Example in place of what `out` holds from `begin` on, and reserves `room`
/// bytes behind it, for what the caller appends. Features are in sorted key order, one entry a key, numbers
/// packed, so that equal examples have equal bytes and TensorFlow's fast parser reads what libprotobuf reads:
/// the bytes of libprotobuf's deterministic serialisation, without a message made of copies before. Names are
/// distinct. Throws Error (bad_data) if the example passes protobuf's limit of 2 GiB. Source: Protocol
/// Buffers' "Encoding" page.
void write_example(std::string& out, std::size_t begin, std::span<const NamedValues> features,
                   std::size_t room = 0);

/// Appends the part of a serialised example that holds one feature: an entry of its map, with the entry's
/// tag.
void append_feature_entry(std::string& out, const NamedValues& feature);

}  // namespace tfrec
