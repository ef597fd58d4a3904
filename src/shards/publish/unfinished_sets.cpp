// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/unfinished_sets.hpp"

#include <algorithm>
#include <system_error>

#include "base/files/real_path.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "shards/publish/existing_set.hpp"
#include "shards/publish/publication.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

std::string problem_of(const fs::path& staging, const UnfinishedPublication& publication) {
  std::error_code failed;
  const bool is_build = fs::exists(staging / k_planned_name, failed);
  const std::string commands =
      is_build ? "`tfrec build` or `tfrec finish`" : "`tfrec reshard` or `tfrec repair`";
  if (publication.is_damaged) {
    return "is an unfinished set with a damaged journal: move " + printable(staging.string()) +
           " away, then make the set again";
  }
  return "is an unfinished set: " + format_count(publication.placed) + " of " +
         counted(publication.files, "file has its name", "files have their names") + "; run the " + commands +
         " that writes it again, which completes it";
}

/// Whether the journal names the file, or one in the folder, that lies at `below` in the set.
bool concerns(const UnfinishedPublication& publication, const fs::path& below) {
  if (publication.is_damaged || below == ".") return true;
  const std::string name = below.generic_string();
  return std::any_of(publication.names.begin(), publication.names.end(),
                     [&](const std::string& file) { return file == name || file.starts_with(name + "/"); });
}

}  // namespace

fs::path folder_above(const fs::path& folder) {
  const fs::path name = folder.filename();
  if (name.empty() && folder.has_relative_path()) return folder_above(folder.parent_path());  // "out/"
  if (folder == ".") return "..";
  if (name == "." || name == "..") return folder / "..";
  return parent_folder(folder);
}

bool UnfinishedSets::look_at(const fs::path& folder, const std::vector<fs::path>& staging) {
  bool found = look(folder, folder);
  for (const fs::path& beneath : staging) found = look(beneath.parent_path(), beneath.parent_path()) || found;
  return look_above(folder) || found;
}

bool UnfinishedSets::look_above(const fs::path& path) {
  bool found = look_above_of(path, path);
  // Where a link leads to the path, the set is above the folder that the link leads to.
  const fs::path real = real_path(path);
  return (real != path && look_above_of(real, path)) || found;
}

bool UnfinishedSets::look_above_of(fs::path folder, const fs::path& path) {
  bool found = false;
  // A folder of splits is itself one of the folders between a set's and its shards.
  for (int depth = 0; depth <= k_set_depth; ++depth) {
    folder = folder_above(folder);
    found = look(folder, path) || found;
  }
  return found;
}

bool UnfinishedSets::look(const fs::path& folder, const fs::path& path) {
  const fs::path staging = folder / k_staging_name;
  const auto [known, fresh] = m_is_interrupted.try_emplace(folder.string(), false);
  if (fresh) known->second = is_publication_interrupted(staging);
  if (!known->second) return false;
  const fs::path set = real_path(folder);
  const fs::path below = real_path(path).lexically_relative(set);
  const auto publication = unfinished_publication(staging);
  if (!publication || !concerns(*publication, below)) return false;
  if (m_known.insert(set.string()).second) m_sets.push_back({folder, problem_of(staging, *publication)});
  return true;
}

}  // namespace tfrec
