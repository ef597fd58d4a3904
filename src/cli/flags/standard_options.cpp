// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/standard_options.hpp"

#include <CLI/CLI.hpp>

#include "cli/flags/validators.hpp"

namespace tfrec::cli {

void add_standard_options(CLI::App& app, StandardOptions& options) {
  constexpr const char* group = "General";
  app.add_flag("--json", options.json, "One JSON object on stdout instead of text")->group(group);
  auto* quiet = app.add_flag("-q,--quiet", options.quiet, "Only results, warnings and errors")->group(group);
  app.add_flag("-v,--verbose", options.verbose, "Say more on stderr")->group(group)->excludes(quiet);
  app.add_option("-j,--threads", options.threads, "Worker threads [the cores this process may use]")
      ->group(group)
      ->type_name("N")
      ->check(whole_number(1, 1024));
  app.add_option("--config", "Options from a TOML file, or from a set's manifest.json [none]")
      ->group(group)
      ->type_name("FILE.toml");
  app.add_flag("--print-config", options.print_config, "Print the file for --config that repeats this run")
      ->group(group);
}

}  // namespace tfrec::cli
