// SPDX-License-Identifier: Apache-2.0
#include "shards/manifest/mask_pixels.hpp"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/text/number.hpp"
#include "shards/manifest/json_field.hpp"

namespace tfrec {

void add_pixels(const MaskPixels& more, MaskPixels& pixels) {
  for (const auto& [id, count] : more) pixels[id] += count;
}

nlohmann::ordered_json pixels_json(const MaskPixels& pixels) {
  nlohmann::ordered_json::object_t object;  // its operator[] searches all earlier keys
  for (const auto& [id, count] : pixels) object.emplace_back(std::to_string(id), count);
  return nlohmann::ordered_json(std::move(object));
}

MaskPixels read_pixels(const JsonField& field) {
  MaskPixels pixels;
  for (const auto& [id, count] : field.counts()) {
    const WholeNumber number = parse_whole(id);
    if (number.problem != NumberProblem::none || number.value < 0 || number.value > UINT16_MAX)
      field.fail("has a key that is no id of a pixel");
    pixels[static_cast<std::uint16_t>(number.value)] = count;
  }
  return pixels;
}

}  // namespace tfrec
