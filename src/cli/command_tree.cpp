// SPDX-License-Identifier: Apache-2.0
#include "cli/command_tree.hpp"

#include <string>

#include "cli/flags/standard_options.hpp"

namespace tfrec::cli {

CommandTree::CommandTree()
    : root("Image folder and labels CSV to TFRecord shards, and every question about such shards answered.",
           "tfrec") {
  root.set_help_flag("-h,--help", "Print this help and exit");
  root.set_version_flag("--version", std::string("tfrec ") + TFREC_VERSION, "Print the version and exit");
  root.require_subcommand(0, 1);
  root.allow_extras();  // reported with the nearest known name
  for (const Command& command : commands()) {
    CLI::App* app = root.add_subcommand(std::string(command.name), std::string(command.summary));
    app->allow_extras();
    auto options = std::make_shared<StandardOptions>();
    app->get_help_ptr()->group("General");
    Run run = command.setup(*app);
    add_standard_options(*app, *options);
    entries.push_back({app, std::move(options), std::move(run)});
  }
}

const CommandEntry* CommandTree::chosen() const {
  for (const CommandEntry& entry : entries) {
    if (entry.app->parsed() > 0) return &entry;
  }
  return nullptr;
}

}  // namespace tfrec::cli
