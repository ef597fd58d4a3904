// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <map>
#include <system_error>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/verify/verify_set.hpp"
#include "shards/publish/publication.hpp"
#include "shards/publish/staging.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

// Training jobs read shards of 10 to 100 MB at full speed: few enough to list, large enough to stream.
constexpr std::uint64_t k_smallest = 10'000'000;
constexpr std::uint64_t k_largest = 100'000'000;

/// "3 shards (first: out/a.tfrec)" of those that `matches`; "" for none.
template <class Matches>
std::string shards_that(const std::vector<FileVerdict>& verdicts, const Matches& matches) {
  std::size_t count = 0;
  std::string first;
  for (const FileVerdict& verdict : verdicts) {
    if (matches(verdict) && count++ == 0) first = printable(verdict.file.path);
  }
  if (count == 0) return {};
  return count == 1 ? first : counted(count, "shard", "shards") + " (first: " + first + ")";
}

/// Bytes of all shards of each folder.
std::map<fs::path, std::uint64_t> folder_bytes(const std::vector<FileVerdict>& verdicts) {
  std::map<fs::path, std::uint64_t> bytes;
  for (const FileVerdict& verdict : verdicts)
    bytes[fs::path(verdict.file.path).parent_path()] += verdict.file.bytes;
  return bytes;
}

/// What the files in a folder take, without those that go meanwhile.
std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code failed;
  for (auto entry = fs::recursive_directory_iterator(folder, failed);
       !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
    std::error_code gone;
    const auto size = fs::is_regular_file(entry->symlink_status(gone)) ? entry->file_size(gone) : 0;
    if (!gone) bytes += size;
  }
  return bytes;
}

}  // namespace

std::vector<std::string> verify_notes(const std::vector<FileVerdict>& verdicts, bool framing_only) {
  std::vector<std::string> notes;
  const auto note = [&](const std::string& shards, const std::string& text) {
    if (!shards.empty()) notes.push_back(shards + text);
  };
  const auto holding = [&](RecordContent content) {
    return shards_that(verdicts, [&](const FileVerdict& verdict) { return verdict.file.content == content; });
  };
  note(holding(RecordContent::opaque),
       ": no record is a tf.train.Example, taken as payloads of another kind");
  note(holding(RecordContent::sequence_examples),
       ": records are tf.train.SequenceExample, their steps were not checked");
  if (framing_only) notes.emplace_back("--framing-only: the contents of records were not checked");
  note(shards_that(verdicts, [](const FileVerdict& v) { return !v.named && !v.listed; }),
       ": expected record count unknown, as usual for shards of other tools: missing records can't be "
       "detected");
  const auto compressed = [&](Compression compression) {
    return shards_that(verdicts, [&](const FileVerdict& v) { return v.compression == compression; });
  };
  note(compressed(Compression::gzip), ": compressed, readers need compression_type=\"GZIP\"");
  note(compressed(Compression::zlib), ": compressed, readers need compression_type=\"ZLIB\"");
  note(shards_that(verdicts,
                   [](const FileVerdict& v) {
                     return v.compression != Compression::none && !v.file.problems.empty();
                   }),
       ": the bytes of problems are counted in the uncompressed data");
  const auto is_empty = [](const FileVerdict& v) { return v.file.bytes == 0 && v.file.problems.empty(); };
  note(shards_that(verdicts, is_empty), ": empty, a valid shard of no records");
  const auto folders = folder_bytes(verdicts);
  // Splits of less than one good shard can't do better.
  const auto is_small = [&](const FileVerdict& v) {
    return v.file.bytes > 0 && v.file.bytes < k_smallest &&
           folders.at(fs::path(v.file.path).parent_path()) >= k_smallest;
  };
  note(shards_that(verdicts, is_small), ": smaller than 10 MB; shards of 10 to 100 MB are read fastest");
  note(shards_that(verdicts, [](const FileVerdict& v) { return v.file.bytes > k_largest; }),
       ": larger than 100 MB; shards of 10 to 100 MB are read fastest");
  note(shards_that(verdicts, [](const FileVerdict& v) { return v.schema.has_too_many_names(); }),
       ": more than " + format_count(Schema::k_max_names) + " feature names; the others were not compared");
  return notes;
}

std::vector<std::string> leftover_notes(const FoundShards& found) {
  std::vector<std::string> notes;
  for (const ShardSet& set : found.sets) {
    const fs::path staging = set.folder / k_staging_name;
    if (!set.from_folder || !holds_unfinished_build(staging) || is_publication_interrupted(staging)) continue;
    notes.push_back(printable(staging.string()) + ": unfinished work of a build, " +
                    format_bytes(bytes_in(staging)) + "; the next build in " +
                    printable(set.folder.string()) + " continues with it, or removes it");
  }
  return notes;
}

}  // namespace tfrec
