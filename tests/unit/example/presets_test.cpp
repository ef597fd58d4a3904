// SPDX-License-Identifier: Apache-2.0
#include "example/presets.hpp"

#include <string>

#include "base/error.hpp"
#include "support/catch.hpp"

using namespace tfrec;

namespace {

std::string hint_for(std::string_view layout) {
  try {
    preset_named(layout);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(error.message() == "unknown layout '" + std::string(layout) + "'");
    return error.hint();
  }
  return "none";
}

}  // namespace

TEST_CASE("Features that are made from cells take the word for the image column") {
  CHECK(takes_image_column_word(parse_feature_spec("a=int64:n")));
  CHECK(takes_image_column_word(parse_feature_spec("a=index:n")));
  CHECK_FALSE(takes_image_column_word(parse_feature_spec("a=jpeg")));
  CHECK_FALSE(takes_image_column_word(parse_feature_spec("a=height")));
}

TEST_CASE("A layout with an unknown name: all names are listed, a near one first") {
  std::string names;
  for (const Preset& preset : presets()) {
    CHECK(preset_named(preset.name).name == preset.name);
    names += (names.empty() ? "layouts: " : ", ") + std::string(preset.name);
  }
  CHECK(hint_for("flower") == "did you mean 'flowers'? " + names);
  CHECK(hint_for("something else") == names);
}
