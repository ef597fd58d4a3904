// SPDX-License-Identifier: Apache-2.0
// publication.json: what a publication is to do, written before it begins. Whoever can write into the staging
// folder can write one, so what is read names no file that the tool would not have named.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

inline constexpr const char* k_journal_name = "publication.json";
/// The file in the staging folder that keeps a second build out.
inline constexpr const char* k_lock_name = "lock";

/// A finished, synced file and the name it is to take: both relative, to the staging folder and to OUT.
struct Publication {
  std::string staged;
  std::string name;     // "flowers00-230.tfrec", "192x192/flowers00-230.tfrec"
  std::uint64_t bytes;  // as written
};

/// All that is to happen, in order: `removed` (the files of a set that is replaced, its manifest first) go,
/// then `files` take their names, the manifest last, so that a manifest always means a complete set.
struct PublicationPlan {
  std::vector<std::string> removed;
  std::vector<Publication> files;
};

std::string journal_json(const PublicationPlan& plan);

/// Throws Error (bad_data) if the file is not a journal, if a name leads out of its folder, occurs twice or
/// is a hidden file's (but for a shard's), or if a name to remove is neither one that the tool gives nor a
/// new file's.
PublicationPlan read_journal(const std::filesystem::path& file);
/// The same of text; `name` is used in messages.
PublicationPlan parse_journal(std::string_view text, const std::string& name);

}  // namespace tfrec
