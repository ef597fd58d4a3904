// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace tfrec {

/// A library of others that this program uses.
struct Library {
  const char* name;
  const char* version;  // when the program was built; empty if unknown
  const char* licence;  // as SPDX writes it: "MIT", "GPL-2.0-or-later OR LGPL-3.0-or-later"
  const char* text;     // of the licence; empty if unknown
};

/// All that are linked, or loaded at the start or later; not what those need.
const std::vector<Library>& libraries();

/// The text of tfrec's own licence.
const char* own_licence();

}  // namespace tfrec
