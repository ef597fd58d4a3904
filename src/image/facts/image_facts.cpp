// SPDX-License-Identifier: Apache-2.0
#include "image/facts/image_facts.hpp"

namespace tfrec {

ImageFacts image_facts(std::string_view file) {
  ImageFacts facts;
  facts.format = sniff_format(file);
  if (const auto read = info(facts.format).read_facts) read(file, facts);
  return facts;
}

bool is_image_value(const ImageFacts& facts) {
  const AsValue as_value = info(facts.format).as_value;
  const bool is_sized = facts.width > 0 && facts.height > 0;
  return as_value == AsValue::image || (as_value == AsValue::image_if_sized && is_sized);
}

}  // namespace tfrec
