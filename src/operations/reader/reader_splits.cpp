// SPDX-License-Identifier: Apache-2.0
#include "operations/reader/reader_splits.hpp"

#include <algorithm>
#include <filesystem>

#include "base/concurrency/parallel_for.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "dataset/splits/splits.hpp"
#include "operations/reader/shard_patterns.hpp"
#include "sets/summaries/parts_of_set.hpp"
#include "shards/names/shard_name.hpp"
#include "tfrecord/reading/count_frames.hpp"

namespace tfrec {

namespace {

std::uint64_t records_in(const FoundShards& found, const FoundShard& shard, const ReadShard& read) {
  if (read.is_complete) return read.records;
  if (const auto expected = found.expected_records(shard)) return *expected;
  return count_frames(InputFile(shard.path)).records;
}

std::string_view compression_text(Compression compression) {
  if (compression == Compression::none) return "not compressed";
  return compression == Compression::gzip ? "compressed with GZIP" : "compressed with ZLIB";
}

}  // namespace

void keep_one_size(FoundShards& found, std::vector<std::string>& notes) {
  const std::vector<PartOfSet> parts = parts_of_set(found);
  const auto kept = std::ranges::find_if(parts, [](const PartOfSet& part) { return !part.size.empty(); });
  if (kept == parts.end()) return;
  std::vector<std::string> others;
  std::vector<FoundShard> shards;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& size = parts[i].size;
    if (size.empty() || size == kept->size) {
      shards.push_back(found.shards[i]);
    } else if (std::ranges::find(others, size) == others.end()) {
      others.push_back(size);
    }
  }
  if (others.empty()) return;
  std::string text;
  for (const std::string& size : others) text += (text.empty() ? "" : ", ") + printable(size);
  notes.push_back("the code reads only the size " + printable(kept->size) +
                  "; name the folder of another: " + text);
  found.shards = std::move(shards);
}

std::vector<ReaderSplit> reader_splits(const FoundShards& found, const std::vector<ReadShard>& read,
                                       unsigned threads) {
  std::vector<std::uint64_t> records(found.shards.size());
  parallel_for(records.size(), threads,
               [&](std::size_t i) { records[i] = records_in(found, found.shards[i], read[i]); });
  const std::vector<std::string> names = split_names(found);
  std::vector<ReaderSplit> splits;
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto split = std::ranges::find(splits, names[i], &ReaderSplit::name);
    if (split == splits.end()) split = splits.insert(splits.end(), {names[i], {}, 0, 0});
    ++split->shards;
    split->records += records[i];
  }
  for (ReaderSplit& split : splits) {
    std::vector<std::filesystem::path> files;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == split.name) files.push_back(found.shards[i].path);
    }
    split.patterns = shard_patterns(files);
  }
  std::ranges::stable_sort(splits, {}, [](const ReaderSplit& split) { return split_rank(split.name); });
  return splits;
}

Compression common_compression(const FoundShards& found, unsigned threads) {
  std::vector<Compression> all(found.shards.size());
  parallel_for(all.size(), threads,
               [&](std::size_t i) { all[i] = sniff_compression(InputFile(found.shards[i].path)); });
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i] == all.front()) continue;
    throw Error(ErrorKind::usage, found.shards[i].path.string(),
                "is " + std::string(compression_text(all[i])) + ", " +
                    printable(found.shards[0].path.string()) + " is " +
                    std::string(compression_text(all.front())),
                "one reader needs shards that are compressed alike; `tfrec reshard` writes such shards");
  }
  return all.front();
}

}  // namespace tfrec
