// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "base/error.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "cli/command.hpp"
#include "cli/flags/build_options.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/build_summary.hpp"
#include "cli/reports/epoch_lines.hpp"
#include "cli/reports/html/write_report.hpp"
#include "cli/reports/split_order.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "operations/build/plan.hpp"
#include "operations/build/plan_part.hpp"
#include "shards/manifest/seconds_json.hpp"

namespace tfrec::cli {

namespace {

/// --plan and --part.
struct PartFlags {
  std::filesystem::path plan;  // empty: an ordinary build
  std::string part;
};

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
              "--part '" + printable_excerpt(text, 40) + "' is not I/N with I from 1 to N, such as 3/16");
}

/// What the plan decides can't be given again.
void exclude_planned(const OptionList& list, Option& plan) {
  constexpr std::array<std::string_view, 10> k_free{
      "IMAGES", "--test", "--masks", "--files", "--out", "--memory", "--no-reread", "--plan", "-h", "--help"};
  for (const Option& option : list.all()) {
    if (std::ranges::find(k_free, option.name()) == k_free.end()) plan.exclude(option);
  }
}

/// Declared last: --plan excludes options that are there already.
void add_part_options(OptionList& list, PartFlags& flags) {
  list.topic("Parts");
  Option& plan =
      list.value("--plan", "FILE", flags.plan, "Build a part of the plan that 'tfrec plan -o FILE' wrote");
  exclude_planned(list, plan);
  list.value("--part", "I/N", flags.part, "Part I of N: every Nth shard; 'tfrec finish' completes the set")
      .need(plan);
}

/// Makes the part and prints the result.
void run_part(const BuildOptions& options, const PartFlags& flags, Console& console) {
  if (flags.part.empty())
    throw Error(ErrorKind::usage, "", "--plan needs --part", "--part 1/1 is the whole set");
  const PartNumber part = parse_part(flags.part);
  PlanUse use;
  use.file = flags.plan;
  use.images = options.images;
  use.test = options.test;
  use.masks = options.masks.folder;
  use.files = options.files;
  use.out = options.out;
  use.reread = options.reread;
  use.threads = options.threads;
  use.memory = options.memory;
  ProgressView view(console);
  const PartResult result = build_part_of_plan(use, part, view);
  const PhaseTimes times = view.times();
  console.report(console.options().json ? part_json(part, result, times)
                                        : part_summary(use, part, result, times));
}

/// Reports on the set in OUT; returns lines about it.
std::string write_page(const std::filesystem::path& page, const BuildOptions& options, Observer& observer) {
  ReportOptions about;
  about.paths = {options.out.string()};
  about.source = options.images;
  about.threads = options.threads;
  return write_report({page, {}}, about, observer).text();
}

std::string up_to_date_lines(const BuildOptions& options, const BuildResult& result) {
  return "up to date: " + printable(options.out.string()) + "\n" +
         epoch_lines(in_reading_order(result.set), options);
}

Run setup_build(OptionList& list) {
  auto options = std::make_shared<BuildOptions>();
  auto dry_run = std::make_shared<bool>(false);
  add_build_options(list, *options);
  list.topic("Output");
  list.value("-o,--out", "OUT", options->out, "Folder of the set").require().common();
  list.flag("--overwrite", options->overwrite, "Replace the set in OUT").common();
  list.value("--depfile", "FILE", options->depfile, "Write the inputs of the set as a rule for make").topic =
      "General";
  list.flag_off("--no-reread", options->reread, "Trust the disk: don't read each shard back");
  const Option& dry = list.flag("--dry-run", *dry_run, "Report what 'tfrec plan' would, and write nothing");
  auto page = std::make_shared<std::filesystem::path>();
  list.value("--report", "FILE.html", *page, "Also write the page that 'tfrec report' makes of the set")
      .exclude(dry);
  auto part = std::make_shared<PartFlags>();
  add_part_options(list, *part);
  return [options, dry_run, part, page](Console& console) {
    options->threads = threads_of(console);
    options->config = console.options().config;
    if (!part->plan.empty()) {
      run_part(*options, *part, console);
      return ExitCode::good;
    }
    ProgressView view(console);
    if (*dry_run) {
      const Manifest set = plan(*options, view);
      console.report(console.options().json ? plan_json(set, view.times()) : plan_summary(*options, set));
      return ExitCode::good;
    }
    if (!page->empty()) check_build_page(*page, *options);
    const BuildResult result = build(*options, view);
    const std::string about_page = page->empty() ? "" : write_page(*page, *options, view);
    const PhaseTimes times = view.times();
    if (console.options().json) {
      console.report(result.up_to_date ? with_seconds(*result.up_to_date, times)
                                       : report_json(result.set, times));
      return ExitCode::good;
    }
    console.report(
        (result.up_to_date ? up_to_date_lines(*options, result) : build_summary(*options, result, times)) +
        about_page);
    return ExitCode::good;
  };
}

}  // namespace

Command build_command() {
  return {
      .name = "build",
      .topic = Topic::make,
      .summary = "Write the shards of a set from an image folder and a labels CSV",
      .examples = {{"tfrec build photos --labels train.csv -o shards",
                    "Every column of the table becomes a feature"},
                   {"tfrec build photos -o shards --layout flowers --sizes 192,224,331,512",
                    "Sub-folders are the classes; one set per size, for code that reads the flowers sets"},
                   {"tfrec build photos --labels train.csv -o shards --size 224 --fit crop "
                    "--split train=0.8,val=0.2 --stratify class",
                    "Images of one size in two splits with the same share of each class"},
                   {"tfrec build photos --labels train.csv -o shards --feature image=jpeg "
                    "--feature labels=multihot:tags",
                    "Features of your own: several labels in a cell"},
                   {"tfrec build photos --labels train.csv -o shards --print-config > set.toml",
                    "Save the options; 'tfrec build --config set.toml' repeats the run"}},
      .setup = setup_build};
}

}  // namespace tfrec::cli
