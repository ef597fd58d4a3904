// SPDX-License-Identifier: Apache-2.0
// From parts that are planned to a plan's file, and back.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "operations/build/plan_file.hpp"
#include "sets/making/build_part.hpp"

namespace tfrec {

/// How a plan is carried out: what it does not hold.
struct PlanUse {
  std::filesystem::path file;
  std::filesystem::path images;   // empty: no image is read, as in finish
  std::filesystem::path test;     // images of --test; empty if the plan has none
  std::filesystem::path masks{};  // as in build
  std::filesystem::path files{};
  std::filesystem::path out;
  std::optional<BadLimit> max_bad;  // nothing: the plan's
  bool reread = true;
  unsigned threads = 1;
  std::uint64_t memory = std::uint64_t{1} << 30;
};

/// A plan that was read: the parts, planned as build() would have them, and the set as far as it is known.
struct OpenPlan {
  std::unique_ptr<SavedPlan> saved;
  std::vector<BuildPart> parts;
  Manifest set;  // with fingerprint and plan
};

/// Reads the plan. Throws Error: as read_plan_file(), usage if images of --test are given or missing
/// against the plan, if a folder of `use` does not exist, or where this tfrec would make other bytes of the
/// images.
OpenPlan open_plan(const PlanUse& use);

/// Writes the plan of a set of which all is known but its shards. Throws Error: usage if a file that is no
/// plan is there, bad_data if a file can't describe the set, machine.
void save_plan(const std::filesystem::path& file, const std::vector<BuildPart>& parts, const Manifest& set);

}  // namespace tfrec
