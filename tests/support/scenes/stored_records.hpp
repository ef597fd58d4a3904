// SPDX-License-Identifier: Apache-2.0
// What the records of shards hold.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec::test {

/// The payloads of a shard, or of all shards below a folder in the order of their names.
std::vector<std::string> payloads_in(const std::filesystem::path& path);

/// The first value of a bytes feature in each record there.
std::vector<std::string> values_in(const std::filesystem::path& path, std::string_view feature);

}  // namespace tfrec::test
