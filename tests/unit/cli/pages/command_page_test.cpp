// SPDX-License-Identifier: Apache-2.0
#include "cli/pages/command_page.hpp"

#include "support/catch.hpp"

using namespace tfrec;
using namespace tfrec::cli;
using Catch::ContainsSubstring;

namespace {

CommandPage page_of_command(const CommandTree& tree, const std::string& name) {
  return page_of(*tree.find(name));
}

const OptionText& option_of(const CommandPage& page, const std::string& name) {
  for (const OptionTopic& topic : page.topics) {
    for (const OptionText& option : topic.options) {
      if (std::find(option.names.begin(), option.names.end(), name) != option.names.end()) return option;
    }
  }
  throw std::runtime_error("no option " + name);
}

}  // namespace

TEST_CASE("A page knows usage, arguments and what the value of each option is") {
  const CommandTree tree;
  const CommandPage build = page_of_command(tree, "build");
  CHECK(build.usage == "tfrec build IMAGES -o OUT [OPTIONS]");
  REQUIRE(build.arguments.size() == 1);
  CHECK(build.arguments[0].value == "IMAGES");
  const OptionText& fit = option_of(build, "--fit");
  CHECK(fit.kind == ValueKind::word);
  CHECK(fit.words == std::vector<std::string>{"stretch", "crop", "pad", "short", "long"});
  CHECK(listed_words(fit) == "stretch crop pad short long");
  CHECK(option_of(build, "--labels").kind == ValueKind::file);
  CHECK(option_of(build, "--strict").kind == ValueKind::none);
  CHECK(option_of(build, "--out").required);
  CHECK(option_of(build, "--feature").repeatable);
  CHECK_FALSE(option_of(build, "--labels").repeatable);
}

TEST_CASE("Every page has its way into help, man page and completions") {
  const CommandTree tree;
  const std::vector<CommandPage> pages = all_pages(tree);
  CHECK(pages.size() == tree.entries.size());
  const std::string completions[] = {bash_completion(pages), zsh_completion(pages), fish_completion(pages)};
  for (const CommandPage& page : pages) {
    INFO(page.name);
    CHECK_THAT(help_text(page, 80), ContainsSubstring("Usage: " + page.usage + "\n"));
    CHECK_THAT(man_page(page), ContainsSubstring(".SH OPTIONS"));
    for (const std::string& completion : completions) CHECK_THAT(completion, ContainsSubstring(page.name));
  }
  CHECK_THAT(program_help(80), ContainsSubstring("\n  build "));
}

TEST_CASE("A help text stays within its columns") {
  const CommandTree tree;
  const std::string help = help_text(page_of_command(tree, "count"), 50);
  for (std::size_t begin = 0, end = 0; (end = help.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = help.substr(begin, end - begin);
    const auto columns = std::count_if(
        line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    INFO(line);
    CHECK(columns <= 50);
  }
}
