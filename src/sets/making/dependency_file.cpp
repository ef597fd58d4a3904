// SPDX-License-Identifier: Apache-2.0
#include "sets/making/dependency_file.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <system_error>

#include "base/files/atomic_file.hpp"
#include "base/files/real_path.hpp"
#include "base/text/make_rules.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "sets/options/earlier_set.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const fs::path& path) {
  const fs::path plain = path.has_filename() ? path : path.parent_path();  // "out/" is in "."
  return parent_folder(plain);
}

fs::path resolved(const fs::path& path) {
  std::error_code failed;
  return fs::weakly_canonical(path, failed);
}

/// Every image and companion, and every folder between them and their root.
void add_images(const BuildInput& input, std::set<std::string>& files, std::set<std::string>& folders) {
  const auto add = [&](const fs::path& root, const std::string& image) {
    files.insert((root / image).string());
    for (std::size_t slash = image.rfind('/'); slash != std::string::npos && slash > 0;
         slash = image.rfind('/', slash - 1)) {
      if (!folders.insert((root / image.substr(0, slash)).string()).second) break;
    }
  };
  folders.insert((input.folder.root / "").parent_path().string());
  for (const std::string& image : input.folder.paths) add(input.folder.root, image);
  for (const SampleIndex sample : input.samples->all())
    add(input.folder.root, input.samples->image_path(sample));
  for (const Companions& list : input.samples->companions) {
    folders.insert((list.root / "").parent_path().string());
    for (const std::string& path : list.paths) add(list.root, path);
  }
}

/// A rule for a manifest, then rules without a recipe, as make_rules() writes them. The first of it will do:
/// no makefile made by hand has so many rules without one.
bool is_dependency_file(const InputFile& file) {
  constexpr std::size_t k_looked_at = std::size_t{1} << 16;
  std::string text(std::min<std::uint64_t>(k_looked_at, file.size()), '\0');
  text.resize(file.read_at(0, std::span<char>(text)));
  bool has_target = false;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
    const std::string line = text.substr(0, end);
    text.erase(0, end + 1);
    if (has_target) {
      if (!line.empty() && !line.starts_with("  ") && !line.ends_with(':')) return false;
    } else if (!line.starts_with("tfrec_")) {
      has_target = line.ends_with("manifest.json: \\") || line.ends_with("manifest.json:");
      if (!has_target) return false;
    }
  }
  return has_target;
}

std::vector<std::string> prerequisites(const std::vector<BuildPart>& parts, const BuildOptions& options) {
  std::set<std::string> files;
  std::set<std::string> folders;
  for (const fs::path& file : input_files(options)) files.insert(file.string());
  for (const BuildPart& part : parts) add_images(*part.prepared->input, files, folders);
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

std::vector<fs::path> input_files(const BuildOptions& options) {
  std::error_code failed;
  const auto manifest_of = [&](const fs::path& set) {
    return fs::is_directory(set, failed) ? set / k_manifest_name : set;
  };
  std::vector<fs::path> files{options.labels, options.classes, manifest_of(options.like), options.config,
                              options.masks.colors_file};
  if (!is_own_set(options.splits.keep, options.out)) files.push_back(manifest_of(options.splits.keep));
  if (fs::is_regular_file(options.masks.classes_from, failed)) files.emplace_back(options.masks.classes_from);
  if (options.labels == "-") files.front().clear();
  std::erase(files, fs::path());
  return files;
}

OutputCheck output_check(const BuildOptions& options) {
  std::vector<fs::path> inputs = input_files(options);
  inputs.insert(inputs.end(), {options.images, options.test, options.masks.folder, options.files});
  return OutputCheck(inputs, options.out);
}

void require_dependency_file(const BuildOptions& options) {
  if (options.depfile.empty()) return;
  if (options.labels == "-") {
    throw Error(ErrorKind::usage, options.depfile.string(), "make can't see changes of a table from stdin",
                "save the table and name its file with --labels, or leave out --depfile");
  }
  output_check(options).require({options.depfile, "--depfile", "a make rule written by tfrec",
                                 is_dependency_file,
                                 "--depfile names a file of its own, for instance set.d"});
  if (!make_rules((options.out / k_manifest_name).string(), {}).left_out.empty())
    throw Error(ErrorKind::usage, options.out.string(), "is a name that make can't express (--depfile)");
}

void write_dependency_file(const std::vector<BuildPart>& parts, Observer& observer) {
  const BuildOptions& options = parts.front().prepared->options;
  if (options.depfile.empty()) return;
  const MakeRules rules = make_rules((options.out / k_manifest_name).string(), prerequisites(parts, options));
  write_output_atomically(options.depfile, rules.text);
  if (rules.left_out.empty()) return;
  observer.warning(printable(options.depfile.string()) + " leaves out " +
                   counted(rules.left_out.size(), "name", "names") +
                   " that make can't express, the first is '" + printable(rules.left_out.front()) + "'");
}

}  // namespace tfrec
