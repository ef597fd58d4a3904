// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/standard_options.hpp"

namespace tfrec::cli {

void add_help_option(OptionList& list) {
  list.flag("-h,--help", {}, "Print this help and exit").topic = "General";
}

void add_standard_options(OptionList& list, StandardOptions& options) {
  list.topic("General");
  list.flag("--json", options.json, "One JSON object on stdout instead of text");
  const Option& quiet = list.flag("-q,--quiet", options.quiet, "Only results, warnings and errors");
  list.flag("-v,--verbose", options.verbose, "Say more on stderr").exclude(quiet);
  list.number("-j,--threads", "N", options.threads, "Worker threads [the cores this process may use]", 1,
              1024);
  list.value("--config", "FILE.toml", options.config,
             "Options from a TOML file, or from a set's manifest.json [none]");
  list.flag("--print-config", options.print_config, "Print the file for --config that repeats this run");
}

}  // namespace tfrec::cli
