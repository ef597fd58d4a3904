// SPDX-License-Identifier: Apache-2.0
#include "cli/pages/command_page.hpp"

#include <algorithm>
#include <array>

#include "base/text/joined.hpp"

namespace tfrec::cli {

namespace {

// Topics in this order; others come first.
constexpr std::array k_topics{"Input", "Output", "Images", "Records", "Splits", "Shards", "Parts", "General"};

constexpr std::array<Variable, 5> k_variables{
    {{"TFREC_OPTION",
      "The value of an option: TFREC_QUALITY of --quality, TFREC_THREADS of --threads. The command line wins "
      "over the environment, and the environment over the file of --config"},
     {"TFREC_CONFIG", "The file of --config"},
     {"TFREC_PAGER", "The program that shows --help on a terminal; empty or cat: none [PAGER, else less]"},
     {"LESS", "Options of less [FRX]"},
     {"NO_COLOR", "No colours, if not empty"}}};

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = text.find('|', begin);
    parts.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
  }
  return parts;
}

/// "stretch|crop" lists all values; "N|WxH" names kinds of them.
bool is_words(const std::string& value) {
  return value.find('|') != std::string::npos && std::all_of(value.begin(), value.end(), [](char c) {
           return c == '|' || c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
         });
}

ValueKind kind_of(const std::string& value) {
  if (value.empty()) return ValueKind::none;
  if (is_words(value)) return ValueKind::word;
  if (value == "PATH") return ValueKind::path;
  if (value == "IMAGES" || value == "OUT" || value == "PART_OUT" || value == "DIR") return ValueKind::folder;
  if (value == "MANIFEST" || value.rfind("FILE", 0) == 0) return ValueKind::file;
  return ValueKind::other;
}

OptionText text_of(const Option& option) {
  OptionText text;
  if (!option.is_argument) text.names = option.names;
  text.value = option.value;
  text.text = option.text;
  text.required = option.required;
  text.is_common = option.is_common;
  text.repeatable = option.repeatable;
  text.kind = kind_of(text.value);
  if (text.kind == ValueKind::word) text.words = parts_of(text.value);
  const bool shows_default = !text.text.empty() && text.text.back() == ']';
  if (!option.is_argument && !text.value.empty() && !shows_default)
    text.text += text.required ? std::string_view(" (required)") : k_no_default;
  return text;
}

std::string usage_of(const CommandPage& page) {
  std::string usage = "tfrec " + page.name;
  for (const OptionText& argument : page.arguments) {
    usage += argument.required ? " " + argument.value + (argument.repeatable ? "…" : "")
                               : " [" + argument.value + "…]";
  }
  for (const OptionTopic& topic : page.topics) {
    for (const OptionText& option : topic.options) {
      if (option.required) usage += " " + option.names.front() + " " + option.value;
    }
  }
  return usage + " [OPTIONS]";
}

std::size_t place_of(const OptionTopic& topic) {
  const auto known = std::find(k_topics.begin(), k_topics.end(), topic.name);
  return known == k_topics.end() ? 0 : static_cast<std::size_t>(known - k_topics.begin()) + 1;
}

/// What must be given comes first, --help last.
std::size_t rank_of(const OptionText& option) {
  return option.required ? 0 : option.names.back() == "-h" || option.names.back() == "--help" ? 2 : 1;
}

void sort(std::vector<OptionTopic>& topics) {
  std::stable_sort(topics.begin(), topics.end(), [](const OptionTopic& one, const OptionTopic& other) {
    return place_of(one) < place_of(other);
  });
  for (OptionTopic& topic : topics) {
    std::stable_sort(
        topic.options.begin(), topic.options.end(),
        [](const OptionText& one, const OptionText& other) { return rank_of(one) < rank_of(other); });
  }
}

}  // namespace

std::span<const Variable> environment_variables() {
  return k_variables;
}

std::string listed_words(const OptionText& option) {
  return joined(option.words, " ");
}

CommandPage page_of(const CommandEntry& entry) {
  CommandPage page;
  page.name = entry.command.name;
  page.summary = entry.command.summary;
  page.examples = entry.command.examples;
  page.notes = entry.options.notes;
  for (const Option& option : entry.options.all()) {
    if (option.is_argument) {
      page.arguments.push_back(text_of(option));
      continue;
    }
    if (option.topic.empty()) continue;  // a name that an option had before
    const auto same = [&](const OptionTopic& topic) { return topic.name == option.topic; };
    auto topic = std::find_if(page.topics.begin(), page.topics.end(), same);
    if (topic == page.topics.end()) topic = page.topics.insert(topic, {option.topic, {}});
    topic->options.push_back(text_of(option));
  }
  sort(page.topics);
  page.usage = usage_of(page);
  return page;
}

CommandPage program_page() {
  CommandPage page;
  page.summary =
      "Turn an image folder and a labels CSV into TFRecord shards; check, repair and convert shards";
  page.usage = "tfrec COMMAND [OPTIONS]";
  page.examples = {
      {"tfrec build photos --labels train.csv -o shards", "Write shards from a folder and a table"},
      {"tfrec count shards", "Count the records"},
      {"tfrec verify shards", "Find damaged records"},
  };
  return page;
}

std::vector<CommandPage> all_pages(const CommandTree& tree) {
  std::vector<CommandPage> pages;
  for (const CommandEntry& entry : tree.entries) pages.push_back(page_of(entry));
  return pages;
}

}  // namespace tfrec::cli
