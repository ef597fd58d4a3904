// SPDX-License-Identifier: Apache-2.0
#include "cli/help_formatter.hpp"

#include "cli/text_wrap.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_option_indent = 28;
constexpr std::size_t k_command_indent = 12;

/// "-o,--out OUT"; a positional is its name.
std::string label_of(const CLI::Option* option, bool is_positional) {
  std::string label = is_positional ? option->get_name(true) : option->get_name(false, true);
  // CLI11 writes a flag that turns something off as "--no-shuffle{false}".
  if (const std::size_t brace = label.find('{'); brace != std::string::npos) label.erase(brace);
  const std::string type = option->get_type_size() == 0 || is_positional ? "" : option->get_type_name();
  return type.empty() ? label : label + " " + type;
}

}  // namespace

std::string HelpFormatter::make_usage(const CLI::App* app, std::string) const {
  if (app->get_parent() == nullptr) return "Usage: tfrec COMMAND [OPTIONS]\n";
  std::string usage = "Usage: tfrec " + app->get_name();
  for (const CLI::Option* option : app->get_options()) {
    if (option->get_positional()) {
      usage += " " + option->get_name(true) + (option->get_items_expected_max() > 1 ? "…" : "");
    } else if (option->get_required()) {
      const std::string name = option->get_snames().empty() ? "--" + option->get_lnames().front()
                                                            : "-" + option->get_snames().front();
      usage += " " + name + " " + option->get_type_name();
    }
  }
  return usage + " [OPTIONS]\n";
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  const std::string required = option->get_required() && !is_positional ? " (required)" : "";
  return wrapped("  " + label_of(option, is_positional), option->get_description() + required,
                 k_option_indent);
}

std::string HelpFormatter::make_subcommand(const CLI::App* subcommand) const {
  return wrapped("  " + subcommand->get_name(), subcommand->get_description(), k_command_indent);
}

}  // namespace tfrec::cli
