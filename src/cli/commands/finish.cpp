// SPDX-License-Identifier: Apache-2.0
#include "operations/build/finish.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/text/printable.hpp"
#include "cli/command.hpp"
#include "cli/commands/build_summary.hpp"
#include "cli/flags/image_flags.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

struct FinishFlags {
  PlanUse use;
  bool overwrite = false;
};

bool has_option(const Manifest& set, std::string_view name) {
  return std::any_of(set.options.begin(), set.options.end(),
                     [&](const auto& option) { return option.first == name; });
}

}  // namespace

Run setup_finish(CLI::App& app) {
  auto flags = std::make_shared<FinishFlags>();
  app.add_option("PLAN", flags->use.file, "File of `tfrec plan -o FILE`")->required();
  app.add_option("-o,--out", flags->use.out, "Folder the parts were built into")
      ->required()
      ->type_name("OUT");
  add_max_bad_option(
      app, [flags](const BadLimit& limit) { flags->use.max_bad = limit; },
      "Leave out at most so many bad images, or a share of all [the plan's]");
  app.add_flag("--overwrite", flags->overwrite, "Replace the set in OUT");
  app.add_flag("!--no-reread", flags->use.reread, "Trust the disk: don't read each shard back");
  return [flags](Console& console) {
    PlanUse& use = flags->use;
    use.threads = threads_of(console);
    ProgressView view(console);
    const BuildResult result = finish(use, flags->overwrite, view);
    if (result.up_to_date) {
      const std::string out = printable(use.out.string());
      console.result(console.options().json ? *result.up_to_date : "up to date: " + out + "\n");
      return ExitCode::good;
    }
    BuildOptions options;
    options.out = use.out;
    if (has_option(result.set, "gzip")) options.compression = Compression::gzip;
    console.result(console.options().json ? report_json(result.set) : build_summary(options, result));
    return ExitCode::good;
  };
}

}  // namespace tfrec::cli
