// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/order/dealing.hpp"

namespace tfrec::cli {

/// A size option's parser: stores the bytes, or tells CLI11 what was wrong.
template <class Target>
auto into_bytes(const std::string& option, Target& target) {
  return [option, &target](const std::string& text) {
    const auto bytes = parse_bytes(text);
    if (!bytes || *bytes == 0)
      throw CLI::ValidationError(option + ": '" + printable(text) + "' is no size", "write 64MB or 1GiB");
    target = *bytes;
  };
}

/// How many shards, for commands that write a set: --shards, --records-per-shard, --shard-size, --hosts.
void add_shard_count_options(CLI::App& app, ShardRequest& request);

/// --extension, of the shards' names.
void add_extension_option(CLI::App& app, std::string& extension);

}  // namespace tfrec::cli
