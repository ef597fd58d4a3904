// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/error.hpp"
#include "base/text/quantity.hpp"
#include "dataset/order/dealing.hpp"

namespace tfrec {

namespace {

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

std::string hosts_text(std::uint64_t hosts) {
  return "--hosts " + format_count(hosts);
}

/// By bytes: the count whose mean is nearest to the aim, moved inside 10-100 MB where the data allow it.
ShardCount count_by_bytes(std::uint64_t bytes, const ShardRequest& request) {
  const std::uint64_t aim = std::max<std::uint64_t>(1, request.shard_bytes.value_or(k_default_shard_bytes));
  ShardCount chosen;
  chosen.shards = std::max<std::uint64_t>(1, (bytes + aim / 2) / aim);
  chosen.rule = "--shard-size " + format_bytes(aim);
  if (aim < k_least_shard_bytes || aim > k_most_shard_bytes) {
    chosen.warnings.push_back("--shard-size " + format_bytes(aim) +
                              " is outside the 10-100 MB that readers like");
    return chosen;
  }
  const std::uint64_t least = divided_up(bytes, k_most_shard_bytes);
  const std::uint64_t most = std::max<std::uint64_t>(1, bytes / k_least_shard_bytes);
  const std::uint64_t kept =
      std::clamp(chosen.shards, std::max<std::uint64_t>(1, std::min(least, most)), most);
  if (kept != chosen.shards)
    chosen.rule = kept < chosen.shards ? "shards of at least 10 MB" : "shards of at most 100 MB";
  chosen.shards = kept;
  return chosen;
}

ShardCount count_by_request(std::uint64_t records, const ShardRequest& request) {
  if (!request.shards) {
    const std::uint64_t each = std::max<std::uint64_t>(1, *request.records_per_shard);
    return {divided_up(records, each), "--records-per-shard " + std::to_string(each), {}};
  }
  if (*request.shards > records) {
    throw Error(ErrorKind::usage, "",
                "--shards " + std::to_string(*request.shards) + " is more than the " +
                    counted(records, "record", "records") + " there are",
                "an empty shard is never written; use --shards " + std::to_string(records) + " or fewer");
  }
  return {*request.shards, "--shards " + std::to_string(*request.shards), {}};
}

void warn_of_sizes(ShardCount& chosen, std::uint64_t bytes) {
  const std::uint64_t mean = bytes / chosen.shards;
  if (mean > k_most_shard_bytes) {
    chosen.warnings.push_back("shards of about " + format_bytes(mean) +
                              " are larger than the 100 MB readers like");
  }
}

/// More shards for --hosts, as far as 10 MB each allow; one per host in any case.
void raise_for_hosts(ShardCount& chosen, std::uint64_t bytes, const ShardRequest& request) {
  const std::uint64_t hosts = *request.hosts;
  const std::uint64_t enough = hosts * k_files_per_host;
  if (chosen.shards >= enough) return;
  const std::uint64_t of_10_mb = bytes / k_least_shard_bytes;
  std::uint64_t shards = enough;
  if (of_10_mb < enough) {
    // The same number for each host, for the slowest sets the pace.
    shards = std::max(of_10_mb / hosts, std::uint64_t{1}) * hosts;
    if (chosen.shards >= shards) return;
  }
  if (request.shard_bytes) {
    chosen.warnings.push_back("--shard-size " + format_bytes(*request.shard_bytes) + " gave way to " +
                              hosts_text(hosts) + ": shards of about " + format_bytes(bytes / shards));
  }
  chosen.shards = shards;
  chosen.rule = hosts_text(hosts) + (shards == enough   ? ": 10 files per host"
                                     : of_10_mb < hosts ? ": one file per host"
                                                        : ": files of at least 10 MB");
}

/// What --hosts asks for and did not get.
void warn_of_hosts(ShardCount& chosen, std::uint64_t bytes, std::uint64_t hosts) {
  const std::uint64_t mean = bytes / chosen.shards;
  const std::string shards = counted(chosen.shards, "shard", "shards");
  if (chosen.shards < hosts) {
    chosen.warnings.push_back(shards + " for " + counted(hosts, "host", "hosts") +
                              ": some hosts get no file to read");
  } else if (chosen.shards < hosts * k_files_per_host) {
    chosen.warnings.push_back(shards + " for " + counted(hosts, "host", "hosts") +
                              " are fewer than the 10 per host that keep all of them reading");
  }
  if (mean < k_least_shard_bytes) {
    chosen.warnings.push_back("shards of about " + format_bytes(mean) +
                              " are smaller than the 10 MB at which each host reads at full speed");
  }
}

void check_hosts(const ShardRequest& request) {
  if (!request.hosts || (*request.hosts > 0 && *request.hosts <= k_most_hosts)) return;
  throw Error(ErrorKind::usage, "", "--hosts " + std::to_string(*request.hosts) + " is not 1 to 1,000,000",
              "give the number of machines that read the set, as in --hosts 8");
}

/// A number of shards that was given and does not fit the hosts.
void check_equal(std::uint64_t records, const ShardRequest& request) {
  const std::uint64_t hosts = *request.hosts;
  if (records < hosts) {
    throw Error(ErrorKind::usage, "",
                counted(records, "record", "records") + " can't give each of " +
                    counted(hosts, "host", "hosts") + " a shard, as --equal asks",
                "use --hosts " + std::to_string(records) + " or fewer");
  }
  if (!request.shards || *request.shards % hosts == 0) return;
  const std::uint64_t down = *request.shards / hosts * hosts;
  const std::uint64_t near = std::max(down, hosts);
  throw Error(ErrorKind::usage, "",
              "--shards " + std::to_string(*request.shards) + " is not a multiple of " + hosts_text(hosts) +
                  ", as --equal asks",
              "use --shards " + std::to_string(near));
}

/// The same number of shards for each host.
void round_to_hosts(ShardCount& chosen, std::uint64_t records, std::uint64_t bytes,
                    const ShardRequest& request) {
  const std::uint64_t hosts = *request.hosts;
  if (chosen.shards % hosts == 0) return;
  const std::uint64_t down = chosen.shards / hosts * hosts;
  const std::uint64_t up = down + hosts;
  const bool is_small = !request.records_per_shard && bytes / up < k_least_shard_bytes && down > 0 &&
                        bytes / down <= k_most_shard_bytes;
  chosen.shards = up > records || is_small ? down : up;
  chosen.rule += ", as a multiple of " + hosts_text(hosts) + " (--equal)";
}

}  // namespace

ShardCount choose_shard_count(std::uint64_t records, std::uint64_t bytes, const ShardRequest& request) {
  check_hosts(request);
  if (records == 0) return {0, "no records", {}};
  const bool is_for_hosts = request.hosts && request.equal != EqualShards::no;
  if (is_for_hosts) check_equal(records, request);
  const bool by_request = request.shards || request.records_per_shard;
  ShardCount chosen = by_request ? count_by_request(records, request) : count_by_bytes(bytes, request);
  if (request.hosts && !by_request) raise_for_hosts(chosen, bytes, request);
  if (chosen.shards > records)
    chosen = {records, "one record per shard at least", std::move(chosen.warnings)};
  if (is_for_hosts) round_to_hosts(chosen, records, bytes, request);
  if (by_request) warn_of_sizes(chosen, bytes);
  if (request.hosts) warn_of_hosts(chosen, bytes, *request.hosts);
  return chosen;
}

}  // namespace tfrec
