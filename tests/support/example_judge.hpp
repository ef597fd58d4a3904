// SPDX-License-Identifier: Apache-2.0
// libprotobuf as the judge of ExampleView. For test programs that link tfrec_example and tfrec_proto.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <google/protobuf/stubs/logging.h>

#include "example.pb.h"
#include "example/example_view.hpp"

namespace tfrec::test {

template <class Value, class List>
bool same_values(const ExampleView& view, const FeatureView& feature, const List& list) {
  std::vector<Value> values;
  view.read(feature, values);
  if (values.size() != feature.length || feature.length != static_cast<std::uint64_t>(list.size()))
    return false;
  for (int i = 0; i < list.size(); ++i) {
    const Value wanted(list[i]);
    const Value& got = values[static_cast<std::size_t>(i)];
    if constexpr (std::is_same_v<Value, float>) {  // bit by bit: NaN equals itself, 0 is not -0
      if (std::bit_cast<std::uint32_t>(got) != std::bit_cast<std::uint32_t>(wanted)) return false;
    } else if (got != wanted) {
      return false;
    }
  }
  return true;
}

inline bool same_feature(const ExampleView& view, const FeatureView& feature,
                         const tensorflow::Feature& wanted) {
  if (wanted.has_bytes_list()) {
    return feature.kind == ListKind::bytes &&
           same_values<std::string_view>(view, feature, wanted.bytes_list().value());
  }
  if (wanted.has_float_list()) {
    return feature.kind == ListKind::float_list &&
           same_values<float>(view, feature, wanted.float_list().value());
  }
  if (wanted.has_int64_list()) {
    return feature.kind == ListKind::int64_list &&
           same_values<std::int64_t>(view, feature, wanted.int64_list().value());
  }
  return !feature.kind && feature.length == 0;
}

/// "" where view and libprotobuf agree, else what they differ in.
inline std::string difference(const std::string& payload) {
  ExampleView view;
  tensorflow::Example judge;
  const google::protobuf::LogSilencer silence;
  const bool taken = view.parse(payload);
  if ((taken && view.keys_are_utf8()) != judge.ParseFromString(payload)) return taken ? "taken" : "refused";
  if (!taken) return view.failure_offset() <= payload.size() ? "" : "failure offset";
  if (!view.keys_are_utf8()) return view.problems().empty() ? "key not reported" : "";
  if (view.has_features() != judge.has_features()) return "has_features";
  const auto& map = judge.features().feature();
  if (view.features().size() != map.size()) return "number of features";
  for (const FeatureView& feature : view.features()) {
    const auto found = map.find(std::string(feature.name));
    if (found == map.end() || !same_feature(view, feature, found->second))
      return "feature " + std::string(feature.name);
    if (view.find(feature.name) != &feature) return "find";
  }
  return "";
}

}  // namespace tfrec::test
