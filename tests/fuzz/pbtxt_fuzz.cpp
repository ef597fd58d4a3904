// SPDX-License-Identifier: Apache-2.0
// Any bytes as label map: refused with an Error, or read the same way after being written again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"
#include "dataset/classes/label_map.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  tfrec::looks_like_label_map(text);
  tfrec::ClassList classes;
  try {
    classes = tfrec::parse_label_map(text, "map.pbtxt");
  } catch (const tfrec::Error& error) {
    require(error.kind() == tfrec::ErrorKind::bad_data);
    return 0;
  }
  const std::string written = tfrec::label_map_content(classes);
  require(tfrec::looks_like_label_map(written));
  const tfrec::ClassList again = tfrec::parse_label_map(written, "written.pbtxt");
  require(again.names() == classes.names() && again.ids() == classes.ids());
  return 0;
}
