// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/folder_walk.hpp"

#include <algorithm>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "base/files/file.hpp"
#include "base/files/real_path.hpp"
#include "base/text/ascii.hpp"
#include "base/text/nearest_path.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/folder/image_extension.hpp"

namespace tfrec {

namespace {

/// A folder is entered through links at most this often: links from folder to folder could else make more
/// paths than there are atoms without a single loop.
constexpr int k_most_entries_by_link = 64;
constexpr std::size_t k_most_extensions = 100;
constexpr std::size_t k_longest_extension = 16;

using Identity = std::pair<dev_t, ino_t>;

enum class EntryKind : std::uint8_t { file, folder, special, broken_link };

struct Entry {
  std::string name;  // a folder's ends in '/', so that sorted entries make sorted paths
  EntryKind kind = EntryKind::file;
  bool is_link = false;
};

EntryKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return EntryKind::file;
  return S_ISDIR(mode) ? EntryKind::folder : EntryKind::special;
}

/// What an entry is; asks the disk only where the folder itself does not record it.
Entry classify(int folder, const dirent& found) {
  Entry entry{found.d_name, EntryKind::special, found.d_type == DT_LNK};
  struct stat facts {};
  if (found.d_type == DT_UNKNOWN && ::fstatat(folder, found.d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0) {
    entry.is_link = S_ISLNK(facts.st_mode);
  }
  if (found.d_type == DT_REG) {
    entry.kind = EntryKind::file;
  } else if (found.d_type == DT_DIR) {
    entry.kind = EntryKind::folder;
  } else if (entry.is_link || found.d_type == DT_UNKNOWN) {
    const bool there = ::fstatat(folder, found.d_name, &facts, 0) == 0;
    entry.kind = there ? kind_of(facts.st_mode) : EntryKind::broken_link;
  }
  if (entry.kind == EntryKind::folder) entry.name += '/';
  return entry;
}

/// ".txt" of "a.TXT"; empty if there is none or it is too long for one.
std::string extension_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || name.size() - dot > k_longest_extension) return {};
  return lowered(name.substr(dot));
}

/// Of a folder that exists.
std::optional<Identity> identity_of(const std::filesystem::path& folder) {
  struct stat facts {};
  if (folder.empty() || ::stat(folder.c_str(), &facts) != 0) return std::nullopt;
  return Identity{facts.st_dev, facts.st_ino};
}

class Walk {
 public:
  Walk(const std::filesystem::path& root, const PassedOver& passed_over, const WalkRules& rules)
      : m_rules(rules), m_mask_suffix(passed_over.mask_suffix) {
    m_result.root = root;
    require_image_folder(root);
    m_root = FileDescriptor(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!m_root.is_open()) throw system_error(errno, root.string(), "cannot open");
    std::error_code failed;
    m_canonical_root = std::filesystem::canonical(root, failed);
    m_output = identity_of(passed_over.output);
    m_masks = identity_of(passed_over.masks);
  }

  ImageFolder run() {
    enter("", false, false);
    for (const std::size_t other : m_leaving_others) {
      m_result.leaving.push_back(static_cast<std::uint32_t>(m_result.paths.size() + other));
    }
    return std::move(m_result);
  }

 private:
  /// `relative` is empty or ends in '/'; `outside`: it lies outside root.
  void enter(const std::string& relative, bool by_link, bool outside) {
    throw_if_stopped();
    Identity identity;
    std::vector<Entry> entries;
    if (!read_folder(relative, by_link, identity, entries)) return;
    m_above.push_back(identity);
    const auto [known, is_first] = m_first_path.try_emplace(identity, relative);
    const std::size_t before = m_result.paths.size();
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
    for (const Entry& entry : entries) take(entry, relative + entry.name, outside);
    if (!is_first && m_result.paths.size() > before) add_same_folder(known->second, relative);
    m_above.pop_back();
  }

  /// Of the first folder that two paths lead to, not of those in it.
  void add_same_folder(const std::string& first, const std::string& second) {
    const auto bare = [](const std::string& path) { return path.substr(0, path.size() - 1); };
    std::optional<SameFolder>& known = m_result.same_folder;
    if (!known || known->second.starts_with(second)) known = SameFolder{bare(first), bare(second)};
  }

