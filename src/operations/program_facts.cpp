// SPDX-License-Identifier: Apache-2.0
#include "operations/program_facts.hpp"

#include "image/codec.hpp"
#include "image/facts/image_format.hpp"

namespace tfrec {

ProgramFacts program_facts() {
  ProgramFacts facts;
  facts.versions = {{"OpenCV", codec().opencv_version()}, {"libjpeg", codec().jpeg_version()}};
  for (const FormatInfo& format : image_formats()) {
    if (format.is_decodable) facts.formats.emplace_back(format.record_name);
  }
  return facts;
}

}  // namespace tfrec
