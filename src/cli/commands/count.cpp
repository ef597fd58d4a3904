// SPDX-License-Identifier: Apache-2.0
#include "operations/count.hpp"

#include <memory>

#include "cli/command.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

Report count_report(const CountResult& result) {
  Report report;
  report.add_table("files", {{"path"}, {"records"}, {"bytes"}});
  for (const CountedFile& file : result.files) {
    const Report::Value records(file.records);
    report.add_row({{"path", file.path},
                    {"records", file.is_counted ? records : Report::Value(records.json, "-")},
                    {"bytes", file.bytes}});
  }
  report.add("records", result.records);
  report.add("bytes", result.bytes);
  report.add("problems", Report::Json::array());
  for (const CountProblem& problem : result.problems) report.add_problem(problem.path, problem.message);
  return report;
}

Run setup_count(OptionList& list) {
  auto options = std::make_shared<CountOptions>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  list.flag("--from-names", options->from_names, "Use the counts in the names, open no shard").common();
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const CountResult result = count(*options, view);
    count_report(result).print(console);
    if (result.unreadable) return ExitCode::machine;
    return result.problems.empty() ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace

Command count_command() {
  return {.name = "count",
          .topic = Topic::look,
          .summary = "Count the records of shards, quickly; verify checks them",
          .examples = {{"tfrec count shards", "Records per shard and in total"},
                       {"tfrec count 'shards/train*.tfrec' --json",
                        "The shards that match a glob, for a script"}},
          .setup = setup_count};
}

}  // namespace tfrec::cli
