// SPDX-License-Identifier: Apache-2.0
#include "base/text/joined.hpp"
#include "cli/pages/command_page.hpp"

namespace tfrec::cli {

namespace {

/// Text within the brackets of a specification of _arguments, within single quotes.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else if (c == '[' || c == ']' || c == ':' || c == '\\') {
      result.append("\\").append(1, c);
    } else {
      result += c;
    }
  }
  return result;
}

std::string action_of(const OptionText& option) {
  switch (option.kind) {
    case ValueKind::none:
      return {};
    case ValueKind::word:
      return ":value:(" + listed_words(option) + ")";
    case ValueKind::file:
    case ValueKind::path:
      return ":" + escaped(option.value) + ":_files";
    case ValueKind::folder:
      return ":" + escaped(option.value) + ":_files -/";
    case ValueKind::other:
      break;
  }
  return ":" + escaped(option.value) + ": ";
}

/// One specification per name, so that -o and --out exclude each other where the option comes once.
std::string specifications(const OptionText& option) {
  std::string all = joined(option.names, " ");
  std::string text;
  for (const std::string& name : option.names) {
    const bool is_long = name.rfind("--", 0) == 0;
    const std::string takes = option.kind == ValueKind::none ? "" : is_long ? "=" : "+";
    text += " \\\n        '" + (option.repeatable ? "*" : "(" + all + ")") + name + takes + "[" +
            escaped(option.text) + "]" + action_of(option) + "'";
  }
  return text;
}

std::string command_lines(const CommandPage& page) {
  std::string text = "        " + page.name + ") _arguments -s";
  for (const OptionTopic& topic : page.topics) {
    for (const OptionText& option : topic.options) text += specifications(option);
  }
  for (const OptionText& argument : page.arguments)
    text += " \\\n        '" + std::string(argument.repeatable ? "*" : "1") + action_of(argument) + "'";
  return text + " ;;\n";
}

}  // namespace

std::string zsh_completion(const std::vector<CommandPage>& pages) {
  std::string list;
  std::string cases;
  for (const CommandPage& page : pages) {
    list += "    '" + page.name + ":" + escaped(page.summary) + "'\n";
    cases += command_lines(page);
  }
  return "#compdef tfrec\n# zsh completion of tfrec, made from its options: do not edit.\n_tfrec() {\n"
         "  local context state line\n  typeset -A opt_args\n  local -a commands=(\n" +
         list +
         "  )\n  _arguments -C '(- *)'{-h,--help}'[Print help]' '(- *)'{-V,--version}'[Print the version]' "
         "'(- *)--licenses[Print the licences]' \\\n"
         "    '1:command:->command' '*::argument:->argument' && return\n"
         "  case $state in\n    command)\n      commands+=('help:Print the help of a command' 'version:Print "
         "the version')\n"
         "      _describe -t commands command commands ;;\n"
         "    argument)\n      case $words[1] in\n" +
         cases +
         "        help) (( CURRENT == 2 )) && _describe -t commands command commands ;;\n"
         "      esac ;;\n  esac\n}\n"
         "if [[ $funcstack[1] == _tfrec ]]; then _tfrec \"$@\"; else compdef _tfrec tfrec; fi\n";
}

}  // namespace tfrec::cli
