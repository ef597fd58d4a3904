// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <CLI/CLI.hpp>

#include "base/text/printable.hpp"
#include "cli/command.hpp"
#include "cli/commands/build_summary.hpp"
#include "cli/commands/plan_flags.hpp"
#include "cli/flags/build_options.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "operations/build/plan.hpp"

namespace tfrec::cli {

Run setup_build(CLI::App& app) {
  auto options = std::make_shared<BuildOptions>();
  auto dry_run = std::make_shared<bool>(false);
  add_build_options(app, *options);
  app.add_option("-o,--out", options->out, "Folder of the set")
      ->required()
      ->group("Shards")
      ->type_name("OUT");
  app.add_flag("--overwrite", options->overwrite, "Replace the set in OUT")->group("Shards");
  app.add_option("--depfile", options->depfile, "Write what the set is made from as a rule for make")
      ->group("General")
      ->type_name("FILE");
  app.add_flag("!--no-reread", options->reread, "Trust the disk: don't read each shard back")
      ->group("Shards");
  app.add_flag("--dry-run", *dry_run, "Plan and report as `tfrec plan` does, write nothing")->group("Shards");
  auto part = std::make_shared<PartFlags>();
  add_part_options(app, *part);
  return [options, dry_run, part](Console& console) {
    options->threads = threads_of(console);
    options->config = console.options().config;
    if (!part->plan.empty()) {
      run_part(*options, *part, console);
      return ExitCode::good;
    }
    ProgressView view(console);
    if (*dry_run) {
      const Manifest set = plan(*options, view);
      console.result(console.options().json ? report_json(set) : plan_summary(*options, set));
      return ExitCode::good;
    }
    const BuildResult result = build(*options, view);
    if (result.up_to_date) {
      const std::string out = printable(options->out.string());
      console.result(console.options().json ? *result.up_to_date : "up to date: " + out + "\n");
      return ExitCode::good;
    }
    console.result(console.options().json ? report_json(result.set) : build_summary(*options, result));
    return ExitCode::good;
  };
}

}  // namespace tfrec::cli
