// SPDX-License-Identifier: Apache-2.0
// README.md with the YAML header that the Hugging Face Hub reads.
#pragma once

#include <string>
#include <string_view>

#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The header names no licence, which only the publisher knows, and no data files: `datasets` does not read
/// TFRecord.
std::string hugging_face_readme(const Manifest& set);

/// A double-quoted YAML string in ASCII, the same to all parsers.
std::string yaml_string(std::string_view text);

}  // namespace tfrec
