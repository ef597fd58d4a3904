// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace tfrec {

/// How a text that is not a number is nearly one, for messages.
struct NearNumber {
  std::string_view what;    // "has a decimal comma"
  std::string_view advice;  // "write a decimal point"
};

/// "0,5", "1,234,567", "1 234", "1_000", "12%", " 7", and a minus sign of typography: what people and
/// spreadsheets write for numbers. Nothing for numbers (see parse_real) and other texts.
std::optional<NearNumber> near_number(std::string_view text);

}  // namespace tfrec
