// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "cli/command.hpp"

namespace tfrec::cli {

Run setup_build(CLI::App& app);
Run setup_plan(CLI::App& app);
Run setup_finish(CLI::App& app);
Run setup_count(CLI::App& app);
Run setup_inspect(CLI::App& app);
Run setup_verify(CLI::App& app);
Run setup_repair(CLI::App& app);
Run setup_index(CLI::App& app);
Run setup_reshard(CLI::App& app);
Run setup_extract(CLI::App& app);

namespace {

constexpr std::string_view k_make = "Make sets";
constexpr std::string_view k_look = "Look into shards";
constexpr std::string_view k_take = "Mend, index and take apart";

// The one table: help, tests and the check of the docs loop over it.
constexpr std::array k_commands{
    Command{"build", k_make, "Write the shards of a set from an image folder and a labels CSV", setup_build},
    Command{"plan", k_make, "Show what a build would write: records, classes, shards, sizes", setup_plan},
    Command{"finish", k_make, "Close a set whose parts were built from a plan", setup_finish},
    Command{"count", k_look, "Count records per shard, from the framing alone", setup_count},
    Command{"inspect", k_look, "Show what is in shards: schema, images, sample records", setup_inspect},
    Command{"verify", k_look, "Find all damage, named by file, record and byte offset", setup_verify},
    Command{"repair", k_take, "Save every intact record of damaged shards, say what is lost", setup_repair},
    Command{"index", k_take, "Write index files for readers with random access (DALI, PyTorch)", setup_index},
    Command{"reshard", k_make, "Merge, split, shuffle, filter existing shards without decoding",
            setup_reshard},
    Command{"extract", k_take, "Write the images and a labels CSV back out of shards", setup_extract},
};

}  // namespace

std::span<const Command> commands() {
  return k_commands;
}

}  // namespace tfrec::cli
