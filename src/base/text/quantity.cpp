// SPDX-License-Identifier: Apache-2.0
#include "base/text/quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "base/text/ascii.hpp"

namespace tfrec {

namespace {

struct Unit {
  std::string_view name;
  double bytes;
};

constexpr std::array<Unit, 14> k_units{{{"", 1},
                                        {"b", 1},
                                        {"k", 1e3},
                                        {"kb", 1e3},
                                        {"m", 1e6},
                                        {"mb", 1e6},
                                        {"g", 1e9},
                                        {"gb", 1e9},
                                        {"t", 1e12},
                                        {"tb", 1e12},
                                        {"kib", 1024.0},
                                        {"mib", 1048576.0},
                                        {"gib", 1073741824.0},
                                        {"tib", 1099511627776.0}}};

std::optional<double> unit_bytes(std::string_view name) {
  const std::string lower = lowered(name);
  for (const Unit& unit : k_units) {
    if (unit.name == lower) return unit.bytes;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc{} || !(value >= 0) || text.front() == '-') return std::nullopt;
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  if (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  const std::optional<double> unit = unit_bytes(rest);
  if (!unit || value * *unit >= 9.2e18) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(value * *unit));
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 6> names{"B", "kB", "MB", "GB", "TB", "PB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < names.size()) {
    value /= 1000;
    ++unit;
  }
  char buffer[32];
  const int digits = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  std::snprintf(buffer, sizeof buffer, "%.*f %s", digits, value, names[unit]);
  return buffer;
}

std::string format_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string padded(std::uint64_t number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(digits > text.size() ? digits - text.size() : 0, '0') + text;
}

std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural) {
  return format_count(count) + " " + std::string(count == 1 ? singular : plural);
}

std::string format_duration(double seconds) {
  char buffer[48];
  if (seconds < 59.95) {
    std::snprintf(buffer, sizeof buffer, seconds < 9.95 ? "%.1f s" : "%.0f s", seconds);
    return buffer;
  }
  const auto whole = static_cast<long long>(std::llround(seconds));
  if (whole < 3600) {
    std::snprintf(buffer, sizeof buffer, "%lld min %lld s", whole / 60, whole % 60);
  } else {
    std::snprintf(buffer, sizeof buffer, "%lld h %lld min", whole / 3600, whole % 3600 / 60);
  }
  return buffer;
}

}  // namespace tfrec
