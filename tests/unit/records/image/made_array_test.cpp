// SPDX-License-Identifier: Apache-2.0
#include "records/image/made_array.hpp"

#include <string>

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// An array of 2 x 1 x 3 bytes.
std::string array_file() {
  std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 1, 3), }";
  header.resize(117, ' ');
  return std::string("\x93NUMPY\1\0v\0", 10) + header + "\nabcdef";
}

/// Why an array is bad, and what is made of it.
std::string refusal_of_array(FeatureKind kind, const ImageOptions& options, MadeImage& made) {
  RecordLayout layout;
  layout.features.push_back({.spec = {"x", kind, {}}});
  const std::string file = array_file();
  const auto bad = make_from_array(file, layout, options, made);
  return bad ? bad->reason : std::string();
}

}  // namespace

TEST_CASE("An array is stored as it is, and bad where an encoded image is wanted") {
  MadeImage made;
  CHECK(refusal_of_array(FeatureKind::raw_uint8, {}, made).empty());
  CHECK(made.raw_uint8 == "abcdef");
  CHECK(made.shape == std::vector<std::uint64_t>{2, 1, 3});
  for (const FeatureKind kind : {FeatureKind::jpeg, FeatureKind::png})
    CHECK(refusal_of_array(kind, {}, made) == "is a NumPy array, which only raw-uint8 and raw-float32 take");
}

TEST_CASE("An array is bad where images are resized, to one size or to several") {
  MadeImage made;
  ImageOptions one;
  one.resize.width = one.resize.height = 2;
  ImageOptions several;
  several.sizes = {{2, 2}, {4, 4}};
  for (const ImageOptions& options : {one, several})
    CHECK(refusal_of_array(FeatureKind::raw_uint8, options, made) ==
          "is a NumPy array, which is not resized");
}
