// SPDX-License-Identifier: Apache-2.0
#include "cli/layout_help.hpp"

#include <algorithm>
#include <vector>

#include "example/presets.hpp"

namespace tfrec::cli {

namespace {

constexpr std::size_t k_columns = 80;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

/// `words` behind `start`, broken before column 80 and indented.
std::string wrapped(const std::string& start, const std::vector<std::string>& words, std::size_t indent) {
  std::string text;
  std::string line = start;
  for (const std::string& word : words) {
    if (line.size() + word.size() > k_columns && line.size() > indent) {
      text += line + "\n";
      line = std::string(indent, ' ');
    }
    line += word + " ";
  }
  return text + line + "\n";
}

std::vector<std::string> words_of(std::string_view sentence) {
  std::vector<std::string> words(1);
  for (const char c : sentence) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

}  // namespace

std::string layouts_and_kinds() {
  std::string text =
      "Layouts (@image, @label: the image and the label column; @each: once per label column):\n";
  for (const Preset& preset : presets()) {
    std::vector<std::string> features(preset.features.begin(), preset.features.end());
    text += wrapped("  " + padded(std::string(preset.name), 12), features, 14);
    text += "              (" + std::string(preset.summary) + ")\n";
  }
  text += "\nKinds of --feature NAME=KIND[:COLUMN,…]:\n";
  for (const FeatureKindInfo& kind : feature_kinds()) {
    const std::string columns = kind.max_columns == 0 ? "" : kind.max_columns == 1 ? ":a" : ":a,b";
    text += wrapped("  " + padded(std::string(kind.name) + columns, 20), words_of(kind.summary), 22);
  }
  return text;
}

}  // namespace tfrec::cli
