// SPDX-License-Identifier: Apache-2.0
#include "shards/publish/publication.hpp"

#include <cerrno>
#include <set>
#include <system_error>
#include <unistd.h>

#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/files/folder_entries.hpp"
#include "base/text/printable.hpp"
#include "base/text/shell_word.hpp"
#include "shards/publish/existing_set.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t k_most_open = 64;  // files that are written but not yet synced

/// A file that is gone is fine, also where a file has taken the place of its folder.
void remove_file(const fs::path& file) {
  if (::unlink(file.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR)
    throw system_error(errno, file.string(), "cannot remove");
}

/// Renames; where the source is gone, an earlier try has done it.
void rename_once(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return;
  const int reason = errno;
  std::error_code failed;
  if (reason == ENOENT && fs::exists(to, failed)) return;
  throw system_error(reason, to.string(), "cannot rename into place");
}

/// Where a manifest is there, nothing of its set is gone yet; else shards may be in the way of a build.
std::string way_out(const fs::path& staging) {
  return "move " + shell_path(staging.string()) + " away, then run the same command again" +
         (holds_set(staging.parent_path()) ? ""
                                           : ", with another -o if it refuses the shards that are there");
}

/// A damaged one can't be carried out, and what it had done can't be undone: people have to choose.
PublicationPlan read_whole_plan(const fs::path& staging) {
  try {
    return read_journal(staging / k_journal_name);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    throw Error(error.kind(), error.path(), error.message(), way_out(staging));
  }
}

/// Names that new files took in an earlier try: they are no longer those of the old set.
std::set<std::string> published_names(const fs::path& staging, const PublicationPlan& plan) {
  std::set<std::string> published;
  for (const Publication& file : plan.files) {
    std::error_code failed;
    if (fs::symlink_status(staging / file.staged, failed).type() == fs::file_type::not_found)
      published.insert(file.name);
  }
  return published;
}

/// The old set's manifest goes for good before anything else of it.
void remove_old(const fs::path& out, const PublicationPlan& plan, const std::set<std::string>& published) {
  for (std::size_t i = 0; i < plan.removed.size(); ++i) {
    if (!published.contains(plan.removed[i])) remove_file(out / plan.removed[i]);
    if (i == 0) sync_folder(out);
  }
}

/// Makes the folders of the new names; returns them and OUT.
std::set<fs::path> make_folders(const fs::path& out, const PublicationPlan& plan) {
  std::set<fs::path> folders{out};
  for (const Publication& file : plan.files) {
    const fs::path folder = fs::path(file.name).parent_path();
    if (folder.empty() || folders.contains(out / folder)) continue;
    make_folder(out / folder);
    fs::path made = out;
    for (const fs::path& step : folder) folders.insert(made /= step);
  }
  return folders;
}

/// Folders of splits and sizes that the old set had alone, where nothing else is in them.
void remove_left_folders(const fs::path& out, const PublicationPlan& plan, const std::set<fs::path>& wanted) {
  for (const std::string& name : plan.removed) {
    for (fs::path folder = fs::path(name).parent_path(); !folder.empty(); folder = folder.parent_path()) {
      if (wanted.contains(out / folder) || ::rmdir((out / folder).c_str()) != 0) break;
    }
  }
}

/// What describes the files that have left the staging folder is removed before the plan, so that a crash
/// between leaves nothing that looks like an unfinished build.
void remove_rest(const fs::path& staging) {
  empty_folder(staging, {k_journal_name, k_lock_name});
}

void carry_out(const fs::path& staging, const fs::path& out, const PublicationPlan& plan,
               const std::set<std::string>& published) {
  const std::set<fs::path> folders = make_folders(out, plan);
  remove_old(out, plan, published);
  remove_left_folders(out, plan, folders);
  for (const Publication& file : plan.files) {
    if (&file == &plan.files.back()) {  // the manifest: everything else is safe before it appears
      for (const fs::path& folder : folders) sync_folder(folder);
    }
    rename_once(staging / file.staged, out / file.name);
  }
  sync_folder(out);
  remove_rest(staging);
}

/// Another program may have removed or cut a file since it was written, or a crash of the machine may have.
void check_whole(const fs::path& file, std::uint64_t bytes, const std::string& hint) {
  std::error_code failed;
  const std::uintmax_t found = fs::file_size(file, failed);
  if (!failed && found == bytes) return;
  throw Error(ErrorKind::machine, file.string(),
              failed ? "another program removed it"
                     : "another program changed it: it has " + std::to_string(found) + " bytes instead of " +
                           std::to_string(bytes),
              hint);
}

/// A journal that survives a crash names files that do: of one that is gone, nobody knows if it was
/// published.
void sync_staged(const fs::path& staging, const PublicationPlan& plan) {
  std::set<fs::path> folders;
  for (const Publication& file : plan.files) folders.insert((staging / file.staged).parent_path());
  for (const fs::path& folder : folders) sync_folder(folder);
}

/// The nearest folder of `out` / `name` that is there: files are removed from it, or put there.
void require_writable_folder(const fs::path& out, const std::string& name) {
  std::error_code failed;
  fs::path folder = out / fs::path(name).parent_path();
  while (folder != out && fs::status(folder, failed).type() == fs::file_type::not_found)
    folder = folder.parent_path();
  if (fs::is_directory(folder, failed) && ::access(folder.c_str(), W_OK | X_OK) != 0)
    throw system_error(errno, folder.string(), "cannot write into it");
}

/// Nothing in the place of a new file may be replaced but what is removed; a folder would stop a rename.
void require_free_target(const fs::path& out, const std::string& name, bool is_removed) {
  const fs::path file = out / name;
  std::error_code failed;
  const fs::file_status status = fs::symlink_status(file, failed);
  if (!fs::status_known(status)) throw system_error(failed.value(), file.string(), "cannot look at it");
  if (fs::is_directory(file, failed)) {
    throw Error(ErrorKind::usage, file.string(), "is a folder, but the set needs a file there",
                "move it away, or use another -o");
  }
  if (fs::exists(status) && !is_removed) {
    throw Error(ErrorKind::usage, file.string(), "already exists and is not part of a set",
                "move it away, or use another -o");
  }
}

/// Whatever could stop the publication half-way is looked for before anything is removed.
void require_possible(const fs::path& out, const PublicationPlan& plan,
                      const std::set<std::string>& published) {
  const std::set<std::string> removed(plan.removed.begin(), plan.removed.end());
  require_same_mount(out, out / k_staging_name);
  std::set<std::string> folders;
  for (const Publication& file : plan.files) {
    if (!published.contains(file.name)) folders.insert(fs::path(file.name).parent_path().string());
  }
  require_free_folders(out, folders);
  for (const Publication& file : plan.files) {
    if (published.contains(file.name)) continue;
    require_free_target(out, file.name, removed.contains(file.name));
    require_writable_folder(out, file.name);
  }
  for (const std::string& name : removed) {
    std::error_code failed;
    if (fs::exists(out / name, failed)) require_writable_folder(out, name);
    require_same_mount(out, out / name);
  }
}

/// Those of all shards that go or come are of other bytes from then on.
void add_indexes(const fs::path& out, PublicationPlan& plan) {
  std::set<std::string> shards(plan.removed.begin(), plan.removed.end());
  const std::set<std::string> removed = shards;
  for (const Publication& file : plan.files) shards.insert(file.name);
  for (const std::string& shard : shards) {
    for (std::string& index : indexes_of(out, shard)) {
      if (!removed.contains(index)) plan.removed.push_back(std::move(index));
    }
  }
}

/// The text of one that the next run can carry out after a crash.
std::string sound_journal(const fs::path& out, const PublicationPlan& plan) {
  std::string journal = journal_json(plan);
  try {
    parse_journal(journal, k_journal_name);
  } catch (const Error& error) {
    throw Error(ErrorKind::usage, out.string(), "can't contain these files: " + error.message(),
                "nothing was published");
  }
  return journal;
}

/// The journal may be made by hand: only what the tool writes is ever removed or moved.
void require_own_files(const fs::path& staging, const fs::path& out, const PublicationPlan& plan,
                       const std::set<std::string>& published) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::bad_data, (staging / k_journal_name).string(), what, way_out(staging));
  };
  for (const std::string& name : plan.removed) {
    if (!published.contains(name) && !is_own_or_gone(out, name))
      refuse("names '" + printable(name) + "', which is not a file of tfrec");
  }
  for (const Publication& file : plan.files) {
    if (!published.contains(file.name) && !is_file_within(staging, file.staged))
      refuse("names '" + printable(file.staged) + "', which is not a file in its folder");
  }
  require_possible(out, plan, published);
}

}  // namespace

