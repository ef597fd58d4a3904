// SPDX-License-Identifier: Apache-2.0
// The options of a command, declared once: parsing, help, man pages, completions and files of options read
// the same list.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tfrec::cli {

/// An option, flag or argument of a command, and what a command line gives for it.
struct Option {
  std::vector<std::string> names;  // "-j", "--threads"; an argument: "PATH"
  std::string value;               // what help calls its value: "N", "stretch|crop"; empty for a flag
  std::string text;                // one sentence, the default in brackets after it
  std::string topic;               // its heading in the help; empty: not shown
  bool is_argument = false;
  bool required = false;
  bool repeatable = false;
  bool takes_path = false;  // its value is a file or a folder
  bool is_common = false;   // `-h` lists it
  std::vector<const Option*> excludes;
  std::vector<const Option*> needs;
  /// Stores the words given for it, "true" or "false" of a flag. Throws Error (usage) for one that it can't
  /// take.
  std::function<void(const std::vector<std::string>&)> store;

  std::vector<std::string> given;  // after parsing

  bool is_flag() const { return value.empty(); }
  /// "--threads", "PATH".
  const std::string& name() const { return names.back(); }
  bool is_called(std::string_view word) const;

  Option& require();
  Option& common();
  Option& exclude(const Option& other);
  Option& need(const Option& other);
};

/// Receives a value. Throws Error (usage) for one that the option can't take.
using Store = std::function<void(const std::string&)>;

/// The options of one command in the order of their declaration. Names are "--out" or "-o,--out".
class OptionList {
 public:
  explicit OptionList(std::string name) : m_name(std::move(name)) {}
  OptionList(const OptionList&) = delete;
  OptionList& operator=(const OptionList&) = delete;

  /// The command's name.
  const std::string& name() const { return m_name; }
  /// The heading of the options that are declared from here on.
  void topic(std::string heading) { m_topic = std::move(heading); }

  Option& argument(const std::string& name, std::filesystem::path& target, std::string text);
  /// One or more.
  Option& arguments(const std::string& name, std::vector<std::string>& target, std::string text);
  Option& flag(std::string_view names, bool& target, std::string text);
  Option& flag(std::string_view names, std::function<void(bool)> store, std::string text);
  /// A flag that makes `target` false.
  Option& flag_off(std::string_view names, bool& target, std::string text);
  /// `target` is a string, a path, or an optional one.
  template <class Target>
  Option& value(std::string_view names, std::string value, Target& target, std::string text) {
    Option& option = parsed(
        names, std::move(value), [&target](const std::string& word) { target = word; }, std::move(text));
    option.takes_path = std::is_same_v<Target, std::filesystem::path>;
    return option;
  }
  /// `store` gets the value.
  Option& parsed(std::string_view names, std::string value, Store store, std::string text);
  /// Each time it is given adds a value.
  Option& list(std::string_view names, std::string value, std::vector<std::string>& target, std::string text);
  /// `store` gets all values.
  Option& list(std::string_view names, std::string value,
               std::function<void(const std::vector<std::string>&)> store, std::string text);
  /// A decimal whole number from `least` to `most`. `target` is any integer or an optional one.
  template <class Target>
  Option& number(std::string_view names, std::string value, Target& target, std::string text,
                 std::int64_t least, std::int64_t most = INT64_MAX) {
    return parsed_number(
        names, std::move(value), [&target](std::int64_t number) { assign(target, number); }, std::move(text),
        least, most);
  }
  /// One of these words.
  Option& choice(std::string_view names, std::vector<std::string> words, Store store, std::string text);
  /// A number of bytes, as 64MB or 1GiB. `target` is a std::uint64_t or an optional one.
  template <class Target>
  Option& bytes(std::string_view names, Target& target, std::string text) {
    return parsed_bytes(
        names, [&target](std::uint64_t bytes) { target = bytes; }, std::move(text));
  }

  const std::deque<Option>& all() const { return m_options; }
  std::deque<Option>& all() { return m_options; }
  /// The option with this name, "--out" or "-o"; nullptr if there is none.
  const Option* find(std::string_view name) const;
  /// The same where it is known to be there.
  const Option& at(std::string_view name) const { return *find(name); }

  /// What help adds below the options, in so many columns.
  std::function<std::string(std::size_t columns)> notes;

 private:
  template <class Number>
  static void assign(Number& target, std::int64_t number) {
    target = static_cast<Number>(number);
  }
  template <class Number>
  static void assign(std::optional<Number>& target, std::int64_t number) {
    target = static_cast<Number>(number);
  }
  Option& add(std::string_view names, std::string value, std::string text);
  Option& parsed_number(std::string_view names, std::string value, std::function<void(std::int64_t)> store,
                        std::string text, std::int64_t least, std::int64_t most);
  Option& parsed_bytes(std::string_view names, std::function<void(std::uint64_t)> store, std::string text);

  std::string m_name;
  std::string m_topic = "Options";
  std::deque<Option> m_options;  // stays where it is: options point to one another
};

/// An Error for a value that the option can't take: "OPTION: PROBLEM".
[[noreturn]] void refuse_value(const std::string& option, const std::string& problem);

}  // namespace tfrec::cli
