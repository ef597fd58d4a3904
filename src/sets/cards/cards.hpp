// SPDX-License-Identifier: Apache-2.0
// What --card writes: files in which sites that publish data look for a description of a set.
#pragma once

#include <string>
#include <string_view>

#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The content of the card with this name, one of k_card_names. It follows from the manifest alone, which
/// must have been read: cards of a set that was just made and of its file are equal. Contains no date and no
/// absolute path.
std::string card_content(const Manifest& set, std::string_view name);

}  // namespace tfrec
