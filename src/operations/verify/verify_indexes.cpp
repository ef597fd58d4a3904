// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <system_error>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "operations/verify/verify_set.hpp"
#include "shards/names/index_file.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// What is wrong with the index at `path`. The kind is empty if the index fits, or if the file is missing or
/// is not an index.
SetProblem problem_of_index(const fs::path& path, const fs::path& shard) {
  std::error_code failed;
  if (!fs::is_regular_file(path, failed)) return {};
  try {
    const InputFile index(path);
    if (!is_index(index) || is_index_of(index, InputFile(shard))) return {};
    return {"index", path.string(),
            "does not fit " + printable(shard.filename().string()) + "; tfrec index writes it again"};
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::machine) throw;
    return {"unreadable", path.string(), printable(error.message())};
  }
}

}  // namespace

std::vector<SetProblem> check_indexes(const FoundShards& found, const std::vector<FileVerdict>& verdicts) {
  std::vector<SetProblem> problems;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    throw_if_stopped();
    const bool is_intact = verdicts[i].was_read && verdicts[i].file.problems.empty();
    if (!is_intact || verdicts[i].compression != Compression::none) continue;
    const fs::path& shard = found.shards[i].path;
    for (const IndexFormat format : {IndexFormat::dali, IndexFormat::tfindex}) {
      const fs::path index = shard.parent_path() / index_name(found.shards[i].file_name(), format);
      SetProblem problem = problem_of_index(index, shard);
      if (!problem.kind.empty()) problems.push_back(std::move(problem));
    }
  }
  return problems;
}

}  // namespace tfrec
