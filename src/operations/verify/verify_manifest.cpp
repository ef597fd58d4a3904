// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/verify/verify_set.hpp"
#include "sets/making/side_files.hpp"
#include "sets/merge/schema_difference.hpp"
#include "shards/names/shard_name.hpp"

namespace tfrec {

namespace {

std::string lengths_text(std::uint64_t min, std::uint64_t max) {
  if (min == max) return counted(min, "value", "values");
  return format_count(min) + " to " + format_count(max) + " values";
}

/// How the records differ from the manifest's schema; "" where they agree.
std::string schema_difference(const Schema& schema, const std::vector<ManifestFeature>& listed) {
  const std::vector<FeatureSummary> features = schema.features();
  for (const ManifestFeature& wanted : listed) {
    const auto found = std::find_if(features.begin(), features.end(), [&](const FeatureSummary& feature) {
      return feature.name == wanted.name;
    });
    const std::string name = "feature '" + printable_excerpt(wanted.name, 60) + "'";
    if (found == features.end()) return name + " of the manifest is in no record";
    if (kind_name(found->kind) != wanted.kind) {
      return name + " is " + std::string(kind_name(found->kind)) + ", the manifest has " + wanted.kind;
    }
    if (found->lengths.min < wanted.min_length || found->lengths.max > wanted.max_length) {
      return name + " has " + lengths_text(found->lengths.min, found->lengths.max) + ", the manifest has " +
             lengths_text(wanted.min_length, wanted.max_length);
    }
  }
  return {};
}

class ManifestCheck {
 public:
  ManifestCheck(std::vector<SetProblem>& problems, const FileVerdict& verdict)
      : m_problems(problems), m_verdict(verdict) {}

  /// Links may have other names.
  void compare_name(const ManifestShard& listed, const std::string& name) {
    const std::string wanted = std::filesystem::path(listed.path).filename().string();
    if (name != wanted && name_without_count(name) == name_without_count(wanted))
      add("manifest", "the manifest calls this shard " + printable(wanted));
  }

  void compare(const ManifestShard& listed, const Manifest& manifest) {
    if (!m_verdict.has_count(listed.records)) {
      add("manifest", "the manifest has " + counted(listed.records, "record", "records") +
                          ", the file contains " +
                          counted(m_verdict.file.records, "intact record", "intact records"));
    }
    if (m_verdict.file.bytes != listed.bytes) {
      add("manifest", "the manifest has " + counted(listed.bytes, "byte", "bytes") + ", the file has " +
                          format_count(m_verdict.file.bytes));
    } else if (m_verdict.crc32c && *m_verdict.crc32c != listed.crc32c) {
      add("manifest", "the file's CRC32C is " + encode_crc32c(*m_verdict.crc32c) + ", the manifest has " +
                          encode_crc32c(listed.crc32c));
    }
    if (m_verdict.schema.records() == 0) return;
    const std::string difference = schema_difference(m_verdict.schema, manifest.features_of(listed.split));
    if (!difference.empty()) add("schema", difference);
  }

  void add(std::string kind, std::string message) {
    m_problems.push_back({std::move(kind), m_verdict.file.path, std::move(message)});
  }

 private:
  std::vector<SetProblem>& m_problems;
  const FileVerdict& m_verdict;
};

void check_totals(const ShardSet& set, std::vector<SetProblem>& problems) {
  std::uint64_t records = 0;
  std::uint64_t bytes = 0;
  MaskPixels mask_pixels;
  const std::string first_size = set.manifest->shards.empty() ? "" : set.manifest->shards.front().size;
  for (const ManifestShard& shard : set.manifest->shards) {
    records += shard.records;
    bytes += shard.bytes;
    if (shard.size == first_size) add_pixels(shard.mask_pixels, mask_pixels);
  }
  if (records == set.manifest->records && bytes == set.manifest->bytes &&
      mask_pixels == set.manifest->mask_pixels)
    return;
  problems.push_back({"manifest", set.manifest_file().string(), "its totals are not the sums of its shards"});
}

void check_side_files(const ShardSet& set, std::vector<SetProblem>& problems) {
  if (!set.from_folder) return;
  for (const SideFileProblem& problem : side_file_problems(set.folder, *set.manifest)) {
    problems.push_back({problem.unreadable ? "unreadable" : "side_file", (set.folder / problem.file).string(),
                        problem.message});
  }
}

}  // namespace

std::vector<SetProblem> check_manifests(const FoundShards& found, const std::vector<FileVerdict>& verdicts) {
  std::vector<SetProblem> problems;
  for (const ShardSet& set : found.sets) {
    const std::string file = set.manifest_file().string();
    if (!set.manifest) {
      problems.push_back({"manifest", file, printable(set.problem)});
      continue;
    }
    check_totals(set, problems);
    for (const std::size_t entry : set.missing) {
      problems.push_back({"manifest", (set.folder / set.manifest->shards[entry].path).string(),
                          "is in the manifest, but missing"});
    }
    check_side_files(set, problems);
  }
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const FoundShard& shard = found.shards[i];
    ManifestCheck check(problems, verdicts[i]);
    if (const ManifestShard* listed = found.listed(shard)) {
      check.compare_name(*listed, shard.file_name());
      if (verdicts[i].was_read) check.compare(*listed, *found.sets[*shard.set].manifest);
    }
    if (shard.stray_in) check.add("manifest", "is in a set's folder, but not in its manifest");
  }
  return problems;
}

std::vector<SetProblem> check_schemas(const FoundShards& found, const std::vector<FileVerdict>& verdicts) {
  std::map<std::string, std::vector<std::size_t>> folders;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    folders[found.shards[i].path.parent_path().string()].push_back(i);
  }
  std::vector<SetProblem> problems;
  for (const auto& [folder, shards] : folders) {
    std::vector<SchemaOfFile> files;
    for (const std::size_t i : shards) {
      files.push_back({&verdicts[i].schema, printable(found.shards[i].file_name())});
    }
    for (SchemaDifference& odd : schema_differences(files)) {
      problems.push_back({"schema", verdicts[shards[odd.file]].file.path, std::move(odd.message)});
    }
  }
  return problems;
}

}  // namespace tfrec
