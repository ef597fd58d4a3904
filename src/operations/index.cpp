// SPDX-License-Identifier: Apache-2.0
#include "operations/index.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <system_error>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "sets/making/output_check.hpp"
#include "shards/missing_shards.hpp"
#include "shards/shard_paths.hpp"
#include "shards/shard_progress.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/reader.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

std::string entry_text(const IndexEntry& entry) {
  return counted(entry.size, "byte", "bytes") + " at " + std::to_string(entry.offset);
}

/// A shard's records as index entries, as far as it is sound.
class Entries {
 public:
  explicit Entries(const InputFile& file) : m_file(file), m_reader(file) {
    const Compression compression = sniff_compression(file);
    if (compression == Compression::none) return;
    m_problem = std::string(compression == Compression::gzip ? "GZIP" : "ZLIB") +
                "-compressed: its records can't be reached one by one; `tfrec reshard` without --gzip "
                "uncompresses them";
  }

  /// The next one; nothing at the end, or where the shard is damaged.
  std::optional<IndexEntry> next() {
    if (!m_problem.empty()) return std::nullopt;
    throw_if_stopped();
    const ReadItem item = m_reader.next();
    if (const auto* record = std::get_if<Record>(&item)) {
      ++m_records;
      return IndexEntry{record->offset, record->payload.size() + k_frame_overhead};
    }
    if (const auto* damage = std::get_if<Damage>(&item)) {
      m_problem = "record " + std::to_string(damage->record) + " at byte " + std::to_string(damage->offset) +
                  ": " + printable(damage->message);
    } else if (m_file.has_changed()) {
      throw Error(ErrorKind::machine, m_file.name(), "changed while it was read");
    }
    return std::nullopt;
  }

  std::uint64_t records() const { return m_records; }
  const std::string& problem() const { return m_problem; }

 private:
  const InputFile& m_file;
  Reader m_reader;
  std::uint64_t m_records = 0;
  std::string m_problem;
};

/// The finished file; nothing if the shard is not sound.
std::optional<AtomicFile> write_index(Entries& entries, const fs::path& target) {
  constexpr std::size_t k_write_bytes = std::size_t{1} << 20;
  AtomicFile file(target, AtomicFile::Draft::locked);
  std::string lines;
  while (const std::optional<IndexEntry> entry = entries.next()) {
    append_index_line(lines, *entry);
    if (lines.size() < k_write_bytes) continue;
    file.write(lines);
    lines.clear();
  }
  if (!entries.problem().empty()) return std::nullopt;
  file.write(lines);
  return file;
}

/// How the index differs from the shard; empty if it fits.
std::string difference(Entries& entries, const InputFile& index) {
  IndexReader reader(index);
  while (const std::optional<IndexEntry> entry = entries.next()) {
    const std::optional<IndexEntry> listed = reader.next();
    const std::string record = "record " + std::to_string(entries.records() - 1);
    if (listed == entry) continue;
    if (listed) return record + " has " + entry_text(*entry) + ", the index has " + entry_text(*listed);
    if (!reader.is_at_end()) return "the file there is not an index: " + record + " has no two numbers";
    const std::uint64_t last = entries.records() - 1;
    while (entries.next()) continue;
    return "the index lists " + counted(last, "record", "records") + ", the shard contains " +
           format_count(entries.records());
  }
  if (reader.is_at_end()) return {};
  return "the index continues after the last record of the shard";
}

void check_index(IndexedShard& shard, Entries& entries, const fs::path& target) {
  std::error_code failed;
  const fs::file_status status = fs::status(target, failed);
  // One that is there and can't be looked at is opened: that gives the reason.
  const bool is_odd = fs::exists(status) && fs::status_known(status) && !fs::is_regular_file(status);
  if (is_odd || !fs::exists(status)) {
    shard.state = IndexState::missing;
    shard.problem = is_odd ? printable(target.string()) + " is not a regular file"
                           : "there is no " + printable(target.string());
    while (entries.next()) continue;
    return;
  }
  const InputFile index(target);
  shard.problem = difference(entries, index);
  shard.state = shard.problem.empty() ? IndexState::fits : IndexState::stale;
}

/// With `written` as the place of the index, or, without, checking the one that is there.
IndexedShard index_shard(const FoundShard& found, const fs::path& target,
                         std::optional<AtomicFile>* written) {
  const InputFile input(found.path);
  IndexedShard shard{found.path.string(), target.string(), 0, input.size(), IndexState::written, {}};
  Entries entries(input);
  if (written == nullptr) {
    check_index(shard, entries, target);
  } else if (std::optional<AtomicFile> file = write_index(entries, target)) {
    written->emplace(std::move(*file));
  }
  if (entries.problem().empty()) {
    shard.records = entries.records();
    return shard;
  }
  shard.state = IndexState::unindexed;
  shard.problem = entries.problem();
  return shard;
}

