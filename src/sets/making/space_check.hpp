// SPDX-License-Identifier: Apache-2.0
// Reports a disk that is too small before hours of encoding, not after.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/concurrency/observer.hpp"

namespace tfrec {

/// Compares what is needed on the file system of `out` with what is free there. Throws Error (machine) if
/// even a tenth less would not fit, for that is how far a prediction may be off; between the two it warns.
void require_free_space(const std::filesystem::path& out, std::uint64_t needed, Observer& observer);

/// The same with the free bytes given.
void require_free_space(const std::filesystem::path& out, std::uint64_t needed, std::uint64_t free,
                        Observer& observer);

}  // namespace tfrec
