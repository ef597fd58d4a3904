// SPDX-License-Identifier: Apache-2.0
// Byte counts and durations, as people type and read them. MB is 10^6 bytes, MiB 2^20.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tfrec {

/// "64MB", "1.5 GiB", "4096", "100k" -> bytes. Units B, k/kB, M/MB, G/GB, T/TB (powers of 1000) and KiB, MiB,
/// GiB, TiB (powers of 1024), any case. Nothing if the text is not a size, is negative or passes 2^63.
std::optional<std::uint64_t> parse_bytes(std::string_view text);

/// 61234567 -> "61.2 MB": three significant digits, powers of 1000.
std::string format_bytes(std::uint64_t bytes);

/// 1234567 -> "1,234,567".
std::string format_count(std::uint64_t count);

/// With zeros in front up to so many digits: 7, 3 -> "007".
std::string padded(std::uint64_t number, std::size_t digits);

/// "1 row", "160 rows".
std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural);

/// 75.2 -> "1 min 15 s"; 3.21 -> "3.2 s".
std::string format_duration(double seconds);

}  // namespace tfrec
