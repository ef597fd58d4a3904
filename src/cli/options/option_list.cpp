// SPDX-License-Identifier: Apache-2.0
#include "cli/options/option_list.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text/joined.hpp"
#include "base/text/nearest.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_shown = 40;  // characters of a value in a message

/// "-o", "--out" of "-o,--out".
std::vector<std::string> split_names(std::string_view names) {
  const std::size_t comma = names.find(',');
  if (comma == std::string_view::npos) return {std::string(names)};
  return {std::string(names.substr(0, comma)), std::string(names.substr(comma + 1))};
}

std::int64_t whole_number(const std::string& option, const std::string& word, std::int64_t least,
                          std::int64_t most) {
  const WholeNumber number = parse_whole(word);
  if (number.problem == NumberProblem::none && number.value >= least && number.value <= most)
    return number.value;
  const std::string range = most == INT64_MAX
                                ? "of at least " + std::to_string(least)
                                : "from " + std::to_string(least) + " to " + std::to_string(most);
  refuse_value(option, "'" + printable_excerpt(word, k_shown) + "' is not a whole number " + range);
}

void require_word(const std::string& option, const std::string& word, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), word) != words.end()) return;
  const auto near = nearest(word, words);
  refuse_value(option, "'" + printable_excerpt(word, k_shown) + "' is none of " + joined(words, ", ") +
                           (near ? "; did you mean '" + *near + "'?" : std::string()));
}

}  // namespace

void refuse_value(const std::string& option, const std::string& problem) {
  throw Error(ErrorKind::usage, "", option + ": " + problem);
}

bool Option::is_called(std::string_view word) const {
  return std::find(names.begin(), names.end(), word) != names.end();
}

Option& Option::require() {
  required = true;
  return *this;
}

Option& Option::common() {
  is_common = true;
  return *this;
}

Option& Option::exclude(const Option& other) {
  excludes.push_back(&other);
  return *this;
}

Option& Option::need(const Option& other) {
  needs.push_back(&other);
  return *this;
}

Option& OptionList::add(std::string_view names, std::string value, std::string text) {
  Option& option = m_options.emplace_back();
  option.names = split_names(names);
  option.value = std::move(value);
  option.text = std::move(text);
  option.topic = m_topic;
  return option;
}

Option& OptionList::argument(const std::string& name, std::filesystem::path& target, std::string text) {
  Option& option = value(name, name, target, std::move(text)).require();
  option.is_argument = true;
  return option;
}

Option& OptionList::arguments(const std::string& name, std::vector<std::string>& target, std::string text) {
  Option& option = list(name, name, target, std::move(text)).require();
  option.is_argument = true;
  return option;
}

Option& OptionList::flag(std::string_view names, bool& target, std::string text) {
  return flag(
      names, [&target](bool on) { target = on; }, std::move(text));
}

Option& OptionList::flag_off(std::string_view names, bool& target, std::string text) {
  return flag(
      names, [&target](bool on) { target = !on; }, std::move(text));
}

Option& OptionList::flag(std::string_view names, std::function<void(bool)> store, std::string text) {
  Option& option = add(names, "", std::move(text));
  option.store = [store = std::move(store)](const auto& words) {
    if (store) store(words.back() == "true");
  };
  return option;
}

Option& OptionList::parsed(std::string_view names, std::string value, Store store, std::string text) {
  Option& option = add(names, std::move(value), std::move(text));
  option.store = [store = std::move(store)](const auto& words) { store(words.back()); };
  return option;
}

Option& OptionList::list(std::string_view names, std::string value, std::vector<std::string>& target,
                         std::string text) {
  return list(
      names, std::move(value), [&target](const auto& words) { target = words; }, std::move(text));
}

Option& OptionList::list(std::string_view names, std::string value,
                         std::function<void(const std::vector<std::string>&)> store, std::string text) {
  Option& option = add(names, std::move(value), std::move(text));
  option.repeatable = true;
  option.store = std::move(store);
  return option;
}

Option& OptionList::parsed_number(std::string_view names, std::string value,
                                  std::function<void(std::int64_t)> store, std::string text,
                                  std::int64_t least, std::int64_t most) {
  const auto parse = [name = split_names(names).back(), store = std::move(store), least,
                      most](const std::string& word) { store(whole_number(name, word, least, most)); };
  return parsed(names, std::move(value), parse, std::move(text));
}

Option& OptionList::choice(std::string_view names, std::vector<std::string> words, Store store,
                           std::string text) {
  std::string value = joined(words, "|");
  const auto parse = [name = split_names(names).back(), words = std::move(words),
                      store = std::move(store)](const std::string& word) {
    require_word(name, word, words);
    store(word);
  };
  return parsed(names, std::move(value), parse, std::move(text));
}

Option& OptionList::parsed_bytes(std::string_view names, std::function<void(std::uint64_t)> store,
                                 std::string text) {
  const auto parse = [name = split_names(names).back(), store = std::move(store)](const std::string& word) {
    const auto bytes = parse_bytes(word);
    if (!bytes || *bytes == 0)
      refuse_value(name, "'" + printable(word) + "' is not a size: write 64MB or 1GiB");
    store(*bytes);
  };
  return parsed(names, "SIZE", parse, std::move(text));
}

const Option* OptionList::find(std::string_view name) const {
  const auto found = std::find_if(m_options.begin(), m_options.end(),
                                  [&](const Option& option) { return option.is_called(name); });
  return found == m_options.end() ? nullptr : &*found;
}

}  // namespace tfrec::cli
