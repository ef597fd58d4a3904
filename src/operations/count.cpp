// SPDX-License-Identifier: Apache-2.0
#include "operations/count.hpp"

#include <cerrno>
#include <sys/stat.h>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "shards/extra_shards.hpp"
#include "shards/missing_shards.hpp"
#include "shards/names/shard_name.hpp"
#include "shards/shard_paths.hpp"
#include "shards/shard_progress.hpp"
#include "tfrecord/reading/count_frames.hpp"

namespace tfrec {

namespace {

struct Counted {
  CountedFile file;
  std::vector<CountProblem> problems;
  bool unreadable = false;
};

std::string records_text(std::uint64_t records) {
  return counted(records, "record", "records");
}

std::uint64_t stored_bytes(const std::filesystem::path& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) throw system_error(errno, path.string(), "cannot stat");
  return static_cast<std::uint64_t>(facts.st_size);
}

/// Compares the counts of a name and of a manifest with what is there.
void compare(Counted& shard, const FoundShard& found, const ManifestShard* listed, std::string_view is) {
  const std::uint64_t records = shard.file.records;
  const auto named = count_in_name(found.file_name());
  const std::string there = std::string(is) + " " + records_text(records);
  if (named && *named != records) {
    shard.problems.push_back(
        {shard.file.path, "its name gives " + count_text_in_name(found.file_name()) + ", " + there});
  }
  if (listed != nullptr && listed->records != records) {
    shard.problems.push_back(
        {shard.file.path, "the manifest has " + records_text(listed->records) + ", " + there});
  }
}

Counted count_file(const FoundShard& found, const ManifestShard* listed) {
  const InputFile input(found.path);
  const FrameCount frames = count_frames(input);
  Counted shard{{found.path.string(), frames.records, input.size(), true}, {}};
  if (frames.damage) {
    const Damage& damage = *frames.damage;
    shard.problems.push_back({shard.file.path, "record " + std::to_string(damage.record) + " at byte " +
                                                   std::to_string(damage.offset) + ": " +
                                                   printable(damage.message)});
  }
  compare(shard, found, listed, frames.damage ? "up to there it contains" : "it contains");
  if (input.has_changed()) shard.problems.push_back({shard.file.path, "the file changed while it was read"});
  return shard;
}

Counted count_by_name(const FoundShard& found, const ManifestShard* listed) {
  Counted shard{{found.path.string(), 0, stored_bytes(found.path)}, {}};
  const auto named = count_in_name(found.file_name());
  if (!named) {
    shard.problems.push_back({shard.file.path, "its name has no record count"});
    return shard;
  }
  if (*named > k_most_records) {
    shard.problems.push_back({shard.file.path, "its name gives " + count_text_in_name(found.file_name()) +
                                                   ", more than a file can hold"});
    return shard;
  }
  shard.file.records = *named;
  shard.file.is_counted = true;
  compare(shard, found, listed, "its name gives");
  return shard;
}

/// One file that can't be read does not keep the others from being counted.
Counted count_shard(const FoundShard& found, const ManifestShard* listed, bool from_names) {
  try {
    return from_names ? count_by_name(found, listed) : count_file(found, listed);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::machine) throw;
    const std::string path = found.path.string();
    return {{path, 0, 0}, {{path, printable(error.message())}}, true};
  }
}

std::vector<CountProblem> set_problems(const FoundShards& found) {
  std::vector<CountProblem> problems;
  for (const UnfinishedSet& set : found.unfinished) problems.push_back({set.folder.string(), set.problem});
  for (const ShardSet& set : found.sets) {
    const std::string file = set.manifest_file().string();
    if (!set.problem.empty()) problems.push_back({file, set.problem});
    for (const std::size_t entry : set.missing) {
      const ManifestShard& shard = set.manifest->shards[entry];
      problems.push_back({file, "lists " + printable(shard.path) + " with " + records_text(shard.records) +
                                    ", but there is no such file"});
    }
  }
  return problems;
}

}  // namespace

CountResult count(const CountOptions& options, Observer& observer) {
  const FoundShards found = find_shards(options.paths, observer);
  warn_of_missing_shards(found, observer);
  warn_of_extra_shards(found, observer);
  std::vector<Counted> shards(found.shards.size());
  ShardProgress progress(observer, shards.size());
  parallel_for(shards.size(), options.threads, [&](std::size_t i) {
    throw_if_stopped();
    const FoundShard& shard = found.shards[i];
    const ManifestShard* listed = found.listed(shard);
    shards[i] = count_shard(shard, listed, options.from_names);
    progress.done(shards[i].file.bytes);
  });
  CountResult result;
  for (Counted& shard : shards) {
    result.records += shard.file.records;
    result.bytes += shard.file.bytes;
    result.unreadable = result.unreadable || shard.unreadable;
    result.files.push_back(std::move(shard.file));
    for (CountProblem& problem : shard.problems) result.problems.push_back(std::move(problem));
  }
  for (CountProblem& problem : set_problems(found)) result.problems.push_back(std::move(problem));
  return result;
}

}  // namespace tfrec
