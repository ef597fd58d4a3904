// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan.hpp"

#include <filesystem>
#include <memory>

#include "cli/command.hpp"
#include "cli/flags/build_options.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/build_summary.hpp"
#include "cli/reports/html/write_report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "sets/making/output_check.hpp"

namespace tfrec::cli {

namespace {

Run setup_plan(OptionList& list) {
  auto options = std::make_shared<BuildOptions>();
  auto file = std::make_shared<std::filesystem::path>();
  add_build_options(list, *options);
  list.topic("Output");
  list.value("-o,--plan-file", "FILE", *file, "Save the plan for 'tfrec build --plan' and 'tfrec finish'")
      .common();
  auto page = std::make_shared<std::filesystem::path>();
  list.value("--report", "FILE.html", *page, "Also write a page about the images and the planned set");
  return [options, file, page](Console& console) {
    options->threads = threads_of(console);
    options->config = console.options().config;
    ProgressView view(console);
    std::string about_page;
    PlanLook look;
    if (!page->empty()) {
      require_other_files(*page, "--report", *file, "-o");
      check_build_page(*page, *options);
      look = [&](const std::vector<BuildPart>& parts, const Manifest& set) {
        about_page = write_plan_report(*page, parts, set, *options, view).text();
      };
    }
    const Manifest set =
        file->empty() ? plan(*options, view, look) : plan_into_file(*options, *file, view, look);
    const std::string written = (file->empty() ? "" : plan_file_lines(*options, set, *file)) + about_page;
    console.report(console.options().json ? plan_json(set, view.times())
                                          : plan_summary(*options, set) + written);
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
                    "Whether each of 8 hosts gets enough shards"},
                   {"tfrec plan --config set.toml", "What the build with these options would write"},
                   {"tfrec plan photos --labels train.csv -o set.plan",
                    "A plan to build in parts: 'tfrec build photos --plan set.plan --part 1/16 -o shards'"}},
      .setup = setup_plan};
}

}  // namespace tfrec::cli
