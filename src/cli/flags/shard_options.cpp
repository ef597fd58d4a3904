// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/shard_options.hpp"

#include "cli/flags/validators.hpp"

namespace tfrec::cli {

namespace {

constexpr const char* k_group = "Shards";

}  // namespace

void add_shard_count_options(CLI::App& app, ShardRequest& request) {
  auto* shards = app.add_option("--shards", request.shards, "Number of shards [by --shard-size]")
                     ->group(k_group)
                     ->type_name("N")
                     ->check(whole_number(1));
  auto* records =
      app.add_option("--records-per-shard", request.records_per_shard, "Records in a shard [by --shard-size]")
          ->group(k_group)
          ->type_name("N")
          ->check(whole_number(1));
  auto* size =
      app.add_option_function<std::string>("--shard-size", into_bytes("--shard-size", request.shard_bytes),
                                           "Mean bytes of a shard aimed at, as 64MB or 48MiB [64MB]")
          ->group(k_group)
          ->type_name("SIZE");
  app.add_option("--hosts", request.hosts, "Machines that read the set: 10 shards each where 10 MB allow")
      ->group(k_group)
      ->type_name("H")
      ->check(whole_number(1, static_cast<std::int64_t>(k_most_hosts)));
  shards->excludes(records)->excludes(size);
  records->excludes(size);
}

void add_extension_option(CLI::App& app, std::string& extension) {
  app.add_option("--extension", extension, "End of the shards' names [.tfrec]")
      ->group(k_group)
      ->type_name(".EXT");
}

}  // namespace tfrec::cli
