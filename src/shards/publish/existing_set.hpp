// SPDX-License-Identifier: Apache-2.0
// What is in OUT before a set is written there, and whether it may be removed.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace tfrec {

/// The folder in OUT that contains a set while it is made.
inline constexpr const char* k_staging_name = ".tfrec-build";

/// Whether a file name is one that files of a set have: shards, the manifest, lists of classes, bad.csv, …
/// Indexes lie beside shards, and are not of the set.
bool is_file_of_set(std::string_view file_name);

/// Whether a name in a set's folder is that of a file beside shards: lists of classes and of rows, label
/// maps, cards, and those for TensorFlow Datasets, which alone may lie in a folder.
bool is_side_file_of_tool(std::string_view name);

/// Whether a name in folder `out` is a regular file that no link leads to. One that is gone is fine; one that
/// can't be looked at is not.
bool is_file_within(const std::filesystem::path& out, const std::string& name);

/// Whether a name in folder `out` is gone, or is a file of the tool that lies within it. A shard's extension
/// or the name of a file beside shards is enough. A manifest, an index and any other file, as IMG1-22.jpg,
/// need the right content.
bool is_own_or_gone(const std::filesystem::path& out, const std::string& name);

/// Whether a folder has a manifest, of tfrec or of another program.
bool holds_set(const std::filesystem::path& folder);

/// What is in OUT, as far as a build needs to know.
struct ExistingSet {
  bool complete = false;           // it has a manifest
  std::vector<std::string> files;  // the manifest and what it owns, relative to OUT
};

/// The indexes that tfrec wrote for a file of OUT, if that is a shard: without it they are of no use, and
/// beside a new shard of its name they are wrong. Any other file of such a name stays.
std::vector<std::string> indexes_of(const std::filesystem::path& out, const std::string& name);

/// Looks at OUT, which need not exist. Throws Error (usage) if it is not a folder and can't become one, where
/// it holds a set or shards that a build would mix with, unless `overwrite` and all of them belong to a set
/// of the tool, and where its manifest is another program's, damaged, or names what no set of the tool
/// consists of.
ExistingSet look_at_output(const std::filesystem::path& out, bool overwrite);

/// The refusal of the set that is asked for, with a file that is missing or changed.
Error damaged_set_refused(const std::filesystem::path& out, const std::string& damage);
/// The refusal of a set that is there already; `difference` from what is asked for, for people. If the set
/// asked for `may_deal_anew`, the hint shows how images keep their splits.
Error complete_set_refused(const std::filesystem::path& out, const std::string& difference = {},
                           bool may_deal_anew = false);

/// Throws Error (usage) if a file of one of these names is in OUT and does not belong to `existing`, or if
/// that can't be replaced, for something in OUT is on another mount.
void require_free_names(const std::filesystem::path& out, const ExistingSet& existing,
                        const std::vector<std::string>& names);

/// Throws Error (usage) if a file has the name of one of the `folders` (below `out`) that a set has,
/// or one is a link or on another file system, where nothing can be renamed into.
void require_free_folders(const std::filesystem::path& out, const std::set<std::string>& folders);

/// Throws Error (usage) if `path`, which is in `out`, is there and on another file system or another mount.
void require_same_mount(const std::filesystem::path& out, const std::filesystem::path& path);

/// Throws Error (usage) if one of these folders, each in the one before it, is a link: files would be made,
/// or replaced, elsewhere.
void require_no_links(const std::filesystem::path& out, const std::filesystem::path& folder);

}  // namespace tfrec
