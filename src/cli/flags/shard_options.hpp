// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/options/option_list.hpp"
#include "dataset/order/dealing.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec::cli {

/// How many shards, for commands that write a set: --shards, --records-per-shard, --shard-size, --hosts.
void add_shard_count_options(OptionList& list, ShardRequest& request);

/// --extension, of the shards' names.
void add_extension_option(OptionList& list, std::string& extension);

/// --gzip, described by `text`.
void add_gzip_option(OptionList& list, Compression& compression, std::string text);

}  // namespace tfrec::cli
