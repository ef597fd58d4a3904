// SPDX-License-Identifier: Apache-2.0
#include "cli/flags/standard_options.hpp"

#include "cli/flags/choice_option.hpp"

namespace tfrec::cli {

namespace {

const Words<SandboxUse>& sandbox_words() {
  static const Words<SandboxUse> words{
      {"auto", SandboxUse::automatic}, {"on", SandboxUse::on}, {"off", SandboxUse::off}};
  return words;
}

}  // namespace

void add_help_option(OptionList& list) {
  list.flag("-h", {}, "Print the common options and exit").topic = "General";
  list.flag("--help", {}, "Print this help and exit").topic = "General";
}

void add_standard_options(OptionList& list, StandardOptions& options) {
  list.topic("General");
  list.flag("--json", options.json, "Print one JSON object on stdout instead of text");
  const Option& quiet = list.flag("-q,--quiet", options.quiet, "Print only warnings and errors");
  list.flag("-v,--verbose", options.verbose, "Print details on stderr").exclude(quiet);
  list.number("-j,--threads", "N", options.threads, "Worker threads [the cores this process may use]", 1,
              1024);
  add_choice(list, "--sandbox", options.sandbox, sandbox_words(),
             "Confine what a malicious image could do; auto: as far as the kernel can [auto]");
  list.value("--config", "FILE.toml", options.config,
             "Options from a TOML file, or from a set's manifest.json [none]");
  list.flag("--print-config", options.print_config, "Print a file for --config that repeats this run");
}

}  // namespace tfrec::cli
