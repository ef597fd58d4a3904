// SPDX-License-Identifier: Apache-2.0
#include "operations/count.hpp"

#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/command.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string count_text(const CountResult& result) {
  using enum TextTable::Align;
  TextTable table({left, right, right});
  table.add({"path", "records", "bytes"});
  for (const CountedFile& file : result.files) {
    table.add({printable(file.path), format_count(file.records), format_count(file.bytes)});
  }
  table.add({"total, " + counted(result.files.size(), "shard", "shards"), format_count(result.records),
             format_count(result.bytes)});
  return table.text();
}

std::string count_json(const CountResult& result) {
  Json json{{"files", Json::array()}, {"records", result.records}, {"bytes", result.bytes}};
  for (const CountedFile& file : result.files) {
    json["files"].push_back({{"path", file.path}, {"records", file.records}, {"bytes", file.bytes}});
  }
  json["problems"] = Json::array();
  for (const CountProblem& problem : result.problems) {
    json["problems"].push_back({{"path", problem.path}, {"message", problem.message}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Run setup_count(CLI::App& app) {
  auto options = std::make_shared<CountOptions>();
  app.add_option("PATH", options->paths, "Shards, folders of shards or quoted globs")->required();
  app.add_flag("--from-names", options->from_names, "Trust the counts in the names, open no shard");
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const CountResult result = count(*options, view);
    console.result(console.options().json ? count_json(result) : count_text(result));
    for (const CountProblem& problem : result.problems) {
      console.failure(printable(problem.path) + ": " + problem.message);
    }
    if (result.unreadable) return ExitCode::machine;
    return result.problems.empty() ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace tfrec::cli
