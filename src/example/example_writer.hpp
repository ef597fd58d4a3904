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

/// Appends a serialised tf.train.Example to `out`: features in sorted key order, one entry a key, numbers
/// packed, so that equal examples have equal bytes and TensorFlow's fast parser reads what libprotobuf reads.
/// Names are distinct. `room` bytes more are reserved behind it, for what the caller appends. Throws Error
/// (bad_data) where the example passes protobuf's limit of 2 GiB.
void append_example(std::string& out, std::span<const NamedValues> features, std::size_t room = 0);

}  // namespace tfrec
