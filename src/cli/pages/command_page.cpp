// SPDX-License-Identifier: Apache-2.0
#include "cli/pages/command_page.hpp"

#include <algorithm>
#include <array>

#include "base/text/joined.hpp"

namespace tfrec::cli {

namespace {

// Topics in this order; others come first.
constexpr std::array k_topics{"Input", "Records", "Images", "Splits", "Shards", "General"};

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
  if (value == "IMAGES" || value == "OUT" || value == "DIR") return ValueKind::folder;
  if (value == "MANIFEST" || value.rfind("FILE", 0) == 0) return ValueKind::file;
  return ValueKind::other;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

OptionText text_of(const CLI::Option& option) {
  OptionText text;
  const bool is_argument = option.get_positional();
  if (is_argument) {
    text.value = option.get_name(true);
  } else {
    text.names = names_of(option);
    if (option.get_items_expected_max() > 0) text.value = option.get_type_name();
  }
  text.text = option.get_description();
  text.required = option.get_required();
  text.repeatable = option.get_items_expected_max() > 1 ||
                    option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  text.kind = kind_of(text.value);
  if (text.kind == ValueKind::word) text.words = parts_of(text.value);
  const bool tells_default = !text.text.empty() && text.text.back() == ']';
  if (!is_argument && !text.value.empty() && !tells_default)
    text.text += text.required ? " (required)" : " [none]";
  return text;
}

std::string usage_of(const CommandPage& page) {
  std::string usage = "tfrec " + page.name;
  for (const OptionText& argument : page.arguments)
    usage += " " + argument.value + (argument.repeatable ? "…" : "");
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
  return option.required ? 0 : option.names.back() == "--help" ? 2 : 1;
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

std::string listed_words(const OptionText& option) {
  return joined(option.words, " ");
}

CommandPage page_of(const CLI::App& command) {
  CommandPage page;
  page.name = command.get_name();
  page.summary = command.get_description();
  page.notes = command.get_footer();
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) {
      page.arguments.push_back(text_of(*option));
      continue;
    }
    const std::string& group = option->get_group();
    if (group.empty()) continue;  // a name that an option had before
    const auto same = [&](const OptionTopic& topic) { return topic.name == group; };
    auto topic = std::find_if(page.topics.begin(), page.topics.end(), same);
    if (topic == page.topics.end()) topic = page.topics.insert(topic, {group, {}});
    topic->options.push_back(text_of(*option));
  }
  sort(page.topics);
  page.usage = usage_of(page);
  return page;
}

std::vector<CommandPage> all_pages(const CommandTree& tree) {
  std::vector<CommandPage> pages;
  for (const CommandEntry& entry : tree.entries) pages.push_back(page_of(*entry.app));
  return pages;
}

}  // namespace tfrec::cli
