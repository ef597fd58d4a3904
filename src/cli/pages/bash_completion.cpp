// SPDX-License-Identifier: Apache-2.0
#include "base/text/joined.hpp"
#include "cli/pages/command_page.hpp"

namespace tfrec::cli {

namespace {

constexpr const char* k_begin = R"(# bash completion of tfrec, made from its options: do not edit.
_tfrec() {
  local current=${COMP_WORDS[COMP_CWORD]} option= command= words= kind= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      -*) ;;
      *) command=${COMP_WORDS[i]}; break ;;
    esac
  done
  # --fit=crop comes as three words.
  if ((COMP_CWORD > 0)); then option=${COMP_WORDS[COMP_CWORD - 1]}; fi
  if [[ $current == = ]]; then
    current=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case $command in
)";

constexpr const char* k_end = R"(  esac
  case $kind in
    word) ;;
    file | folder)
      compopt -o filenames 2>/dev/null
      local action=-f
      if [[ $kind == folder ]]; then action=-d; fi
      mapfile -t COMPREPLY < <(compgen "$action" -- "$current")
      return ;;
    other) return ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -F _tfrec tfrec
)";

const char* kind_name(ValueKind kind) {
  switch (kind) {
    case ValueKind::word:
      return "word";
    case ValueKind::path:
    case ValueKind::file:
      return "file";
    case ValueKind::folder:
      return "folder";
    default:
      return "other";
  }
}

std::string value_case(const OptionText& option) {
  std::string line = "        " + joined(option.names, " | ") + ") kind=" + kind_name(option.kind);
  if (option.kind == ValueKind::word) line += " words=\"" + joined(option.words, " ") + "\"";
  return line + " ;;\n";
}

std::string command_case(const CommandPage& page) {
  std::string cases;
  std::string names;
  for (const OptionTopic& topic : page.topics) {
    for (const OptionText& option : topic.options) {
      names += (names.empty() ? "" : " ") + joined(option.names, " ");
      if (option.kind != ValueKind::none) cases += value_case(option);
    }
  }
  const ValueKind argument = page.arguments.empty() ? ValueKind::other : page.arguments.front().kind;
  return "    " + page.name + ")\n      case $option in\n" + cases +
         "        *) if [[ $current == -* ]]; then kind=word; else kind=" + kind_name(argument) + "; fi\n" +
         "          words=\"" + names + "\" ;;\n      esac ;;\n";
}

}  // namespace

std::string bash_completion(const std::vector<CommandPage>& pages) {
  std::string names;
  std::string cases;
  for (const CommandPage& page : pages) {
    names += page.name + " ";
    cases += command_case(page);
  }
  return k_begin + cases + "    help) words=\"" + names + "\" ;;\n    *) words=\"" + names +
         "help version -h --help -V --version --licenses\" ;;\n" + k_end;
}

}  // namespace tfrec::cli