fs::path target_of(const FoundShard& shard, const IndexOptions& options) {
  const fs::path place = options.out.empty() ? shard.path : options.out / shard.below;
  return place.parent_path() / index_name(shard.file_name(), options.format);
}

/// Refuses to replace the index of another shard: a.tfrec and a.tfrecord would both have a.tfindex.
void require_own_index(const FoundShard& shard, const fs::path& target, IndexFormat format) {
  std::error_code failed;
  if (!fs::is_regular_file(target, failed)) return;
  const InputFile index(target);
  for (const char* extension : {".tfrec", ".tfrecord", ".tfrecords"}) {
    const fs::path other = fs::path(shard.path).replace_extension(extension);
    const bool is_other = other != shard.path && fs::is_regular_file(other, failed) &&
                          index_name(other.filename().string(), format) == target.filename();
    if (!is_other || !is_index_of(index, InputFile(other)) || is_index_of(index, InputFile(shard.path)))
      continue;
    throw Error(ErrorKind::usage, target.string(),
                "is the index of " + printable(other.string()) + ", and " + printable(shard.path.string()) +
                    " would have the same",
                "give one of them its own folder with -o");
  }
}

/// Where each index goes. Nothing is written before all of them can be.
std::vector<fs::path> targets_of(const FoundShards& found, const IndexOptions& options) {
  std::vector<fs::path> targets;
  std::map<fs::path, std::string> owners;
  for (const FoundShard& shard : found.shards) {
    targets.push_back(target_of(shard, options));
    const auto [owner, fresh] = owners.emplace(targets.back().lexically_normal(), shard.path.string());
    if (fresh) continue;
    throw Error(ErrorKind::usage, targets.back().string(),
                "would be the index of two shards: " + owner->second + " and " + shard.path.string(),
                "index them one by one, each with its own -o");
  }
  return targets;
}

/// Nothing is written before all of the places can be.
void prepare_targets(const FoundShards& found, const std::vector<fs::path>& targets, IndexFormat format) {
  std::vector<fs::path> shards;
  for (const FoundShard& shard : found.shards) shards.push_back(shard.path);
  const OutputCheck check(shards);
  for (std::size_t i = 0; i < targets.size(); ++i) require_own_index(found.shards[i], targets[i], format);
  for (const fs::path& target : targets) {
    check.require_free({target, "", "an index", is_index, "move it away, or use another -o"});
  }
  for (const fs::path& target : targets) {
    if (target.has_parent_path()) make_folder(target.parent_path());
  }
  remove_left_drafts(targets);
}

}  // namespace

std::string_view to_string(IndexState state) {
  constexpr std::array<std::string_view, 5> k_names{"written", "fits", "stale", "missing", "unindexed"};
  return k_names[static_cast<std::size_t>(state)];
}

IndexResult make_indexes(const IndexOptions& options, Observer& observer) {
  const FoundShards found = find_shards(options.paths, observer);
  warn_of_missing_shards(found, observer);
  for (const UnfinishedSet& set : found.unfinished)
    observer.warning(printable(set.folder.string()) + ": " + set.problem);
  const std::vector<fs::path> targets = targets_of(found, options);
  if (!options.check) prepare_targets(found, targets, options.format);
  IndexResult result;
  result.files.resize(targets.size());
  ShardProgress progress(observer, targets.size());
  // Indexes are small: synced many at once rather than one by one, and open until they have their names.
  constexpr std::size_t k_at_once = 64;
  for (std::size_t begin = 0; begin < targets.size(); begin += k_at_once) {
    std::vector<std::optional<AtomicFile>> written(std::min(k_at_once, targets.size() - begin));
    parallel_for(written.size(), options.threads, [&](std::size_t at) {
      const std::size_t i = begin + at;
      result.files[i] = index_shard(found.shards[i], targets[i], options.check ? nullptr : &written[at]);
      progress.done(result.files[i].bytes);
    });
    std::vector<AtomicFile> files;
    for (std::optional<AtomicFile>& file : written) {
      if (file) files.push_back(std::move(*file));
    }
    AtomicFile::commit_all(files);
  }
  for (const IndexedShard& shard : result.files) {
    result.records += shard.records;
    result.ok = result.ok && shard.problem.empty();
  }
  return result;
}

}  // namespace tfrec
