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

TEST_CASE("A layout with an unknown name: all names are listed, a near one first") {
  std::string names;
  for (const Preset& preset : presets()) {
    CHECK(preset_named(preset.name).name == preset.name);
    names += (names.empty() ? "layouts: " : ", ") + std::string(preset.name);
  }
  CHECK(hint_for("flower") == "did you mean 'flowers'? " + names);
  CHECK(hint_for("something else") == names);
}
