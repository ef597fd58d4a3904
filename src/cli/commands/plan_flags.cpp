// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/plan_flags.hpp"

#include <algorithm>
#include <array>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "cli/commands/build_summary.hpp"
#include "cli/flags/validators.hpp"
#include "cli/settings/settings.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

constexpr const char* k_group = "Parts";
constexpr std::int64_t k_most_parts = 1'000'000;

PartNumber parse_part(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const WholeNumber number = parse_whole(text.substr(0, slash));
    const WholeNumber parts = parse_whole(text.substr(slash + 1));
    const bool are_numbers = number.problem == NumberProblem::none && parts.problem == NumberProblem::none;
    if (are_numbers && number.value >= 1 && number.value <= parts.value && parts.value <= k_most_parts)
      return {static_cast<std::uint64_t>(number.value), static_cast<std::uint64_t>(parts.value)};
  }
  throw Error(ErrorKind::usage, "",
              "--part '" + printable_excerpt(text, 40) + "' is no I/N with I from 1 to N, as 3/16");
}

/// What the plan decides about can't be said again.
void exclude_planned(CLI::App& app, CLI::Option& plan) {
  constexpr std::array<std::string_view, 6> k_free{"images", "test", "out", "memory", "no-reread", "plan"};
  for (CLI::Option* option : app.get_options({})) {
    const std::string name = setting_name(*option);
    if (name.empty() || std::find(k_free.begin(), k_free.end(), name) != k_free.end()) continue;
    plan.excludes(option);
  }
}

}  // namespace

void add_part_options(CLI::App& app, PartFlags& flags) {
  auto* plan = app.add_option("--plan", flags.plan, "Build a part of what `tfrec plan -o FILE` planned")
                   ->group(k_group)
                   ->type_name("FILE");
  exclude_planned(app, *plan);
  app.add_option("--part", flags.part, "Part I of N: every Nth shard; `tfrec finish` closes the set")
      ->group(k_group)
      ->type_name("I/N")
      ->needs(plan);
}

void run_part(const BuildOptions& options, const PartFlags& flags, Console& console) {
  if (flags.part.empty())
    throw Error(ErrorKind::usage, "", "--plan needs --part", "--part 1/1 is the whole set");
  const PartNumber part = parse_part(flags.part);
  PlanUse use;
  use.file = flags.plan;
  use.images = options.images;
  use.test = options.test;
  use.out = options.out;
  use.reread = options.reread;
  use.threads = options.threads;
  use.memory = options.memory;
  ProgressView view(console);
  const PartResult result = build_part_of_plan(use, part, view);
  console.result(console.options().json ? part_json(part, result) : part_summary(use, part, result));
}

}  // namespace tfrec::cli
