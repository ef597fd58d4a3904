// SPDX-License-Identifier: Apache-2.0
#include "operations/dependency_file.hpp"

#include <set>
#include <system_error>

#include "base/atomic_file.hpp"
#include "base/make_rules.hpp"
#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "shards/manifest.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const fs::path& path) {
  const fs::path plain = path.has_filename() ? path : path.parent_path();  // "out/" is in "."
  return plain.has_parent_path() ? plain.parent_path() : fs::path(".");
}

fs::path resolved(const fs::path& path) {
  std::error_code failed;
  return fs::weakly_canonical(path, failed);
}

/// Every image, and every folder between it and the root.
void add_images(const BuildInput& input, std::set<std::string>& files, std::set<std::string>& folders) {
  const auto add = [&](const std::string& image) {
    files.insert((input.folder.root / image).string());
    for (std::size_t slash = image.rfind('/'); slash != std::string::npos && slash > 0;
         slash = image.rfind('/', slash - 1)) {
      if (!folders.insert((input.folder.root / image.substr(0, slash)).string()).second) break;
    }
  };
  folders.insert((input.folder.root / "").parent_path().string());
  for (const std::string& image : input.folder.paths) add(image);
  for (std::size_t row = 0; row < input.rows->size(); ++row) add(input.rows->image_path(row));
}

void add_options(const BuildOptions& options, std::set<std::string>& files) {
  std::error_code failed;
  const fs::path like =
      fs::is_directory(options.like, failed) ? options.like / k_manifest_name : options.like;
  for (const fs::path& file : {options.labels, options.classes, like, options.config}) {
    if (!file.empty()) files.insert(file.string());
  }
}

std::vector<std::string> prerequisites(PreparedParts parts, const BuildOptions& options) {
  std::set<std::string> files;
  std::set<std::string> folders;
  add_options(options, files);
  for (const auto& part : parts) add_images(*part->input, files, folders);
  const std::set<fs::path> changing{resolved(folder_of(options.out)), resolved(options.out),
                                    resolved(folder_of(options.depfile))};
  files.erase((options.out / k_manifest_name).string());  // as --config or --like: it can't depend on itself
  std::vector<std::string> names(files.begin(), files.end());
  for (const std::string& folder : folders) {
    if (!changing.contains(resolved(folder))) names.push_back((fs::path(folder) / "").string());
  }
  return names;
}

}  // namespace

void require_dependency_file(const BuildOptions& options) {
  if (options.depfile.empty()) return;
  std::error_code failed;
  const fs::path& file = options.depfile;
  if (fs::is_directory(file, failed) || !file.has_filename())
    throw Error(ErrorKind::usage, file.string(), "is a folder", "--depfile names a file, for instance set.d");
  const fs::path folder = folder_of(file);
  if (!fs::is_directory(folder, failed))
    throw Error(ErrorKind::usage, folder.string(), "does not exist", "make the folder of --depfile first");
  if (!make_rules((options.out / k_manifest_name).string(), {}).left_out.empty())
    throw Error(ErrorKind::usage, options.out.string(), "is a name that make can't express (--depfile)");
}

void write_dependency_file(PreparedParts parts, Observer& observer) {
  const BuildOptions& options = parts.front()->options;
  if (options.depfile.empty()) return;
  const MakeRules rules = make_rules((options.out / k_manifest_name).string(), prerequisites(parts, options));
  write_file_atomically(options.depfile, rules.text);
  if (rules.left_out.empty()) return;
  observer.warning(printable(options.depfile.string()) + " leaves out " +
                   counted(rules.left_out.size(), "name", "names") +
                   " that make can't express, the first is '" + printable(rules.left_out.front()) + "'");
}

}  // namespace tfrec
