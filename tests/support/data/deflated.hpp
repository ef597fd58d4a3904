// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tfrec::test {

/// Compressed by zlib, which is not what tfrec inflates with.
std::string gzipped(std::string_view bytes);
std::string zlibbed(std::string_view bytes);

}  // namespace tfrec::test
