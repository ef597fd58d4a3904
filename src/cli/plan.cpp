// SPDX-License-Identifier: Apache-2.0
#include "operations/plan.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "cli/build_options.hpp"
#include "cli/build_summary.hpp"
#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/progress_view.hpp"

namespace tfrec::cli {

Run setup_plan(CLI::App& app) {
  auto options = std::make_shared<BuildOptions>();
  add_build_options(app, *options);
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const SetDescription set = plan(*options, view);
    console.result(console.options().json ? report_json(set) : plan_summary(*options, set));
    return ExitCode::good;
  };
}

}  // namespace tfrec::cli
