// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>

#include <nlohmann/json.hpp>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "cli/reports/build_summary.hpp"
#include "shards/manifest/seconds_json.hpp"

namespace tfrec::cli {

namespace {

struct PartTotals {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
};

PartTotals totals_of(const PartResult& result) {
  PartTotals totals;
  for (const PartShard& shard : result.shards) {
    totals.records += shard.records;
    totals.bytes += shard.bytes;
  }
  return totals;
}

}  // namespace

std::string part_summary(const PlanUse& use, const PartNumber& part, const PartResult& result,
                         const PhaseTimes& times) {
  const std::string out = printable(use.out.string());
  if (result.published) return "up to date: " + out + "\n";
  const PartTotals totals = totals_of(result);
  std::string text = "part     " + std::to_string(part.number) + " of " + std::to_string(part.parts) + ": " +
                     counted(result.shards.size(), "shard", "shards") + ", " +
                     counted(totals.records, "record", "records") + ", " + format_bytes(totals.bytes) + "\n";
  if (!result.bad.empty()) {
    const BadImage& first = result.bad.front();
    text += "bad      " + counted(result.bad.size(), "image", "images") + ", for instance " +
            printable(first.image) + ": " + printable(first.reason) + "\n";
  }
  if (result.kept_shards > 0)
    text += "kept     " + counted(result.kept_shards, "shard", "shards") + " already built\n";
  text += speed_line(result.pass, times);
  const std::string finish = "tfrec finish " + shell_path(use.file.string());
  return text + "next     when all parts are done: " + finish + " -o " + shell_path(use.out.string()) +
         "\n         if they are in several folders: " + finish + " PART_OUT… -o OUT\n";
}

std::string plan_file_lines(const BuildOptions& options, const Manifest& set,
                            const std::filesystem::path& file) {
  const auto is_first_size = [&](const ManifestShard& shard) {
    return shard.size == set.shards.front().size;
  };
  const auto parts = std::min<std::ptrdiff_t>(4, std::ranges::count_if(set.shards, is_first_size));
  std::string build = "tfrec build " + shell_path(options.images.string());
  if (!options.test.empty()) build += " --test " + shell_path(options.test.string());
  const std::string count = std::to_string(parts);
  return "written  " + printable(file.string()) + "\nnext     build each part, here 1 of " + count + ": " +
         build + " --plan " + shell_path(file.string()) + " --part 1/" + count +
         " -o OUT\n         then complete the set: tfrec finish " + shell_path(file.string()) + " -o OUT\n";
}

std::string part_json(const PartNumber& part, const PartResult& result, const PhaseTimes& times) {
  const PartTotals totals = totals_of(result);
  nlohmann::ordered_json json{{"part", part.number},
                              {"parts", part.parts},
                              {"plan", result.plan},
                              {"published", result.published},
                              {"shards", nlohmann::ordered_json::array()},
                              {"kept_shards", result.kept_shards},
                              {"records", totals.records},
                              {"bytes", totals.bytes},
                              {"bad", nlohmann::ordered_json::array()}};
  for (const PartShard& shard : result.shards) {
    json["shards"].push_back(
        {{"shard", shard.shard}, {"split", shard.split}, {"records", shard.records}, {"bytes", shard.bytes}});
  }
  for (const BadImage& bad : result.bad)
    json["bad"].push_back({{"row", bad.row}, {"image", bad.image}, {"reason", bad.reason}});
  json["seconds"] = seconds_json(times);
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tfrec::cli
