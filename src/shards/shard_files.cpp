// SPDX-License-Identifier: Apache-2.0
#include "shards/shard_files.hpp"

#include <algorithm>
#include <cerrno>
#include <glob.h>
#include <sys/stat.h>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/folder_entries.hpp"
#include "base/files/real_path.hpp"
#include "base/text/shell_word.hpp"
#include "shards/publish/existing_set.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

std::string kind_of(mode_t mode) {
  return S_ISFIFO(mode) ? "a FIFO" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/// Walks a tree with the identities of the folders above the present one, so that a link back up ends there.
class Walk {
 public:
  void enter(const fs::path& folder) {
    throw_if_stopped();
    const FileId id = file_id(folder);
    if (id == FileId{}) throw system_error(errno, folder.string(), "cannot open");
    if (std::find(m_above.begin(), m_above.end(), id) != m_above.end()) return;
    m_above.push_back(id);
    for (const fs::path& entry : entries_in(folder)) visit(entry);
    m_above.pop_back();
  }

  FolderEntries found;

 private:
  void visit(const fs::path& entry) {
    struct stat facts {};
    if (::stat(entry.c_str(), &facts) != 0) {
      // Otherwise gone meanwhile.
      if (::lstat(entry.c_str(), &facts) == 0) found.others.push_back({entry, "links to nothing"});
    } else if (S_ISREG(facts.st_mode)) {
      found.files.push_back(entry);
    } else if (S_ISDIR(facts.st_mode)) {
      if (entry.filename() == k_staging_name) {
        found.staging.push_back(entry);
      } else {
        if (fs::is_symlink(entry)) found.links.push_back(entry);
        enter(entry);
      }
    } else {
      found.others.push_back({entry, "is " + kind_of(facts.st_mode) + ", not a file"});
    }
  }

  std::vector<FileId> m_above;
};

struct GlobMatches {
  glob_t found{};
  ~GlobMatches() { ::globfree(&found); }
};

std::vector<fs::path> glob_matches(const std::string& pattern) {
  GlobMatches matches;
  const int outcome = ::glob(pattern.c_str(), 0, nullptr, &matches.found);
  if (outcome == GLOB_NOSPACE) throw std::bad_alloc();
  if (outcome != 0) {
    const std::string folder = fs::path(pattern).parent_path().string();
    throw Error(ErrorKind::bad_data, pattern, "matches nothing",
                is_folder(folder) ? "a folder is searched with its sub-folders: " + shell_path(folder) : "");
  }
  std::vector<fs::path> paths(matches.found.gl_pathv, matches.found.gl_pathv + matches.found.gl_pathc);
  std::sort(paths.begin(), paths.end(),
            [](const fs::path& a, const fs::path& b) { return a.native() < b.native(); });
  return paths;
}

}  // namespace

bool is_folder(const fs::path& path) {
  std::error_code failed;
  return fs::is_directory(path, failed);
}

std::vector<fs::path> paths_of(const std::string& argument) {
  struct stat facts {};
  if (::stat(argument.c_str(), &facts) == 0) return {fs::path(argument)};
  const int reason = errno;
  if (argument.find_first_of("*?[") != std::string::npos) return glob_matches(argument);
  if (reason == ENOENT || reason == ENOTDIR || reason == ENAMETOOLONG) {
    throw Error(ErrorKind::usage, argument, "no such file or folder");
  }
  throw system_error(reason, argument, "cannot open");
}

FolderEntries entries_beneath(const fs::path& folder) {
  Walk walk;
  walk.enter(folder);
  return std::move(walk.found);
}

}  // namespace tfrec
