// SPDX-License-Identifier: Apache-2.0
// Catch2 v2 (Debian 12) and v3 differ in their headers only, as far as these tests go.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
namespace Catch {
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
}  // namespace Catch
using Catch::Approx;
#else
#include <catch2/catch.hpp>
namespace Catch {
inline auto ContainsSubstring(const std::string& text) {
  return Catch::Contains(text);
}
}  // namespace Catch
#endif
