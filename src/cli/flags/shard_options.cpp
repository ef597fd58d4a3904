// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/shard_options.hpp"

#include "base/text/quantity.hpp"

namespace tfrec::cli {

void add_shard_count_options(OptionList& list, ShardRequest& request) {
  Option& shards =
      list.number("--shards", "N", request.shards, "Number of shards, of each split [by --shard-size]", 1);
  shards.common();
  Option& records = list.number("--records-per-shard", "N", request.records_per_shard,
                                "Records in a shard [by --shard-size]", 1);
  Option& size = list.bytes("--shard-size", request.shard_bytes,
                            "Mean size of a shard to aim at, as 64MB or 48MiB [64MB]");
  list.number("--hosts", "H", request.hosts,
              "Number of machines that read the set; each gets 10 shards of 10 MB or more if possible", 1,
              static_cast<std::int64_t>(k_most_hosts));
  shards.exclude(records).exclude(size);
  records.exclude(size);
}

void add_filter_option(OptionList& list, std::vector<std::string>& filters, const std::string& verb) {
  list.list("--filter", "TEST", filters,
            verb + " records with NAME=VALUE[,VALUE…] or NAME!=…; repeatable, all must be true")
      .common();
}

std::string left_out_by(const char* option, std::uint64_t records) {
  return records == 0 ? "" : "; " + counted(records, "record", "records") + " left out by " + option;
}

void add_extension_option(OptionList& list, std::string& extension) {
  list.value("--extension", ".EXT", extension, "Extension of the shards [.tfrec]");
}

void add_gzip_option(OptionList& list, Compression& compression, std::string text) {
  const auto store = [&compression](bool on) {
    if (on) compression = Compression::gzip;
  };
  list.flag("--gzip", store, std::move(text));
}

}  // namespace tfrec::cli
