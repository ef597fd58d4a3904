// SPDX-License-Identifier: Apache-2.0
// The only file that includes CLI11, which takes longer to compile than all other headers of this folder
// together.
#include "cli/options/parse.hpp"

#include <algorithm>
#include <map>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "base/text/joined.hpp"
#include "base/text/printable.hpp"

namespace tfrec::cli {

namespace {

/// A list of options as CLI11 has it.
class Parser {
 public:
  Parser(CLI::App& app, OptionList& list) : m_app(app), m_list(list) {
    m_app.allow_extras();  // reported with the nearest known name
    m_app.set_help_flag();
    for (Option& option : list.all()) m_declared.emplace(&option, declare(option));
    for (const auto& [option, declared] : m_declared) {
      for (const Option* other : option->excludes) declared->excludes(m_declared.at(other));
      for (const Option* other : option->needs) declared->needs(m_declared.at(other));
    }
  }

  OptionList& list() { return m_list; }
  bool was_given() const { return m_app.parsed() > 0; }
  std::vector<std::string> left_over() const { return m_app.remaining(); }

  /// Gives the problem of a flag with a value, if one has it.
  std::optional<std::string> take_given() {
    std::optional<std::string> problem;
    for (Option& option : m_list.all()) {
      option.given = m_declared.at(&option)->results();
      if (!option.is_flag() || option.given.empty()) continue;
      const std::string& word = option.given.back();
      if (word == "true" || word == "false") {
        option.store(option.given);
      } else {
        problem = option.name() + " is a flag: it takes no value";
      }
    }
    return problem;
  }

 private:
  CLI::Option* declare(Option& option) {
    const std::string names = joined(option.names, ",");
    if (option.is_called("-h")) return m_app.set_help_flag(names);
    if (option.is_called("--help")) return m_app.set_help_all_flag(names);
    if (option.is_called("--version")) return m_app.set_version_flag(names);
    if (option.is_flag()) return m_app.add_flag(names)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    CLI::Option* declared = nullptr;
    if (option.repeatable) {
      declared = m_app.add_option_function<std::vector<std::string>>(names, option.store);
    } else {
      const auto store = [&option](const std::string& word) { option.store({word}); };
      declared = m_app.add_option_function<std::string>(names, store);
    }
    if (option.repeatable && !option.is_argument) {
      declared->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
    }
    return declared->required(option.required)->type_name(option.value);
  }

