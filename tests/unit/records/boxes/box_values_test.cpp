// SPDX-License-Identifier: Apache-2.0
#include "records/boxes/box_values.hpp"

#include "support/catch.hpp"

using namespace tfrec;

namespace {

/// Of a box in an image of 200 × 100 pixels.
std::vector<float> values_of(std::string_view form) {
  std::vector<float> values;
  add_box_values({0.25, 0.5, 0.75, 0.625}, *box_form_named(form), {200, 100}, values);
  return values;
}

using Values = std::vector<float>;

}  // namespace

TEST_CASE("Every form of a box has its numbers, as fractions or in pixels") {
  CHECK(values_of("xmin") == Values{0.25F});
  CHECK(values_of("ymin") == Values{0.5F});
  CHECK(values_of("xmax") == Values{0.75F});
  CHECK(values_of("ymax") == Values{0.625F});
  CHECK(values_of("width") == Values{0.5F});
  CHECK(values_of("height") == Values{0.125F});
  CHECK(values_of("cx") == Values{0.5F});
  CHECK(values_of("cy") == Values{0.5625F});
  CHECK(values_of("xyxy") == Values{0.25F, 0.5F, 0.75F, 0.625F});
  CHECK(values_of("yxyx") == Values{0.5F, 0.25F, 0.625F, 0.75F});
  CHECK(values_of("xywh") == Values{0.25F, 0.5F, 0.5F, 0.125F});
  CHECK(values_of("cxcywh") == Values{0.5F, 0.5625F, 0.5F, 0.125F});
  CHECK(values_of("xyxy-pixels") == Values{50, 50, 150, 62.5F});
  CHECK(values_of("cxcywh-pixels") == Values{100, 56.25F, 100, 12.5F});
  CHECK_FALSE(box_form_named("xyxy-").has_value());
  CHECK_FALSE(box_form_named("-pixels").has_value());
}
