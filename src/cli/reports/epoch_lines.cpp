// SPDX-License-Identifier: Apache-2.0
#include "cli/reports/epoch_lines.hpp"

#include <algorithm>
#include <vector>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/order/batches.hpp"

namespace tfrec::cli {

namespace {

std::string split_text(const SetTotals& totals) {
  return totals.split.empty() ? "" : printable(totals.split) + ": ";
}

std::string batch_line(const SetTotals& totals, std::uint64_t batch) {
  const BatchFit fit = fit_batches(totals.records, batch);
  const std::string left =
      fit.remainder == 0 ? "" : ", and " + counted(fit.remainder, "record", "records") + " left over";
  return "batches  " + split_text(totals) + counted(fit.steps, "step", "steps") + " of " +
         format_count(batch) + left + "\n";
}

/// The records of each host that takes every `hosts`-th shard, as tf.data's shard() does.
std::vector<std::uint64_t> records_of_hosts(const Manifest& set, const SetTotals& totals,
                                            std::uint64_t hosts) {
  std::vector<std::uint64_t> records(hosts);
  std::uint64_t number = 0;
  for (const ManifestShard& shard : set.shards) {
    if (shard.split == totals.split && shard.size == totals.size) records[number++ % hosts] += shard.records;
  }
  return records;
}

std::string host_line(const Manifest& set, const SetTotals& totals, std::uint64_t batch, std::uint64_t hosts,
                      EqualShards equal) {
  const std::string begin = "hosts    " + split_text(totals);
  if (batch % hosts != 0) {
    return begin + "a batch of " + format_count(batch) + " can't be shared equally by " +
           counted(hosts, "host", "hosts") + "\n";
  }
  const std::vector<std::uint64_t> records = records_of_hosts(set, totals, hosts);
  const auto [fewest, most] = std::ranges::minmax(records);
  const BatchFit least = fit_batches(fewest, batch / hosts);
  const BatchFit greatest = fit_batches(most, batch / hosts);
  const std::string of_batch = " of " + format_count(batch / hosts);
  if (fewest == most) {
    const std::string left = least.remainder == 0 ? ""
                                                  : ", and " + counted(least.remainder, "record", "records") +
                                                        " left over on each";
    return begin + counted(least.steps, "step", "steps") + of_batch + " on each of " +
           counted(hosts, "host", "hosts") + left + "\n";
  }
  const bool are_equal = least.steps == greatest.steps;
  const std::string range = (are_equal ? "" : format_count(least.steps) + " to ") +
                            counted(greatest.steps, "full step", "full steps");
  const std::string advice = are_equal || equal != EqualShards::no ? "" : ": --equal makes them equal";
  return begin + range + of_batch + " on " + counted(hosts, "host", "hosts") + advice + "\n";
}

}  // namespace

std::string epoch_lines(const Manifest& set, const BuildOptions& options) {
  if (!options.batch) return {};
  std::string text;
  for (const SetTotals& totals : set.totals) {
    if (totals.size != set.totals.front().size) continue;  // all sizes have the same records
    text += batch_line(totals, *options.batch);
    if (options.shards.hosts)
      text += host_line(set, totals, *options.batch, *options.shards.hosts, options.shards.equal);
  }
  return text;
}

}  // namespace tfrec::cli