  CLI::App& m_app;
  OptionList& m_list;
  std::map<const Option*, CLI::Option*> m_declared;
};

/// Two names around a word, "--part requires --plan", with other words between and after them.
std::string reworded(const std::string& problem, std::string_view word, const std::string& between,
                     const std::string& after) {
  const std::size_t at = problem.find(word);
  return problem.substr(0, at) + between + problem.substr(at + word.size()) + after;
}

/// CLI11's "--fit: At Most 1 required but received 2" and "--fit: 1 required WORD missing" as sentences.
std::string sentence_of(const std::string& problem) {
  const std::string name = problem.substr(0, problem.find(':'));
  if (problem.find(": At Most 1 required") != std::string::npos) return name + " is given more than once";
  constexpr std::string_view k_required = ": 1 required ";
  const std::size_t at = problem.find(k_required);
  if (at == std::string::npos) return name + " needs a value";
  const std::size_t begin = at + k_required.size();
  return name + " needs a value (" + problem.substr(begin, problem.rfind(' ') - begin) + ")";
}

/// What is wrong with the value of an option, which is the next word: it is an option. CLI11 takes it.
std::optional<std::string> problem_of_value(const Option& option, const OptionList& program,
                                            const OptionList& command, const std::string& value) {
  if (value.size() < 2 || value.front() != '-') return std::nullopt;
  const std::string name = value.substr(0, value.find('='));
  if (command.find(name) != nullptr || program.find(name) != nullptr)
    return option.name() + " has no value: '" + name + "' after it is an option";
  if (!option.takes_path) return std::nullopt;
  return option.name() + " needs a file or folder, not '" + printable_excerpt(value, 40) +
         "'; a name that begins with '-' is written ./-";
}

/// "-o=set": CLI11 would take "=set" for the value.
std::optional<std::string> equals_sign_problem(const OptionList& command, const std::string& word) {
  if (word.size() < 3 || word[0] != '-' || word[1] == '-' || word[2] != '=') return std::nullopt;
  const Option* option = command.find(word.substr(0, 2));
  if (option == nullptr || option->is_flag()) return std::nullopt;
  return "'" + printable_excerpt(word, 40) + "' is not an option: write " + word.substr(0, 2) + " " +
         option->value + " or " + option->name() + "=" + option->value;
}

std::optional<std::string> forgotten_value(const OptionList& program,
                                           const std::vector<OptionList*>& commands,
                                           const std::vector<std::string>& words) {
  const auto first = std::ranges::find_if(words, [](const auto& word) { return !word.starts_with('-'); });
  if (first == words.end()) return std::nullopt;
  const auto command =
      std::ranges::find_if(commands, [&](const OptionList* list) { return list->name() == *first; });
  if (command == commands.end()) return std::nullopt;
  for (auto word = first + 1; word != words.end() && *word != "--"; ++word) {
    if (auto problem = equals_sign_problem(**command, *word)) return problem;
    if (word + 1 == words.end()) break;
    const Option* option = word->starts_with('-') ? (*command)->find(*word) : nullptr;
    if (option == nullptr || option->is_flag()) continue;
    ++word;  // its value
    if (auto problem = problem_of_value(*option, program, **command, *word)) return problem;
  }
  return std::nullopt;
}

}  // namespace

ParsedWords parse(OptionList& program, const std::vector<OptionList*>& commands,
                  const std::vector<std::string>& words) {
  CLI::App root("", program.name());
  root.require_subcommand(0, 1);
  std::deque<Parser> parsers;
  parsers.emplace_back(root, program);
  // CLI11 compares each option with all others of its command: only a command that can be meant is declared.
  for (OptionList* command : commands) {
    if (std::ranges::find(words, command->name()) != words.end())
      parsers.emplace_back(*root.add_subcommand(command->name()), *command);
  }

  ParsedWords parsed;
  try {
    root.parse(std::vector<std::string>(words.rbegin(),
                                        words.rend()));  // from the last to the first, as CLI11 wants them
  } catch (const CLI::CallForHelp&) {
    parsed.wants_short_help = true;
  } catch (const CLI::CallForAllHelp&) {
    parsed.wants_help = true;
  } catch (const CLI::CallForVersion&) {
    parsed.wants_version = true;
  } catch (const CLI::ArgumentMismatch& problem) {
    parsed.problem = sentence_of(problem.what());
  } catch (const CLI::RequiresError& problem) {
    parsed.problem = reworded(problem.what(), " requires ", " needs ", "");
  } catch (const CLI::ExcludesError& problem) {
    parsed.problem = reworded(problem.what(), " excludes ", " and ", " can't be used together");
  } catch (const CLI::ParseError& problem) {
    parsed.problem = problem.what();
  } catch (const Error& refused) {
    parsed.problem = refused.message();
  }
  if (!parsed.wants_help && !parsed.wants_short_help && !parsed.wants_version) {
    if (auto problem = forgotten_value(program, commands, words)) {
      parsed.problem = std::move(problem);
      parsed.lacks_value = true;
    }
  }
  for (Parser& parser : parsers) {
    const auto problem = parser.take_given();
    if (!parsed.problem) parsed.problem = problem;
    if (!parser.was_given()) continue;
    if (&parser != &parsers.front()) parsed.command = &parser.list();
    if (const auto words_left = parser.left_over(); !words_left.empty()) parsed.left_over = words_left;
  }
  return parsed;
}

}  // namespace tfrec::cli
