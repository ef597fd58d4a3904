// SPDX-License-Identifier: Apache-2.0
#include "records/boxes/box_values.hpp"

#include <initializer_list>

namespace tfrec {

namespace {

void add_box(const Box& box, BoxValue value, std::vector<float>& values) {
  const auto add = [&](std::initializer_list<double> numbers) {
    for (const double number : numbers) values.push_back(static_cast<float>(number));
  };
  const double cx = (box.left + box.right) / 2;
  const double cy = (box.top + box.bottom) / 2;
  switch (value) {
    case BoxValue::xmin:
      return add({box.left});
    case BoxValue::ymin:
      return add({box.top});
    case BoxValue::xmax:
      return add({box.right});
    case BoxValue::ymax:
      return add({box.bottom});
    case BoxValue::width:
      return add({box.width()});
    case BoxValue::height:
      return add({box.height()});
    case BoxValue::cx:
      return add({cx});
    case BoxValue::cy:
      return add({cy});
    case BoxValue::xyxy:
      return add({box.left, box.top, box.right, box.bottom});
    case BoxValue::yxyx:
      return add({box.top, box.left, box.bottom, box.right});
    case BoxValue::xywh:
      return add({box.left, box.top, box.width(), box.height()});
    case BoxValue::cxcywh:
      return add({cx, cy, box.width(), box.height()});
  }
}

}  // namespace

void add_box_values(const Box& box, const BoxForm& form, const Extent& size, std::vector<float>& values) {
  const double across = form.in_pixels ? size.width : 1;
  const double down = form.in_pixels ? size.height : 1;
  add_box({box.left * across, box.top * down, box.right * across, box.bottom * down}, form.value, values);
}

}  // namespace tfrec
