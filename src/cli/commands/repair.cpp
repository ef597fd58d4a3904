// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/repair.hpp"

#include <algorithm>
#include <memory>

#include <nlohmann/json.hpp>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "cli/command.hpp"
#include "cli/options/option_list.hpp"
#include "cli/terminal/console.hpp"
#include "cli/terminal/progress_view.hpp"
#include "cli/terminal/text_table.hpp"

namespace tfrec::cli {

namespace {

using Json = nlohmann::ordered_json;

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

std::string table_text(const RepairResult& result, const Totals& totals) {
  using enum TextTable::Align;
  TextTable table({left, left, right, right, right, left});
  table.add({"shard", "state", "kept", "lost", "bytes lost", "written as"});
  for (const RepairedShard& shard : result.files) {
    table.add(
        {printable(shard.path), std::string(to_string(shard.state())), format_count(shard.salvaged.kept),
         lost_text(shard.lost_records(), shard.is_loss_known() || !shard.has_loss()),
         format_count(shard.salvaged.lost.bytes), shard.output.empty() ? "-" : printable(shard.output)});
  }
  table.add({"total, " + counted(result.files.size(), "shard", "shards"), "", format_count(totals.kept),
             lost_text(totals.lost, totals.is_known), format_count(totals.lost_bytes)});
  return table.text();
}

/// "record 3 at byte 249 (+83)"; what is not a record has no number.
std::string place_text(const Damage& damage) {
  const bool is_record = damage.kind != DamageKind::garbage && damage.length > 0;
  return (is_record ? "record " + std::to_string(damage.record) + " " : "") + "at byte " +
         std::to_string(damage.offset) + " (+" + std::to_string(damage.length) + ")";
}

std::string ranges_text(const RepairedShard& shard, const DamageList& damages, const std::string& what) {
  constexpr std::size_t k_most_lines = 20;
  const std::string path = printable(shard.path) + ": ";
  std::string text;
  const std::size_t shown = std::min(k_most_lines, damages.listed.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Damage& damage = damages.listed[i];
    text += path + what + place_text(damage) + ": " + printable(damage.message) + "\n";
  }
  if (damages.count > shown)
    text += path + "and " + format_count(damages.count - shown) + " ranges more; see --json\n";
  return text;
}

std::string summary_line(const RepairResult& result, const Totals& totals) {
  const std::string kept = counted(totals.kept, "record", "records");
  if (!result.has_loss()) return "ok: kept " + kept + ", none lost\n";
  return "bad: kept " + kept + ", lost " + (totals.is_known ? "" : "at least ") + format_count(totals.lost) +
         "\n";
}

std::string repair_text(const RepairResult& result) {
  const Totals totals = totals_of(result);
  std::string text = table_text(result, totals);
  for (const RepairedShard& shard : result.files) {
    text += ranges_text(shard, shard.salvaged.mended, "repaired the header of ");
    text += ranges_text(shard, shard.salvaged.lost, shard.has_loss() ? "lost " : "left out ");
  }
  return text + summary_line(result, totals);
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

Json shard_json(const RepairedShard& shard) {
  const Salvaged& salvaged = shard.salvaged;
  return {{"path", shard.path},
          {"output", shard.output.empty() ? Json() : Json(shard.output)},
          {"kept", salvaged.kept},
          {"lost_ranges", ranges_json(salvaged.lost)},
          {"state", to_string(shard.state())},
          {"lost_records", shard.lost_records()},
          {"lost_records_known", shard.is_loss_known() || !shard.has_loss()},
          {"expected", shard.expected ? Json(*shard.expected) : Json()},
          {"lost_bytes", salvaged.lost.bytes},
          {"unlisted_ranges", salvaged.lost.count - salvaged.lost.listed.size()},
          {"mended", ranges_json(salvaged.mended)},
          {"bytes", shard.bytes}};
}

std::string repair_json(const RepairResult& result) {
  const Totals totals = totals_of(result);
  Json json{{"files", Json::array()},
            {"ok", !result.has_loss()},
            {"kept", totals.kept},
            {"lost_records", totals.lost},
            {"manifest", result.manifest.empty() ? Json() : Json(result.manifest)},
            {"problems", Json::array()}};
  for (const RepairedShard& shard : result.files) json["files"].push_back(shard_json(shard));
  for (const RepairProblem& problem : result.problems)
    json["problems"].push_back({{"path", problem.path}, {"message", problem.message}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void tell(Console& console, const RepairResult& result) {
  for (const RepairProblem& problem : result.problems) {
    const std::string text = printable(problem.path) + ": " + problem.message;
    problem.lost_records > 0 ? console.failure(text) : console.warning(text);
  }
  if (!result.manifest.empty()) console.note("the manifest matches these shards and was copied");
  if (result.had_manifest && result.manifest.empty())
    console.note("no manifest.json was written, because the set is not complete");
}

Run setup_repair(OptionList& list) {
  auto options = std::make_shared<RepairOptions>();
  list.arguments("PATH", options->paths, "Shards, folders of shards or quoted globs");
  list.value("-o,--out", "DIR", options->out, "Folder for the repaired shards").require().common();
  const Option& damaged_only =
      list.flag("--damaged-only", options->damaged_only, "Skip shards that are intact").common();
  const Option& keep_names =
      list.flag("--keep-names", options->keep_names, "Don't change the record counts in the names").common();
  list.flag("--overwrite", options->overwrite, "Replace files of the same names in DIR").common();
  const Option& from =
      list.value("--from", "IMAGES", options->images, "Rebuild lost shards from the images of the set")
          .common()
          .exclude(damaged_only)
          .exclude(keep_names);
  list.value("--labels", "FILE", options->labels, "CSV of the set, with --from").need(from).common();
  list.value("--test", "IMAGES", options->test, "Images of the split from --test, with --from").need(from);
  return [options](Console& console) {
    options->threads = threads_of(console);
    ProgressView view(console);
    const RepairResult result = repair(*options, view);
    console.report(console.options().json ? repair_json(result) : repair_text(result), !result.has_loss());
    tell(console, result);
    return result.has_loss() ? ExitCode::bad_data : ExitCode::good;
  };
}

}  // namespace

Command repair_command() {
  return {.name = "repair",
          .topic = Topic::take,
          .summary = "Recover every intact record of damaged shards",
          .examples = {{"tfrec repair shards -o repaired",
                        "All intact records, in shards whose names have the right counts"},
                       {"tfrec repair shards -o repaired --from photos --labels train.csv",
                        "Rebuild lost shards from the images"}},
          .setup = setup_repair};
}

}  // namespace tfrec::cli
