// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "image/resize_options.hpp"
#include "operations/verify/verify_set.hpp"
#include "shards/names/shard_name.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

struct KeyPlace {
  std::uint64_t key;
  std::uint32_t file;
  std::uint32_t record;
  auto order() const { return std::tuple(key, file, record); }
  auto place() const { return std::tuple(file, record); }
};

std::vector<KeyPlace> sorted_keys(const std::vector<FileVerdict>& verdicts) {
  std::vector<KeyPlace> keys;
  for (std::size_t file = 0; file < verdicts.size(); ++file) {
    for (const RecordKey& record : verdicts[file].record_keys)
      keys.push_back({record.key, static_cast<std::uint32_t>(file), record.record});
  }
  std::sort(keys.begin(), keys.end(),
            [](const KeyPlace& a, const KeyPlace& b) { return a.order() < b.order(); });
  return keys;
}

/// Which part of which set a shard is.
struct SplitOfShard {
  std::string set;  // shards of other sets may well hold the same records
  std::string split;
  std::string stem;       // of a name such as x-train.tfrecord-00000-of-00005
  bool is_known = false;  // by a manifest; else it is guessed from names
  bool is_equal = false;  // --equal may have stored records twice

  bool is_another_split_than(const SplitOfShard& other) const {
    if (set != other.set || is_known != other.is_known) return false;
    return split != other.split || (!stem.empty() && !other.stem.empty() && stem != other.stem);
  }
};

/// "224x224", as sets of several sizes name their folders.
bool is_size(const std::string& name) {
  return name.find('x') != std::string::npos && parse_extent(name);
}

SplitOfShard split_of(const FoundShards& found, const FoundShard& shard) {
  if (const ManifestShard* listed = found.listed(shard)) {
    const ShardSet& set = found.sets[*shard.set];
    return {set.manifest_file().string(), listed->split, {}, true, set.manifest->option("equal") != nullptr};
  }
  fs::path folder = shard.path.parent_path().lexically_normal();
  SplitOfShard split;
  if (is_size(folder.filename().string())) folder = folder.parent_path();
  split.set = folder.parent_path().string();
  split.split = folder.filename().string();
  const std::string name = shard.file_name();
  if (const auto number = number_in_name(name)) split.stem = number->stem;
  return split;
}

class Repeats {
 public:
  Repeats(const FoundShards& found, const std::vector<FileVerdict>& verdicts) : m_verdicts(verdicts) {
    for (const FoundShard& shard : found.shards) m_splits.push_back(split_of(found, shard));
  }

  /// Takes in places of one record, in the order of the files.
  void add(const KeyPlace* begin, const KeyPlace* end) {
    const auto leak = std::find_if(begin + 1, end, [&](const KeyPlace& other) {
      return m_splits[begin->file].is_another_split_than(m_splits[other.file]);
    });
    if (leak != end) {
      m_leaks.add(*begin, *leak, 1);
    } else {
      const bool is_equal =
          std::all_of(begin, end, [&](const KeyPlace& place) { return m_splits[place.file].is_equal; });
      (is_equal ? m_by_equal : m_plain).add(*begin, begin[1], static_cast<std::uint64_t>(end - begin) - 1);
    }
  }

  void report(VerifyResult& result) const {
    if (m_leaks.count > 0) result.warnings.push_back(leak_text());
    if (m_plain.count > 0) {
      result.notes.push_back(counted(m_plain.count, "record occurs", "records occur") +
                             " more than once, first " + places(m_plain));
    }
    if (m_by_equal.count > 0) {
      result.notes.push_back(counted(m_by_equal.count, "record occurs", "records occur") +
                             " more than once in a set built with --equal, first " + places(m_by_equal));
    }
  }

 private:
  std::string leak_text() const {
    const std::string held = counted(m_leaks.count, "record is", "records are");
    const std::string all = m_leaks.count > 1 ? "; `tfrec report … --findings FILE.csv` lists all" : "";
    if (m_splits[m_leaks.first->file].is_known) {
      return held + " in more than one split, first " + places(m_leaks) +
             ": a leak: one was trained on what the other measures" + all;
    }
    return held + " in what looks like two splits, first " + places(m_leaks) + ": a leak if it is" + all;
  }

  struct Group {
    std::uint64_t count = 0;
    std::optional<KeyPlace> first;  // in the order of the files
    std::optional<KeyPlace> again;

    void add(const KeyPlace& one, const KeyPlace& other, std::uint64_t repeats) {
      count += repeats;
      if (first && first->place() < one.place()) return;
      first = one;
      again = other;
    }
  };

  std::string place_text(const KeyPlace& place) const {
    return printable(m_verdicts[place.file].file.path) + " record " + std::to_string(place.record);
  }
  std::string places(const Group& group) const {
    return place_text(*group.first) + " and " + place_text(*group.again);
  }

  const std::vector<FileVerdict>& m_verdicts;
  std::vector<SplitOfShard> m_splits;
  Group m_leaks;
  Group m_plain;
  Group m_by_equal;  // repeats that are meant
};

}  // namespace

void find_repeated_records(const FoundShards& found, const std::vector<FileVerdict>& verdicts,
                           VerifyResult& result) {
  const std::vector<KeyPlace> keys = sorted_keys(verdicts);
  Repeats repeats(found, verdicts);
  for (std::size_t begin = 0; begin < keys.size();) {
    std::size_t end = begin + 1;
    while (end < keys.size() && keys[end].key == keys[begin].key) ++end;
    if (end - begin > 1) repeats.add(&keys[begin], keys.data() + end);
    begin = end;
  }
  repeats.report(result);
}

}  // namespace tfrec
