// SPDX-License-Identifier: Apache-2.0
#include "operations/build/finish.hpp"

#include <algorithm>
#include <memory>
#include <string_view>

#include "base/text/printable.hpp"
#include "cli/command.hpp"
#include "cli/flags/image_flags.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/build_summary.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "shards/manifest/seconds_json.hpp"

namespace tfrec::cli {

namespace {

struct FinishFlags {
  PlanUse use;
  std::vector<std::string> folders;
  bool overwrite = false;
};

bool has_option(const Manifest& set, std::string_view name) {
  return std::any_of(set.options.begin(), set.options.end(),
                     [&](const auto& option) { return option.first == name; });
}

Run setup_finish(OptionList& list) {
  auto flags = std::make_shared<FinishFlags>();
  list.argument("PLAN", flags->use.file, "File of `tfrec plan -o FILE`");
  list.arguments("PART_OUT", flags->folders, "Folders of parts that were not built into OUT").required =
      false;
  list.value("-o,--out", "OUT", flags->use.out, "Folder of the set").require().common();
  add_max_bad_option(
      list, [flags](const BadLimit& limit) { flags->use.max_bad = limit; },
      "Skip at most this many bad images, or this share of all [the plan's]");
  list.flag("--overwrite", flags->overwrite, "Replace the set in OUT").common();
  list.flag_off("--no-reread", flags->use.reread, "Trust the disk: don't read each shard back");
  return [flags](Console& console) {
    PlanUse& use = flags->use;
    use.threads = threads_of(console);
    ProgressView view(console);
    const std::vector<std::filesystem::path> folders(flags->folders.begin(), flags->folders.end());
    const BuildResult result = finish(use, folders, flags->overwrite, view);
    if (result.up_to_date) {
      const std::string out = printable(use.out.string());
      console.report(console.options().json ? with_seconds(*result.up_to_date, view.times())
                                            : "up to date: " + out + "\n");
      return ExitCode::good;
    }
    BuildOptions options;
    options.out = use.out;
    if (has_option(result.set, "gzip")) options.compression = Compression::gzip;
    const PhaseTimes times = view.times();
    console.report(console.options().json ? report_json(result.set, times)
                                          : build_summary(options, result, times));
    return ExitCode::good;
  };
}

}  // namespace

Command finish_command() {
  return {.name = "finish",
          .topic = Topic::make,
          .summary = "Complete a set whose parts were built from a plan",
          .examples = {{"tfrec finish set.plan -o shards", "Publish what the parts have built"},
                       {"tfrec finish set.plan part1 part2 part3 -o shards", "Parts in folders of their own"},
                       {"tfrec finish set.plan -o shards --max-bad 1%", "Skip up to 1% bad images"}},
          .setup = setup_finish};
}

}  // namespace tfrec::cli
