// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "example/example_spec.hpp"

namespace tfrec {

/// Reads what records must hold from JSON of one of these forms; docs/commands/verify.md describes them:
///   {"image":"bytes","box":"float[4]?"}                       names and rules in short
///   [{"name","kind","min_length","max_length","optional"},…]  as a manifest's "schema"
///   {…,"schema":[…],…}                                        a manifest.json, or the output of `inspect
///   --json`
/// Throws Error: usage if there is no such file, bad_data naming file and key where it is malformed.
ExampleSpec read_spec(const std::filesystem::path& file);

}  // namespace tfrec
