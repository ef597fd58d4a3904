// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/reshard_runs.hpp"

#include <algorithm>

namespace tfrec::test {

RunResult reshard(const ScratchFolder& folder, const Words& words) {
  return run_tfrec(Words{"reshard"} + words, in(folder));
}

RunResult quiet(const ScratchFolder& folder, const Words& words) {
  return reshard(folder, words + Words{"-q"});
}

Words files_in(const std::filesystem::path& folder) {
  Words names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Words flowers(const std::vector<std::int64_t>& labels) {
  Words payloads;
  for (const std::int64_t label : labels) payloads.push_back(flower(label));
  return payloads;
}

void write_manifest(const ScratchFolder& folder, const std::string& in, const SetDescription& set) {
  folder.write(in + "/manifest.json", manifest_json(set));
}

}  // namespace tfrec::test
