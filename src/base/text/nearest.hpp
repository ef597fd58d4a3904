// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tfrec {

/// The candidate most like `word`, or nothing if none is near: at most a third of the longer one's bytes
/// differ (edit distance over lower-cased bytes, two that are swapped count once; the first of equals wins).
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

}  // namespace tfrec
