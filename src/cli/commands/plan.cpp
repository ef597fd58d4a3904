// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan.hpp"

#include <filesystem>
#include <memory>

#include "cli/command.hpp"
#include "cli/flags/build_options.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/build_summary.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

Run setup_plan(OptionList& list) {
  auto options = std::make_shared<BuildOptions>();
  auto file = std::make_shared<std::filesystem::path>();
  add_build_options(list, *options);
  list.topic("Parts");
  list.value("-o,--plan-file", "FILE", *file, "Write the plan for 'tfrec build --plan' and 'tfrec finish'");
  return [options, file](Console& console) {
    options->threads = threads_of(console);
    options->config = console.options().config;
    ProgressView view(console);
    const Manifest set = file->empty() ? plan(*options, view) : plan_into_file(*options, *file, view);
    console.result(console.options().json ? report_json(set, view.times()) : plan_summary(*options, set));
    return ExitCode::good;
  };
}

}  // namespace

Command plan_command() {
  return {
      .name = "plan",
      .topic = Topic::make,
      .summary = "Show what a build would write: records, classes, shards, sizes",
      .examples = {{"tfrec plan photos --labels train.csv --hosts 8",
                    "Whether the set gives each of 8 hosts files enough"},
                   {"tfrec plan --config set.toml", "What the build of that file would write"},
                   {"tfrec plan photos --labels train.csv -o set.plan",
                    "A plan to build in parts: 'tfrec build photos --plan set.plan --part 1/16 -o shards'"}},
      .setup = setup_plan};
}

}  // namespace tfrec::cli
