// SPDX-License-Identifier: Apache-2.0
#include "example/example_writer.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "example.pb.h"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

std::string written(std::vector<NamedValues> features) {
  std::string out;
  write_example(out, out.size(), features);
  return out;
}

}  // namespace

TEST_CASE("An example has the bytes TensorFlow gives it") {
  // tf.train.Example(features={"a": int64 [1, -1], "b": float [0.5], "c": bytes ["hi"]}), written by hand
  // from the wire format: map entries in key order, numbers packed.
  const std::string expected(
      "\x0a\x32"
      "\x0a\x14\x0a\x01"
      "a\x12\x0f\x1a\x0d\x0a\x0b\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
      "\x0a\x0d\x0a\x01"
      "b\x12\x08\x12\x06\x0a\x04\x00\x00\x00\x3f"
      "\x0a\x0b\x0a\x01"
      "c\x12\x06\x0a\x04\x0a\x02hi",
      52);
  CHECK(written({{"a", std::vector<std::int64_t>{1, -1}},
                 {"b", std::vector<float>{0.5F}},
                 {"c", std::vector<std::string_view>{"hi"}}}) == expected);
}

TEST_CASE("Features are written in key order, whatever order they come in") {
  std::vector<NamedValues> features;
  const std::vector<std::string> names{"image", "a", "zz", "image/height", "B", "_", "image_name"};
  for (const std::string& name : names) features.push_back({name, std::vector<std::int64_t>{7}});
  const std::string first = written(features);
  std::sort(features.begin(), features.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  CHECK(written(features) == first);
  std::reverse(features.begin(), features.end());
  CHECK(written(features) == first);
}

TEST_CASE("libprotobuf reads back what was written") {
  const std::string binary("\0\xff\n", 3);
  tensorflow::Example example;
  REQUIRE(example.ParseFromString(written({{"empty", std::vector<float>{}},
                                           {"bytes", std::vector<std::string_view>{binary, ""}},
                                           {"ints", std::vector<std::int64_t>{INT64_MIN, 0, INT64_MAX}}})));
  const auto& features = example.features().feature();
  REQUIRE(features.size() == 3);
  CHECK(features.at("empty").has_float_list());
  CHECK(features.at("empty").float_list().value_size() == 0);
  CHECK(features.at("bytes").bytes_list().value(0) == binary);
  CHECK(features.at("bytes").bytes_list().value(1).empty());
  CHECK(features.at("ints").int64_list().value(0) == INT64_MIN);
  CHECK(features.at("ints").int64_list().value(2) == INT64_MAX);
}

TEST_CASE("An example is appended to what is there") {
  std::string out = "before";
  write_example(out, out.size(), {});
  CHECK(out.rfind("before", 0) == 0);
}

TEST_CASE("The bytes are those of libprotobuf's deterministic serialisation") {
  std::mt19937 random(7);  // NOLINT: the same cases each run
  const std::string bytes(70'000, 'x');
  const auto up_to = [&](std::size_t most) { return static_cast<std::size_t>(random() % (most + 1)); };
  for (int round = 0; round < 500; ++round) {
    tensorflow::Example example;
    auto& map = *example.mutable_features()->mutable_feature();
    std::vector<std::string> names(up_to(6));
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = std::string(i == 0 ? up_to(1) : up_to(200), static_cast<char>('a' + i)) + std::to_string(i);
    std::vector<NamedValues> features;
    for (const std::string& name : names) {
      tensorflow::Feature& feature = map[name];
      NamedValues named{name, {}};
      if (const auto kind = up_to(2); kind == 0) {
        std::vector<std::string_view> values(up_to(3));
        for (auto& value : values)
          value = std::string_view(bytes).substr(0, up_to(1) == 0 ? up_to(130) : up_to(70'000));
        for (const auto value : values) feature.mutable_bytes_list()->add_value(value.data(), value.size());
        feature.mutable_bytes_list();
        named.values = values;
      } else if (kind == 1) {
        std::vector<float> values(up_to(40));
        for (auto& value : values) value = static_cast<float>(random()) - 2e9F;
        feature.mutable_float_list()->mutable_value()->Add(values.begin(), values.end());
        named.values = values;
      } else {
        std::vector<std::int64_t> values(up_to(40));
        for (auto& value : values) value = (static_cast<std::int64_t>(random()) << 31U) >> up_to(62);
        for (auto& value : values) value = up_to(1) == 0 ? value : -value;
        feature.mutable_int64_list()->mutable_value()->Add(values.begin(), values.end());
        named.values = values;
      }
      features.push_back(std::move(named));
    }
    std::string expected;
    {
      google::protobuf::io::StringOutputStream stream(&expected);
      google::protobuf::io::CodedOutputStream coded(&stream);
      coded.SetSerializationDeterministic(true);
      REQUIRE(example.SerializeToCodedStream(&coded));
    }
    REQUIRE(written(features) == expected);
  }
}

TEST_CASE("An example is written over what was there") {
  for (const std::size_t before : {0U, 3U, 5U, 1000U}) {
    std::string out(before, '?');
    const std::size_t begin = std::min<std::size_t>(before, 3);
    write_example(out, begin, std::vector<NamedValues>{{"a", std::vector<std::int64_t>{1}}}, 4);
    CHECK(out == std::string(begin, '?') + written({{"a", std::vector<std::int64_t>{1}}}));
  }
}
