// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard/reshard.hpp"

#include <memory>

#include <CLI/CLI.hpp>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/command.hpp"
#include "cli/commands/build_summary.hpp"
#include "cli/flags/shard_options.hpp"
#include "cli/flags/validators.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

std::string source_line(const ReshardResult& result) {
  std::string text = "sources  " + counted(result.source_shards, "shard", "shards") + ", " +
                     counted(result.source_records, "record", "records") + ", " +
                     format_bytes(result.source_bytes);
  const std::uint64_t left_out = result.source_records - result.set.totals.front().records;
  if (left_out > 0) text += "; " + counted(left_out, "record", "records") + " left out by --filter";
  return text + "\n";
}

std::string time_line(const ReshardResult& result) {
  if (result.seconds <= 0) return {};
  const auto speed = static_cast<double>(result.set.totals.front().bytes) / result.seconds;
  return "time     " + format_duration(result.seconds) + ", " +
         format_bytes(static_cast<std::uint64_t>(speed)) + "/s written\n";
}

std::string reshard_text(const ReshardOptions& options, const ReshardResult& result) {
  if (options.dry_run) return source_line(result) + plan_summary({}, result.set);
  return "set      " + printable(options.out.string()) + "\n" + source_line(result) +
         set_summary(result.set) + reading_line(result.set, options.out, options.compression) +
         time_line(result);
}

void add_repeatable(CLI::App& app, const char* name, std::vector<std::string>& values, const char* help,
                    const char* type) {
  app.add_option(name, values, help)
      ->group("Records")
      ->type_name(type)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

void add_record_options(CLI::App& app, ReshardOptions& options) {
  add_repeatable(app, "--filter", options.filters,
                 "Take records where it holds: NAME=VALUE[,VALUE…] or NAME!=…; repeatable, all must hold",
                 "TEST");
  add_repeatable(app, "--drop", options.drop, "Leave this feature out; repeatable", "NAME");
  auto* shuffle = app.add_flag("--shuffle", options.shuffle, "Put all records in a random order");
  shuffle->group("Records");
  app.add_option("--seed", options.seed, "Seed of the shuffle [42]")
      ->group("Records")
      ->type_name("N")
      ->check(whole_number(0))
      ->needs(shuffle);
  app.add_flag("--renumber", options.renumber,
               "Give sources that number classes differently one list of classes")
      ->group("Records");
  app.add_flag("--allow-mixed", options.allow_mixed,
               "Sources may differ in features, class numbers, image shape and split")
      ->group("Records");
  app.add_flag("--mixed", options.allow_mixed)->group("");  // the name it had
}

void add_set_options(CLI::App& app, ReshardOptions& options) {
  constexpr const char* group = "Shards";
  app.add_option("-o,--out", options.out, "Folder of the new set")
      ->required()
      ->group(group)
      ->type_name("OUT");
  app.add_option("--name", options.name, "Shards are called NAME00-230.tfrec [the sources' name]")
      ->group(group)
      ->type_name("NAME");
  add_extension_option(app, options.extension);
  add_shard_count_options(app, options.shards);
  app.add_flag_callback(
         "--gzip", [&options] { options.compression = Compression::gzip; },
         "Compress each shard as a whole with GZIP")
      ->group(group);
  app.add_flag("--overwrite", options.overwrite, "Replace the set in OUT")->group(group);
  app.add_flag("--dry-run", options.dry_run, "Say what would be written, write nothing")->group(group);
}

}  // namespace

Run setup_reshard(CLI::App& app) {
  auto options = std::make_shared<ReshardOptions>();
  app.add_option("PATH", options->paths, "Shards, folders of shards or quoted globs")->required();
  add_record_options(app, *options);
  add_set_options(app, *options);
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const ReshardResult result = reshard(*options, view);
    console.result(console.options().json ? report_json(result.set) : reshard_text(*options, result));
    return ExitCode::good;
  };
}

}  // namespace tfrec::cli
