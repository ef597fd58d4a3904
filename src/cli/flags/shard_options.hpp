// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options/option_list.hpp"
#include "dataset/order/dealing.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec::cli {

/// How many shards, for commands that write a set: --shards, --records-per-shard, --shard-size, --hosts.
void add_shard_count_options(OptionList& list, ShardRequest& request);

/// --filter, as RecordFilter takes it; `verb` is what happens to the records: "Keep".
void add_filter_option(OptionList& list, std::vector<std::string>& filters, const std::string& verb);

/// "; 3 records left out by --filter", where that is the option; empty for 0.
std::string left_out_by(const char* option, std::uint64_t records);

/// --extension, of the shards' names.
void add_extension_option(OptionList& list, std::string& extension);

/// --gzip, described by `text`.
void add_gzip_option(OptionList& list, Compression& compression, std::string text);

}  // namespace tfrec::cli
