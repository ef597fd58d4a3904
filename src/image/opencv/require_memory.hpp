// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tfrec {

/// Throws std::bad_alloc where so much memory can't be had now. Asked around calls of libraries that crash
/// without memory, or take its lack for a damaged image.
void require_memory(std::size_t bytes);

}  // namespace tfrec
