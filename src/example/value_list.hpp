// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "example/feature_spec.hpp"

namespace tfrec {

/// What a BytesList, FloatList or Int64List holds.
struct ListFacts {
  std::uint64_t length = 0;  // number of values
  bool failed = false;       // not protobuf from failure_offset on
  std::size_t failure_offset = 0;
  const char* problem = nullptr;  // what TensorFlow's fast parser refuses or misreads
};

/// Walks a serialised list, packed or not. `depth`: how many messages it lies inside.
ListFacts walk_list(std::string_view message, ListKind kind, int depth);

/// Appends the values of a list that walk_list() took.
void append_values(std::string_view message, std::vector<std::string_view>& values);
void append_values(std::string_view message, std::vector<float>& values);
void append_values(std::string_view message, std::vector<std::int64_t>& values);

}  // namespace tfrec
