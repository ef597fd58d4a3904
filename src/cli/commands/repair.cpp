// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/repair.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/command.hpp"
#include "cli/options/option_list.hpp"
#include "cli/reports/report.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"

namespace tfrec::cli {

namespace {

using Json = Report::Json;

struct Totals {
  std::uint64_t kept = 0;
  std::uint64_t lost = 0;
  std::uint64_t lost_bytes = 0;
  bool is_known = true;  // `lost` is what is lost, not the least
};

Totals totals_of(const RepairResult& result) {
  Totals totals;
  for (const RepairedShard& shard : result.files) {
    totals.kept += shard.salvaged.kept;
    totals.lost += shard.lost_records();
    totals.lost_bytes += shard.salvaged.lost.bytes;
    totals.is_known = totals.is_known && (shard.is_loss_known() || !shard.has_loss());
  }
  for (const RepairProblem& problem : result.problems) {
    totals.lost += problem.lost_records;
    totals.is_known = totals.is_known && problem.is_loss_known;
  }
  return totals;
}

std::string lost_text(std::uint64_t records, bool is_known) {
  return (is_known ? "" : "≥") + format_count(records);
}

/// What is not a record has no number.
std::string range_text(const Damage& damage) {
  const bool is_record =
      damage.kind != DamageKind::garbage && damage.kind != DamageKind::unproven && damage.length > 0;
  const std::string place = place_text(damage);
  return (is_record ? place : place.substr(place.find("at byte"))) + ": " + printable(damage.message);
}

void add_ranges(Report& report, const RepairedShard& shard, const DamageList& damages,
                const std::string& what) {
  constexpr std::size_t k_most_lines = 20;
  const std::string path = printable(shard.path) + ": ";
  const std::size_t shown = std::min(k_most_lines, damages.listed.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Damage& damage = damages.listed[i];
    report.add_line(path + (damage.kind == DamageKind::unproven ? "left out " : what) + range_text(damage));
  }
  if (damages.count > shown)
    report.add_line(path + "and " + format_count(damages.count - shown) + " ranges more; see --json");
}

std::string summary_line(const RepairResult& result, const Totals& totals) {
  const std::string kept = counted(totals.kept, "record", "records");
  if (!result.has_loss()) return "ok: kept " + kept + ", none lost";
  std::string lost = (totals.is_known ? "" : "at least ") + format_count(totals.lost);
  if (!totals.is_known && totals.lost == 0) lost = "an unknown number";
  const bool is_count_known = std::ranges::all_of(result.files, [](const RepairedShard& shard) {
    return shard.expected || shard.is_loss_known() || !shard.has_loss();
  });
  const auto files =
      static_cast<std::uint64_t>(std::ranges::count_if(result.problems, &RepairProblem::is_file_lost));
  return "bad: kept " + kept + ", lost " + lost +
         (files == 0 ? "" : " and " + counted(files, "file of the set", "files of the set")) +
         (is_count_known ? "" : "; neither names nor a manifest state how many records there were");
}

Json ranges_json(const DamageList& damages) {
  Json ranges = Json::array();
  for (const Damage& damage : damages.listed) {
    ranges.push_back({{"offset", damage.offset},
                      {"length", damage.length},
                      {"record", damage.record},
                      {"kind", to_string(damage.kind)},
                      {"message", printable(damage.message)}});
  }
  return ranges;
}

/// Why records were kept, with --strict.
void add_proven(Report& report, const RepairedShard& shard) {
  constexpr std::array<const char*, 3> k_reasons{"no gap since the start of the file",
                                                 "headers lead over the damage, and all lengths fit",
                                                 "no gap up to the end of the file"};
  if (shard.state() == ShardState::intact) return;
  for (const ProvenRange& range : shard.salvaged.proven) {
    report.add_line(printable(shard.path) + ": kept " + counted(range.records, "record", "records") +
                    " at byte " + std::to_string(range.offset) + " (" +
                    counted(range.length, "byte", "bytes") +
                    "): " + k_reasons[static_cast<std::size_t>(range.proof)]);
  }
}

Json proven_json(const Salvaged& salvaged) {
  Json ranges = Json::array();
  for (const ProvenRange& range : salvaged.proven) {
    ranges.push_back({{"offset", range.offset},
                      {"length", range.length},
                      {"records", range.records},
                      {"proof", to_string(range.proof)}});
  }
  return ranges;
}

Report::Row row_of(const RepairedShard& shard, bool is_strict) {
  const Salvaged& salvaged = shard.salvaged;
  const std::uint64_t lost = shard.lost_records();
  const bool is_known = shard.is_loss_known() || !shard.has_loss();
  Report::Row row{{"path", shard.path},
                  {"output", shard.output.empty() ? Json() : Json(shard.output)},
                  {"kept", salvaged.kept},
                  {"lost_ranges", ranges_json(salvaged.lost)},
                  {"state", to_string(shard.state())},
                  {"lost_records", {lost, lost_text(lost, is_known)}},
                  {"lost_records_known", is_known},
                  {"expected", shard.expected ? Json(*shard.expected) : Json()},
                  {"lost_bytes", salvaged.lost.bytes},
                  {"unlisted_ranges", salvaged.lost.count - salvaged.lost.listed.size()},
                  {"mended", ranges_json(salvaged.repaired)},
                  {"bytes", shard.bytes}};
  if (is_strict) row.emplace_back("proven", proven_json(salvaged));
  return row;
}

Report repair_report(const RepairResult& result, bool is_strict) {
  const Totals totals = totals_of(result);
  Report report;
  report.add_table("files", {{"path", "shard"},
                             {"state"},
                             {"kept"},
                             {"lost_records", "lost"},
                             {"lost_bytes", "bytes lost"},
                             {"output", "written as"}});
  report.add("ok", !result.has_loss());
  report.add("kept", totals.kept);
  report.add("lost_records", {totals.lost, lost_text(totals.lost, totals.is_known)});
  report.add_total("lost_bytes", totals.lost_bytes);
  report.add("manifest", result.manifest.empty() ? Json() : Json(result.manifest));
  report.add("problems", Json::array());
  for (const RepairedShard& shard : result.files) {
    report.add_row(row_of(shard, is_strict));
    add_proven(report, shard);
    add_ranges(report, shard, shard.salvaged.repaired, "repaired the header of ");
    add_ranges(report, shard, shard.salvaged.lost, shard.has_loss() ? "lost " : "left out ");
  }
  report.add_line(summary_line(result, totals));
  for (const RepairProblem& problem : result.problems)
    report.add_problem(problem.path, problem.message, problem.has_loss());
  return report;
}

Run setup_repair(OptionList& list) {
  auto options = std::make_shared<RepairOptions>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  list.value("-o,--out", "DIR", options->out, "Folder for the repaired shards, compressed as they were")
      .require()
      .common();
  const Option& damaged_only =
      list.flag("--damaged-only", options->damaged_only, "Skip shards that are intact").common();
  const Option& strict =
      list.flag("--strict", options->strict, "Drop records that may lie inside a damaged record").common();
  const Option& keep_names =
      list.flag("--keep-names", options->keep_names, "Don't change the record counts in the names").common();
  list.flag("--overwrite", options->overwrite, "Replace files of the same names in DIR").common();
  const Option& from =
      list.value("--from", "IMAGES", options->images, "Rebuild lost shards from the images of the set")
          .common()
          .exclude(damaged_only)
          .exclude(strict)
          .exclude(keep_names);
  list.value("--labels", "FILE", options->labels, "CSV of the set, with --from").need(from).common();
  list.value("--test", "IMAGES", options->test, "Images of the split from --test, with --from").need(from);
  list.value("--masks", "FOLDER", options->masks, "Folder of the set's masks, with --from").need(from);
  list.value("--files", "FOLDER", options->files, "Folder of the set's other files, with --from").need(from);
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const RepairResult result = repair(*options, view);
    repair_report(result, options->strict).print(console, !result.has_loss());
    if (!result.manifest.empty()) console.note("the manifest matches these shards and was copied");
    if (result.had_manifest && result.manifest.empty()) {
      console.note("manifest.json is not copied, because the set is not complete" +
                   std::string(result.can_rebuild ? "; to make lost shards again: --from IMAGES" : ""));
    }
    if (result.is_record_list_outdated) {
      console.note(
          "records.csv is not copied, because its shards and record numbers are those before the repair");
    }
    return result.has_loss() ? ExitCode::bad_data : ExitCode::good;
  };
}

}  // namespace

Command repair_command() {
  return {
      .name = "repair",
      .topic = Topic::take,
      .summary = "Recover every intact record of damaged shards",
      .examples =
          {{"tfrec repair shards -o repaired",
            "All intact records; exit code 1 if some are lost. Record counts in file names are corrected"},
           {"tfrec repair shards -o repaired --from photos --labels train.csv",
            "Rebuild lost shards from the images"}},
      .setup = setup_repair};
}

}  // namespace tfrec::cli