  /// False if the folder is not to be entered. Its descriptor is closed on return, so that depth costs
  /// none.
  bool read_folder(const std::string& relative, bool by_link, Identity& identity,
                   std::vector<Entry>& entries) {
    const int fd =
        ::openat(m_root.get(), relative.empty() ? "." : relative.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) throw system_error(errno, shown(relative), "cannot open the folder");
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::fdopendir(fd), ::closedir);
    struct stat facts {};
    if (!folder || ::fstat(fd, &facts) != 0)
      throw system_error(errno, shown(relative), "cannot read the folder");
    identity = {facts.st_dev, facts.st_ino};
    if (!may_enter(identity, by_link)) return false;
    errno = 0;
    while (const dirent* found = ::readdir(folder.get())) {
      if (!is_hidden(found->d_name)) entries.push_back(classify(fd, *found));
      errno = 0;
    }
    if (errno != 0) throw system_error(errno, shown(relative), "cannot read the folder");
    return true;
  }

  bool may_enter(const Identity& identity, bool by_link) {
    const bool is_below_root = !m_above.empty() && identity != m_above.front();
    if (is_below_root && identity == m_output) {
      ++m_result.skipped.output;
      return false;
    }
    if (is_below_root && identity == m_masks) return false;
    const bool loops = std::find(m_above.begin(), m_above.end(), identity) != m_above.end();
    if (loops || (by_link && ++m_entries_by_link[identity] > k_most_entries_by_link)) {
      ++m_result.skipped.loops;
      return false;
    }
    return true;
  }

  bool is_hidden(const std::string_view name) {
    if (name == "." || name == "..") return true;
    const bool macosx = name == "__MACOSX";
    m_result.skipped.macosx += macosx ? 1U : 0U;
    m_result.skipped.hidden += name.starts_with('.') ? 1U : 0U;
    return macosx || name.starts_with('.');
  }

  void take(const Entry& entry, const std::string& relative, bool outside) {
    if (entry.is_link && m_rules.any_file && entry.kind != EntryKind::broken_link)
      outside = leads_out(relative);
    switch (entry.kind) {
      case EntryKind::file:
        take_file(entry.name, relative, outside);
        break;
      case EntryKind::folder:
        enter(relative, entry.is_link, outside);
        break;
      case EntryKind::broken_link:
        ++m_result.skipped.broken_links;
        break;
      case EntryKind::special:
        m_result.skipped.special += has_image_extension(entry.name, m_rules.inputs) ? 1U : 0U;
        break;
    }
  }

  void take_file(const std::string& name, const std::string& relative, bool outside) {
    if (has_suffix(name, m_mask_suffix)) {
      ++m_result.skipped.masks;
      return;
    }
    if (has_image_extension(name, m_rules.inputs)) {
      if (outside) m_result.leaving.push_back(static_cast<std::uint32_t>(m_result.paths.size()));
      m_result.paths.push_back(relative);
      return;
    }
    std::map<std::string, std::uint64_t>& counts = m_result.skipped.other_extensions;
    const std::string extension = extension_of(name);
    ++counts[counts.size() < k_most_extensions || counts.contains(extension) ? extension : "…"];
    if (!m_rules.any_file) return;
    if (outside) m_leaving_others.push_back(m_result.others.size());
    m_result.others.push_back(relative);
  }

  bool leads_out(const std::string& relative) const {
    std::error_code failed;
    const std::filesystem::path target = std::filesystem::canonical(m_canonical_root / relative, failed);
    return failed || !lies_in(target, m_canonical_root);
  }

  std::string shown(const std::string& relative) const { return (m_result.root / relative).string(); }

  WalkRules m_rules;
  ImageFolder m_result;
  FileDescriptor m_root;
  std::filesystem::path m_canonical_root;
  std::optional<Identity> m_output;
  std::optional<Identity> m_masks;
  std::string m_mask_suffix;
  std::vector<Identity> m_above;  // the folders from root down to the one being read
  std::map<Identity, int> m_entries_by_link;
  std::map<Identity, std::string> m_first_path;
  std::vector<std::size_t> m_leaving_others;
};

}  // namespace

void require_image_folder(const std::filesystem::path& root) {
  struct stat facts {};
  if (::stat(root.c_str(), &facts) != 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      throw Error(ErrorKind::usage, root.string(), "no such folder", nearest_folder_hint(root));
    throw system_error(errno, root.string(), "cannot open");
  }
  if (S_ISDIR(facts.st_mode)) return;
  const bool is_table = extension_of(root.filename().string()) == ".csv";
  throw Error(ErrorKind::usage, root.string(), "is not a folder of images",
              is_table ? "a table is given as --labels " + shell_path(root.string()) : "");
}

ImageFolder walk_folder(const std::filesystem::path& root, const PassedOver& passed_over,
                        const WalkRules& rules) {
  return Walk(root, passed_over, rules).run();
}

}  // namespace tfrec
