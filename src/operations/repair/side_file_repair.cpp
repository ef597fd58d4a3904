// SPDX-License-Identifier: Apache-2.0
#include "operations/repair/side_file_repair.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/files/real_path.hpp"
#include "base/text/printable.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/classes/label_map.hpp"
#include "sets/cards/cards.hpp"
#include "sets/making/part_folders.hpp"
#include "sets/making/side_files.hpp"
#include "sets/merge/merge_classes.hpp"
#include "sets/options/earlier_set.hpp"

namespace tfrec {

namespace {

/// The card, the list of classes or the label map with this file name; nothing if the manifest does not have
/// the names of its classes, or its ids and their base may be those of other classes.
std::optional<std::string> file_from_manifest(const Manifest& manifest, const std::string& file) {
  if (!manifest.recipe_problem.empty()) return std::nullopt;
  if (is_card(file)) return card_content(manifest, file);
  for (const ClassColumn& column : manifest.classes) {
    const bool is_only_list = manifest.classes.size() == 1 && file.ends_with(k_labels_ending);
    if (!column.has_names) continue;
    const ClassList classes = class_list(column, label_base_of(manifest));
    if (column.file == file || is_only_list) return classes_file_content(classes, !column.ids.empty());
    if (label_map_file(column.file) == file) return label_map_content(classes);
  }
  return std::nullopt;
}

/// Why a file is not written.
std::string loss_of(const Manifest& manifest) {
  if (manifest.recipe_problem.empty()) return ", and no shard contains its content";
  return ", and the manifest is damaged: " + printable(manifest.recipe_problem);
}

/// Adds an intact file; else returns why it is not copied. Where its content is not compared with the
/// manifest, a link could lead to any file.
std::string copy_side_file(const ShardSet& set, const std::string& name,
                           std::vector<RepairedSideFile>& files) {
  const std::filesystem::path file = set.folder / name;
  const bool may_be_any = !is_compared(name, *set.manifest);
  if (may_be_any && !lies_in(real_path(file), real_path(set.folder)))
    return "is a link that leads out of the set (`cp -rL` copies a set with its files)";
  try {
    if (may_be_any) {
      files.push_back({name, read_whole(file, k_max_manifest_bytes)});
    } else {
      files.push_back({.name = name, .content = {}, .source = file});
    }
    return {};
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    return error.message();
  }
}

}  // namespace

std::uint64_t RepairedSideFile::write(const std::filesystem::path& staged) const {
  if (!source.empty()) return copy_file_atomically(source, staged);
  write_file_atomically(staged, content);
  return content.size();
}

std::vector<RepairedSideFile> repair_side_files(const ShardSet& set, std::vector<RepairProblem>& problems) {
  const std::vector<SideFileProblem> found = side_file_problems(set.folder, *set.manifest);
  std::vector<RepairedSideFile> files;
  for (const std::string& name : set.manifest->all_side_files()) {
    const auto problem = std::ranges::find(found, name, &SideFileProblem::file);
    const std::string message = problem != found.end() ? problem->message : copy_side_file(set, name, files);
    if (message.empty()) continue;
    std::optional<std::string> list = file_from_manifest(*set.manifest, name);
    problems.push_back({.path = (set.folder / name).string(),
                        .message = message + (list ? "; written from the manifest" : loss_of(*set.manifest)),
                        .is_file_lost = !list});
    if (list) files.push_back({name, std::move(*list)});
  }
  return files;
}

}  // namespace tfrec
