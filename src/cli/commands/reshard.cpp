// SPDX-License-Identifier: Apache-2.0
#include "operations/reshard/reshard.hpp"

#include <memory>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/command.hpp"
#include "cli/flags/shard_options.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/build_summary.hpp"
#include "cli/reports/split_order.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

std::string source_line(const ReshardResult& result) {
  std::string text = "sources  " + counted(result.source_shards, "shard", "shards") + ", " +
                     counted(result.source_records, "record", "records") + ", " +
                     format_bytes(result.source_bytes);
  const std::uint64_t filtered = result.source_records - result.listed - result.records;
  return text + left_out_by("--without", result.listed) + left_out_by("--filter", filtered) + "\n";
}

std::string time_line(const ReshardResult& result, const PhaseTimes& times) {
  if (times.total <= 0) return {};
  std::uint64_t bytes = 0;
  for (const SetTotals& totals : result.set.totals) bytes += totals.bytes;
  const auto speed = static_cast<double>(bytes) / times.total;
  return "time     " + format_duration(times.total) + ", " + format_bytes(static_cast<std::uint64_t>(speed)) +
         "/s written\n";
}

std::string reshard_text(const ReshardOptions& options, const ReshardResult& result,
                         const PhaseTimes& times) {
  if (options.dry_run) return source_line(result) + plan_summary({}, result.set);
  const Manifest set = in_reading_order(result.set);
  return "set      " + printable(options.out.string()) + "\n" + source_line(result) + set_summary(set) +
         reading_line(set, options.out, options.compression) + time_line(result, times);
}

void add_record_options(OptionList& list, ReshardOptions& options) {
  list.topic("Records");
  add_filter_option(list, options.filters, "Keep");
  list.value("--without", "LIST", options.without,
             "Leave out the records that this list of `report --findings` names [none]");
  list.list("--drop", "NAME", options.drop, "Leave this feature out; repeatable").common();
  const Option& shuffle =
      list.flag("--shuffle", options.shuffle, "Put the records in a random order").common();
  list.number("--seed", "N", options.seed, "Seed of the shuffle [42]", 0).need(shuffle);
  list.flag("--renumber", options.renumber, "Number classes alike if the sources number them differently");
  list.flag("--allow-mixed", options.allow_mixed,
            "Allow sources that differ in features, class numbers or image shape, and mix splits")
      .common();
  list.flag("--mixed", options.allow_mixed, "").topic = "";  // the name it had
}

void add_set_options(OptionList& list, ReshardOptions& options) {
  list.topic("Output");
  list.value("-o,--out", "OUT", options.out, "Folder of the new set, uncompressed without --gzip")
      .require()
      .common();
  list.value("--name", "NAME", options.name, "Name the shards NAME00-230.tfrec [the sources' name]");
  add_extension_option(list, options.extension);
  add_shard_count_options(list, options.shards);
  add_gzip_option(list, options.compression, "Compress shards with GZIP");
  list.flag("--overwrite", options.overwrite, "Replace the set in OUT").common();
  list.flag("--dry-run", options.dry_run, "Report what would be written, and write nothing");
}

Run setup_reshard(OptionList& list) {
  auto options = std::make_shared<ReshardOptions>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  add_record_options(list, *options);
  add_set_options(list, *options);
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const ReshardResult result = reshard(*options, view);
    const PhaseTimes times = view.times();
    if (!console.options().json) {
      console.report(reshard_text(*options, result, times));
    } else {
      console.report(options->dry_run ? plan_json(result.set, times) : report_json(result.set, times));
    }
    return ExitCode::good;
  };
}

}  // namespace

Command reshard_command() {
  return {
      .name = "reshard",
      .topic = Topic::make,
      .summary = "Merge, split, shuffle or filter existing shards without decoding",
      .examples =
          {{"tfrec reshard old -o new --shard-size 100MB", "The same records in shards of another size"},
           {"tfrec reshard 2019 2020 -o both --shuffle --seed 7", "Two sets merged in a random order"},
           {"tfrec reshard shards -o roses --filter class=2 --drop tags", "Some records, without a feature"}},
      .setup = setup_reshard};
}

}  // namespace tfrec::cli
