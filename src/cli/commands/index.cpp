// SPDX-License-Identifier: Apache-2.0
#include "operations/index.hpp"

#include <memory>

#include "cli/command.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

Report index_report(const IndexResult& result) {
  Report report;
  report.add("ok", result.ok);
  report.add_table("files", {{"index"}, {"records"}, {"state"}});
  report.add("records", result.records);
  report.add("problems", Report::Json::array());
  for (const IndexedShard& shard : result.files) {
    Report::Value index = shard.index;
    if (shard.state == IndexState::unindexed) index.json = nullptr;
    report.add_row({{"path", shard.path},
                    {"index", index},
                    {"records", shard.records},
                    {"bytes", shard.bytes},
                    {"state", to_string(shard.state)}});
    if (!shard.problem.empty()) report.add_problem(shard.path, shard.problem);
  }
  return report;
}

Run setup_index(OptionList& list) {
  auto options = std::make_shared<IndexOptions>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  list.choice(
          "--format", {"dali", "tfindex"},
          [options](const std::string& word) {
            options->format = word == "dali" ? IndexFormat::dali : IndexFormat::tfindex;
          },
          "Name of an index: NAME.tfrec.idx or NAME.tfindex [dali]")
      .common();
  list.value("-o,--out", "DIR", options->out, "Folder for the indexes [beside each shard]").common();
  list.flag("--check", options->check, "Compare existing indexes with the shards, write nothing").common();
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const IndexResult result = make_indexes(*options, view);
    index_report(result).print(console);
    return result.ok ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace

Command index_command() {
  return {.name = "index",
          .topic = Topic::take,
          .summary = "Write index files for readers with random access (DALI, PyTorch)",
          .examples = {{"tfrec index shards", "NAME.tfrec.idx beside each shard, for DALI"},
                       {"tfrec index shards --format tfindex --check",
                        "Whether the indexes for PyTorch fit the shards"}},
          .setup = setup_index};
}

}  // namespace tfrec::cli
