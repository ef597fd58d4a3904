// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan.hpp"

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/commands/build_summary.hpp"
#include "cli/flags/build_options.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

Run setup_plan(CLI::App& app) {
  auto options = std::make_shared<BuildOptions>();
  auto file = std::make_shared<std::filesystem::path>();
  add_build_options(app, *options);
  app.add_option("-o,--plan-file", *file, "Write the plan for 'tfrec build --plan' and 'tfrec finish'")
      ->group("Parts")
      ->type_name("FILE");
  return [options, file](Console& console) {
    options->threads = threads_of(console);
    options->config = console.options().config;
    ProgressView view(console);
    const Manifest set = file->empty() ? plan(*options, view) : plan_into_file(*options, *file, view);
    console.result(console.options().json ? report_json(set) : plan_summary(*options, set));
    return ExitCode::good;
  };
}

}  // namespace tfrec::cli
