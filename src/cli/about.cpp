// SPDX-License-Identifier: Apache-2.0
#include "cli/about.hpp"

#include <algorithm>
#include <string_view>

#include "base/text/joined.hpp"
#include "operations/libraries.hpp"
#include "operations/program_facts.hpp"

namespace tfrec::cli {

namespace {

std::string title(const std::string& text) {
  return text + "\n" + std::string(text.size(), '=') + "\n\n";
}

std::string text_or_hint(const Library& library) {
  const std::string_view text = library.text;
  return text.empty() ? "The library is a part of your system, which has its licence.\n" : std::string(text);
}

}  // namespace

std::string version_text() {
  const ProgramFacts facts = program_facts();
  std::string text = "tfrec " TFREC_VERSION "\n";
  for (const auto& [library, version] : facts.versions) text += library + " " + version + "\n";
  for (const Library& library : libraries()) {
    const auto is_same = [&](const auto& loaded) { return loaded.first == library.name; };
    if (std::ranges::any_of(facts.versions, is_same)) continue;
    text += std::string(library.name) + " " + (*library.version == '\0' ? "of the system" : library.version) +
            "\n";
  }
  return text + "reads " + joined(facts.formats, ", ") + "; raw layouts also .npy\n";
}

std::string licences_text() {
  std::string text = title("tfrec " TFREC_VERSION ": Apache-2.0") + own_licence();
  for (const Library& library : libraries())
    text += "\n" + title(std::string(library.name) + ": " + library.licence) + text_or_hint(library);
  return text;
}

}  // namespace tfrec::cli
