// SPDX-License-Identifier: Apache-2.0
// What a set contains and how to read it, as Markdown: the body of README.md, and Kaggle's description.
#pragma once

#include <string>
#include <string_view>

#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// Begins with a heading. Tables of splits, features and classes, and code for TensorFlow.
std::string set_description(const Manifest& set);

/// Text of one line that Markdown shows as it is, also in a table: no markup, no HTML, no link.
std::string markdown_text(std::string_view text);

}  // namespace tfrec
