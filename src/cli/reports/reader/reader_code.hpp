// SPDX-License-Identifier: Apache-2.0
// Code that reads shards, as people would write it for them.
#pragma once

#include <cstdint>
#include <string>

#include "operations/reader/reader.hpp"

namespace tfrec::cli {

enum class Framework : std::uint8_t { tensorflow, torch, jax, dali };

/// What the first line of each program begins with.
inline constexpr std::string_view k_reader_mark = "# Reading code by tfrec reader";

/// The program, formatted. Throws Error (usage) if the framework can't read such shards.
std::string reader_code(Framework framework, const ReaderFacts& facts);

}  // namespace tfrec::cli
