// SPDX-License-Identifier: Apache-2.0
#include "base/text/ascii.hpp"
#include "base/text/joined.hpp"
#include "cli/pages/command_page.hpp"
#include "cli/terminal/terminal_text.hpp"
#include "cli/terminal/text_wrap.hpp"

namespace tfrec::cli {

namespace {

/// Text as roff: no escapes, no requests, hyphens that can be copied.
std::string roff(std::string_view text) {
  std::string escaped;
  bool at_line_start = true;
  for (const char c : in_ascii(text)) {
    if (at_line_start && (c == '.' || c == '\'')) escaped += "\\&";
    at_line_start = c == '\n';
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}

std::string heading(const std::string& page) {
  return ".\\\" Made from the options of the program: do not edit.\n.TH " + page + R"( 1 "" "tfrec )" +
         TFREC_VERSION + "\" \"User Commands\"\n.ad l\n.nh\n";
}

std::string option_text(const OptionText& option) {
  std::string label = joined(option.names, ", ", bold);
  std::string value = roff(option.value);
  // A line may be broken behind each '|'.
  for (std::size_t bar = value.find('|'); bar != std::string::npos; bar = value.find('|', bar + 1))
    value.insert(bar + 1, "\\:");
  if (!value.empty()) label += (label.empty() ? "\\fI" : " \\fI") + value + "\\fR";
  return ".TP\n" + label + "\n" + roff(option.text) + "\n";
}

std::string examples_section(const std::vector<Example>& examples) {
  std::string text = ".SH EXAMPLES\n";
  for (const Example& example : examples)
    text += ".TP\n" + bold(example.command) + "\n" + roff(example.purpose) + "\n";
  return text;
}

std::string environment_section() {
  std::string text = ".SH ENVIRONMENT\n";
  for (const auto& [name, purpose] : environment_variables())
    text += ".TP\n" + bold(name) + "\n" + roff(purpose) + "\n";
  return text;
}

constexpr const char* k_exit_status = R"(.SH EXIT STATUS
.TP
.B 0
Finished, and the data is good.
.TP
.B 1
Finished, and the data is bad: damage, a wrong count, a malformed table, more bad images than allowed.
.TP
.B 2
The command line can't work as given.
.TP
.B 3
The machine failed, and a retry may help: disk full, no permission, out of memory.
.TP
.BR 130 ", " 143
Interrupted, terminated.
)";

}  // namespace

std::string man_page(const CommandPage& page) {
  std::string text = heading("TFREC\\-" + uppered(page.name));
  text += ".SH NAME\ntfrec\\-" + page.name + " \\- " + roff(page.summary) + "\n";
  text += ".SH SYNOPSIS\n" + bold(page.usage) + "\n.SH ARGUMENTS\n";
  for (const OptionText& argument : page.arguments) text += option_text(argument);
  text += ".SH OPTIONS\nDefaults are in brackets.\n";
  for (const OptionTopic& topic : page.topics) {
    text += ".SS " + topic.name + "\n";
    for (const OptionText& option : topic.options) text += option_text(option);
  }
  if (page.notes) text += ".SH LAYOUTS AND KINDS\n.nf\n" + roff(page.notes(k_help_columns)) + ".fi\n";
  return text + environment_section() + k_exit_status + examples_section(page.examples) +
         ".SH SEE ALSO\n.BR tfrec (1)\n";
}

std::string program_man_page() {
  const CommandPage page = program_page();
  std::string text = heading("TFREC") + ".SH NAME\ntfrec \\- TFRecord shards from images and labels\n";
  text += ".SH SYNOPSIS\n\\fBtfrec\\fR \\fICOMMAND\\fR [OPTIONS]\n.SH DESCRIPTION\n" + roff(page.summary) +
          ".\n.SH COMMANDS\n";
  std::string also;
  for (const Command& command : commands()) {
    const std::string name = "tfrec\\-" + std::string(command.name);
    text += ".TP\n\\fB" + name + "\\fR(1)\n" + roff(command.summary) + "\n";
    also += (also.empty() ? ".BR " : ",\n.BR ") + name + " (1)";
  }
  return text + environment_section() + k_exit_status + examples_section(page.examples) + ".SH SEE ALSO\n" +
         also + "\n";
}

}  // namespace tfrec::cli
