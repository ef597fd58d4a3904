// SPDX-License-Identifier: Apache-2.0
#include "example/example_writer.hpp"

#include <climits>
#include <google/protobuf/arena.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "base/error.hpp"
#include "example.pb.h"

namespace tfrec {

namespace {

struct IntoFeature {
  tensorflow::Feature& feature;

  void operator()(const std::vector<std::string_view>& values) const {
    auto& list = *feature.mutable_bytes_list();
    for (const std::string_view value : values) list.add_value(value.data(), value.size());
  }
  void operator()(const std::vector<float>& values) const {
    feature.mutable_float_list()->mutable_value()->Add(values.begin(), values.end());
  }
  void operator()(const std::vector<std::int64_t>& values) const {
    feature.mutable_int64_list()->mutable_value()->Add(values.begin(), values.end());
  }
};

}  // namespace

void append_example(std::string& out, std::span<const NamedValues> features, std::size_t room) {
  google::protobuf::Arena arena;
  auto* example = google::protobuf::Arena::CreateMessage<tensorflow::Example>(&arena);
  auto& map = *example->mutable_features()->mutable_feature();
  for (const NamedValues& feature : features) {
    std::visit(IntoFeature{map[std::string(feature.name)]}, feature.values);
  }
  const std::size_t size = example->ByteSizeLong();
  if (size > INT_MAX) throw Error(ErrorKind::bad_data, "", "an example would be larger than 2 GiB");

  // All room first: where a growing stream gets no memory, CodedOutputStream's destructor ends the process.
  const std::size_t begin = out.size();
  out.reserve(begin + size + room);
  out.resize(begin + size);
  google::protobuf::io::ArrayOutputStream stream(out.data() + begin, static_cast<int>(size));
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);  // sorts the map's keys
  example->SerializeWithCachedSizes(&coded);
}

}  // namespace tfrec
