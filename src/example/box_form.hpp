// SPDX-License-Identifier: Apache-2.0
// What `boxes:FORM` stores of each box.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

enum class BoxValue : std::uint8_t {
  xmin,
  ymin,
  xmax,
  ymax,
  width,
  height,
  cx,
  cy,
  xyxy,
  yxyx,
  xywh,
  cxcywh
};

struct BoxForm {
  BoxValue value = BoxValue::xyxy;
  bool in_pixels = false;  // of the stored image; else fractions of its sides

  /// How many floats a box has: one or four.
  std::size_t floats() const { return value < BoxValue::xyxy ? 1 : 4; }
};

/// "xmin", "xyxy-pixels", …
std::optional<BoxForm> box_form_named(std::string_view name);
/// Without "-pixels".
std::vector<std::string> box_form_names();

}  // namespace tfrec
