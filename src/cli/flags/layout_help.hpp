// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tfrec::cli {

/// The layouts with their features and the kinds of features, as `tfrec build --help` ends with them, in so
/// many columns.
std::string layouts_and_kinds(std::size_t columns);

}  // namespace tfrec::cli
