// SPDX-License-Identifier: Apache-2.0
#include "operations/program_facts.hpp"

#include "image/codec.hpp"
#include "image/facts/image_format.hpp"

namespace tfrec {

ProgramFacts program_facts() {
  ProgramFacts facts;
  const std::string jpeg = codec().jpeg_version();  // "libjpeg-turbo 2.1.5"
  const std::size_t space = jpeg.find(' ');
  facts.versions = {{"OpenCV", codec().opencv_version()}, {jpeg.substr(0, space), jpeg.substr(space + 1)}};
  for (const FormatInfo& format : image_formats()) {
    if (format.is_decodable) facts.formats.emplace_back(format.record_name);
  }
  return facts;
}

}  // namespace tfrec
