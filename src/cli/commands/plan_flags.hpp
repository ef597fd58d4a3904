// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "operations/build/plan_part.hpp"
#include "sets/options/build_options.hpp"

namespace CLI {
class App;
}

namespace tfrec::cli {

class Console;

/// --plan and --part of build.
struct PartFlags {
  std::filesystem::path plan;  // empty: an ordinary build
  std::string part;
};

/// Declares them after all others of build: those that the plan decides about are excluded.
void add_part_options(CLI::App& app, PartFlags& flags);

/// Makes the part and prints what came of it. Throws Error (usage) if --part is missing or malformed.
void run_part(const BuildOptions& options, const PartFlags& flags, Console& console);

}  // namespace tfrec::cli
