// SPDX-License-Identifier: Apache-2.0
#include "operations/index.hpp"

#include <memory>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/command.hpp"
#include "cli/flags/validators.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string index_text(const IndexResult& result) {
  using enum TextTable::Align;
  TextTable table({left, right, left});
  table.add({"index", "records", "state"});
  for (const IndexedShard& shard : result.files) {
    table.add({printable(shard.index), format_count(shard.records), std::string(to_string(shard.state))});
  }
  table.add({"total, " + counted(result.files.size(), "shard", "shards"), format_count(result.records)});
  return table.text();
}

std::string index_json(const IndexResult& result) {
  Json json{
      {"ok", result.ok}, {"files", Json::array()}, {"records", result.records}, {"problems", Json::array()}};
  for (const IndexedShard& shard : result.files) {
    json["files"].push_back({{"path", shard.path},
                             {"index", shard.index},
                             {"records", shard.records},
                             {"bytes", shard.bytes},
                             {"state", to_string(shard.state)}});
    if (!shard.problem.empty())
      json["problems"].push_back({{"path", shard.path}, {"message", shard.problem}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Run setup_index(CLI::App& app) {
  auto options = std::make_shared<IndexOptions>();
  auto format = std::make_shared<std::string>("dali");
  app.add_option("PATH", options->paths, "Shards, folders of shards or quoted globs")->required();
  app.add_option("--format", *format, "Whose names the indexes get: NAME.tfrec.idx or NAME.tfindex [dali]")
      ->type_name("dali|tfindex")
      ->check(one_of({"dali", "tfindex"}));
  app.add_option("-o,--out", options->out, "Folder for the indexes [beside each shard]")->type_name("DIR");
  app.add_flag("--check", options->check,
               "Write nothing; compare the indexes that are there with the shards");
  return [options, format](Console& console) {
    options->format = *format == "dali" ? IndexFormat::dali : IndexFormat::tfindex;
    options->threads = threads_of(console);
    ProgressView view(console);
    const IndexResult result = make_indexes(*options, view);
    console.result(console.options().json ? index_json(result) : index_text(result));
    for (const IndexedShard& shard : result.files) {
      if (!shard.problem.empty()) console.failure(printable(shard.path) + ": " + shard.problem);
    }
    return result.ok ? ExitCode::good : ExitCode::bad_data;
  };
}

}  // namespace tfrec::cli
