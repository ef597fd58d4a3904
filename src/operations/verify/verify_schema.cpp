// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/text/printable.hpp"
#include "operations/verify/verify_set.hpp"
#include "sets/merge/schema_difference.hpp"

namespace tfrec {

std::vector<SetProblem> check_schemas(const FoundShards& found, const std::vector<FileVerdict>& verdicts) {
  std::map<std::string, std::vector<std::size_t>> folders;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    folders[found.shards[i].path.parent_path().string()].push_back(i);
  }
  std::vector<SetProblem> problems;
  for (const auto& [folder, shards] : folders) {
    std::vector<SchemaOfFile> files;
    for (const std::size_t i : shards) {
      files.push_back({&verdicts[i].schema, printable(found.shards[i].file_name())});
    }
    for (SchemaDifference& odd : schema_differences(files)) {
      problems.push_back({"schema", verdicts[shards[odd.file]].file.path, std::move(odd.message)});
    }
  }
  return problems;
}

}  // namespace tfrec
