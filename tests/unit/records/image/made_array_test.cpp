// SPDX-License-Identifier: Apache-2.0
#include "records/image/made_array.hpp"

#include <string>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// A .npy file, version 1.0, of 2 x 3 values of a type.
std::string array_of(const std::string& type, const std::string& values) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (2, 3), }";
  header.resize(117, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + values;
}

std::string reason_against(const std::string& file, FeatureKind kind, const ImageOptions& options,
                           MadeImage& made) {
  RecordLayout layout;
  BoundFeature feature;
  feature.spec = {"values", kind, {}};
  layout.features.push_back(feature);
  const auto bad = make_from_array(file, layout, options, made);
  return bad ? bad->reason : "";
}

std::string reason_against(const std::string& file, FeatureKind kind, const ImageOptions& options = {}) {
  MadeImage made;
  return reason_against(file, kind, options, made);
}

}  // namespace

TEST_CASE("An array keeps its values and its shape") {
  MadeImage made;
  CHECK(reason_against(array_of("|u1", "abcdef"), FeatureKind::raw_uint8, {}, made).empty());
  CHECK(made.raw_uint8 == "abcdef");
  CHECK(made.shape == std::vector<std::uint64_t>{2, 3});
  CHECK(made.size == Extent{3, 2});
  CHECK(made.channels == 1);
}

TEST_CASE("An array is refused where an image is encoded, where images are resized, and as bytes of floats") {
  const std::string bytes = array_of("|u1", "abcdef");
  CHECK(reason_against(bytes, FeatureKind::jpeg) ==
        "is a NumPy array, which only raw-uint8 and raw-float32 take");
  ImageOptions resized;
  resized.resize.width = resized.resize.height = 8;
  CHECK(reason_against(bytes, FeatureKind::raw_uint8, resized) == "is a NumPy array, which is not resized");
  const std::string floats = array_of("<f4", std::string(24, '\0'));
  CHECK(reason_against(floats, FeatureKind::raw_uint8) ==
        "NumPy array of float32, but raw-uint8 stores only uint8");
  CHECK(reason_against(floats, FeatureKind::raw_float32).empty());
}
