// SPDX-License-Identifier: Apache-2.0
#include "shards/staging.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "shards/manifest.hpp"
#include "shards/publication.hpp"
#include "shards/shard_name.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_lock_name = "lock";

/// The first file below `out` that reads as a shard of some set but belongs to none of `owned`.
std::string foreign_shard(const fs::path& out, const std::vector<std::string>& owned) {
  std::error_code failed;
  auto entry = fs::recursive_directory_iterator(out, failed);
  for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    if (entry->path().filename() == k_staging_name) {
      entry.disable_recursion_pending();
      continue;
    }
    const std::string name = entry->path().lexically_relative(out).generic_string();
    if (has_shard_name(entry->path().filename().string()) &&
        std::find(owned.begin(), owned.end(), name) == owned.end())
      return name;
  }
  if (failed) throw system_error(failed.value(), out.string(), "cannot list");
  return {};
}

}  // namespace

Staging::Staging(fs::path out) : m_out(std::move(out)), m_folder(m_out / k_staging_name) {
  m_made_out = make_folder(m_out);
  if (fs::is_symlink(m_folder)) {  // what it leads to is not ours to clear
    throw Error(ErrorKind::usage, m_folder.string(), "is a link", "remove it");
  }
  make_folder(m_folder);
  lock();
  finish_interrupted_publication(m_folder, m_out);
  for (const auto& entry : fs::directory_iterator(m_folder)) {
    if (entry.path().filename() != k_lock_name) fs::remove_all(entry.path());
  }
}

void Staging::lock() {
  const fs::path file = m_folder / k_lock_name;
  m_lock = FileDescriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!m_lock.is_open()) throw system_error(errno, file.string(), "cannot create");
  if (::flock(m_lock.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) throw system_error(errno, file.string(), "cannot lock");
  throw Error(ErrorKind::machine, m_out.string(), "another build is writing here", "wait until it has ended");
}

Staging::~Staging() {
  std::error_code ignored;
  if (is_publication_interrupted(m_folder)) return;  // the next build completes it
  fs::remove_all(m_folder, ignored);
  if (m_made_out) fs::remove(m_out, ignored);  // only where it is empty
}

bool complete_interrupted_build(const fs::path& out) {
  if (!is_publication_interrupted(out / k_staging_name)) return false;
  const Staging staging(out);
  return true;
}

ExistingSet look_at_output(const fs::path& out, bool overwrite) {
  ExistingSet existing;
  std::error_code failed;
  const fs::file_status status = fs::status(out, failed);
  if (status.type() == fs::file_type::not_found) return existing;
  if (failed) throw system_error(failed.value(), out.string(), "cannot look at it");
  if (!fs::is_directory(status)) throw Error(ErrorKind::usage, out.string(), "is not a folder");
  const fs::path manifest = out / k_manifest_name;
  if (fs::exists(manifest)) {
    existing.complete = true;
    if (!overwrite) {
      throw Error(ErrorKind::usage, out.string(), "holds a complete set already",
                  "name another folder with -o, or replace the set with --overwrite");
    }
    existing.files.emplace_back(k_manifest_name);
    const Manifest owned = read_manifest(manifest);
    for (const ManifestShard& shard : owned.shards) existing.files.push_back(shard.path);
    existing.files.insert(existing.files.end(), owned.side_files.begin(), owned.side_files.end());
  }
  const std::string foreign = foreign_shard(out, existing.files);
  if (!foreign.empty()) {
    throw Error(ErrorKind::usage, (out / foreign).string(), "is a shard that no set of tfrec here owns",
                "readers would mix it with the new ones; name another folder with -o");
  }
  return existing;
}

void require_free_names(const fs::path& out, const ExistingSet& existing,
                        const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    std::error_code failed;
    const bool owned = std::find(existing.files.begin(), existing.files.end(), name) != existing.files.end();
    if (owned || !fs::exists(fs::symlink_status(out / name, failed))) continue;
    throw Error(ErrorKind::usage, (out / name).string(), "is there already, and no set of tfrec here owns it",
                "move it away, or name another folder with -o");
  }
}

}  // namespace tfrec
