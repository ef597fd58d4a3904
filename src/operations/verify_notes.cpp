// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include "base/printable.hpp"
#include "base/quantity.hpp"
#include "operations/verify_set.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

// Training jobs read shards of 10 to 100 MB at full speed: few enough to list, large enough to stream.
constexpr std::uint64_t k_smallest = 10'000'000;
constexpr std::uint64_t k_largest = 100'000'000;
constexpr std::size_t k_max_keys = 32'000'000;  // 16 bytes each

struct KeyPlace {
  std::uint64_t key;
  std::uint32_t file;
  std::uint32_t record;
  auto order() const { return std::tuple(key, file, record); }
};

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

std::string repeats(const std::vector<FileVerdict>& verdicts) {
  std::vector<KeyPlace> keys;
  for (std::size_t file = 0; file < verdicts.size(); ++file) {
    const auto& records = verdicts[file].record_keys;
    if (keys.size() + records.size() > k_max_keys) break;
    for (std::size_t i = 0; i < records.size(); ++i) {
      keys.push_back({records[i], static_cast<std::uint32_t>(file), static_cast<std::uint32_t>(i)});
    }
  }
  std::sort(keys.begin(), keys.end(),
            [](const KeyPlace& a, const KeyPlace& b) { return a.order() < b.order(); });
  std::size_t count = 0;
  const KeyPlace* first = nullptr;  // in file order, not in that of the keys
  for (std::size_t i = 1; i < keys.size(); ++i) {
    if (keys[i].key != keys[i - 1].key) continue;
    ++count;
    const bool earlier =
        first == nullptr || std::tie(keys[i].file, keys[i].record) < std::tie(first->file, first->record);
    if (earlier) first = &keys[i];
  }
  if (first == nullptr) return {};
  return counted(count, "record is", "records are") + " there more than once, first repeated in " +
         printable(verdicts[first->file].file.path);
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
       ": records are tf.train.SequenceExample, their steps were not looked into");
  if (framing_only) notes.emplace_back("--framing-only: what the records hold was not looked into");
  note(shards_that(verdicts, [](const FileVerdict& v) { return !v.named && !v.listed; }),
       ": neither name nor manifest says how many records there should be; whole records may be missing "
       "unseen");
  note(shards_that(verdicts, [](const FileVerdict& verdict) { return verdict.file.bytes == 0; }),
       ": empty, a valid shard of no records");
  const auto folders = folder_bytes(verdicts);
  // Splits of less than one good shard can't do better.
  const auto is_small = [&](const FileVerdict& v) {
    return v.file.bytes > 0 && v.file.bytes < k_smallest &&
           folders.at(fs::path(v.file.path).parent_path()) >= k_smallest;
  };
  note(shards_that(verdicts, is_small), ": smaller than 10 MB; shards of 10 to 100 MB are read fastest");
  note(shards_that(verdicts, [](const FileVerdict& v) { return v.file.bytes > k_largest; }),
       ": larger than 100 MB; shards of 10 to 100 MB are read fastest");
  if (const std::string text = repeats(verdicts); !text.empty()) notes.push_back(text);
  return notes;
}

}  // namespace tfrec