void StagedFiles::add(const std::string& name, std::string_view content) {
  if (m_files.size() == k_most_open) {
    AtomicFile::commit_each(m_files);
    m_files.clear();
  }
  make_folder((m_staging / name).parent_path());
  m_files.emplace_back(m_staging / name);
  m_files.back().write(content);
  m_publications.push_back({name, name, content.size()});
}

std::vector<Publication> StagedFiles::commit() {
  AtomicFile::commit_each(m_files);
  return std::move(m_publications);
}

void publish(const fs::path& staging, const fs::path& out, PublicationPlan plan) {
  add_indexes(out, plan);
  const std::string journal = sound_journal(out, plan);
  require_possible(out, plan, {});
  for (const Publication& file : plan.files)
    check_whole(staging / file.staged, file.bytes, "nothing was published: run the same command again");
  sync_staged(staging, plan);
  write_file_atomically(staging / k_journal_name, journal);
  carry_out(staging, out, plan, {});
  remove_file(staging / k_journal_name);
}

bool is_publication_interrupted(const fs::path& staging) {
  std::error_code failed;
  return fs::exists(staging / k_journal_name, failed);
}

std::optional<UnfinishedPublication> unfinished_publication(const fs::path& staging) {
  if (!is_publication_interrupted(staging)) return std::nullopt;
  UnfinishedPublication unfinished;
  try {
    const PublicationPlan plan = read_journal(staging / k_journal_name);
    unfinished.names = plan.removed;
    unfinished.files = plan.files.size();
    for (const Publication& file : plan.files) {
      std::error_code failed;
      const bool is_staged = fs::exists(fs::symlink_status(staging / file.staged, failed));
      const bool is_placed = !is_staged && fs::exists(staging.parent_path() / file.name, failed);
      unfinished.placed += is_placed ? 1 : 0;
      unfinished.names.push_back(file.name);
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    unfinished.is_damaged = true;
    return unfinished;
  }
  if (unfinished.placed == unfinished.files) return std::nullopt;
  return unfinished;
}

void finish_interrupted_publication(const fs::path& staging, const fs::path& out) {
  if (!is_publication_interrupted(staging)) return;
  const PublicationPlan plan = read_whole_plan(staging);
  const std::set<std::string> published = published_names(staging, plan);
  for (const Publication& file : plan.files) {
    check_whole(published.contains(file.name) ? out / file.name : staging / file.staged, file.bytes,
                way_out(staging));
  }
  if (published.size() == plan.files.size()) {  // all is done but for the rest of the staging folder
    sync_folder(out);
    remove_rest(staging);
  } else {
    require_own_files(staging, out, plan, published);
    carry_out(staging, out, plan, published);
  }
  remove_file(staging / k_journal_name);
}

}  // namespace tfrec
