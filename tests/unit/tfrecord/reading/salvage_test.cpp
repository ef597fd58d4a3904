// SPDX-License-Identifier: Apache-2.0
// What salvage keeps and what it reports as lost: single damages of seeded shards against what is known of
// them, and the cases that are easily got wrong. Ten thousand cases: unit_tfrecord "[ten thousand damages]".
#include "tfrecord/reading/salvage.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/shard_damage.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/source/deflater.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

struct Kept {
  Salvaged salvaged;
  std::map<std::uint64_t, std::string> payloads;  // by the offset of their header
  std::string file;                               // what is written
};

Kept salvage_bytes(std::string_view bytes, HeaderTrust trust = HeaderTrust::payload,
                   const Anchors* anchors = nullptr) {
  Kept kept;
  Reader reader(memory_source(bytes), trust);
  const auto keep = [&](const Record& record, std::string_view frame) {
    kept.payloads.emplace(record.offset, record.payload);
    kept.file += frame;
  };
  kept.salvaged = salvage(reader, keep, anchors);
  return kept;
}

Kept salvage_strictly(std::string_view bytes) {
  Reader reader(memory_source(bytes), HeaderTrust::half);
  const Anchors anchors = find_anchors(reader);
  return salvage_bytes(bytes, HeaderTrust::half, &anchors);
}

enum Kind { flipped_bit, truncation, inserted_block, deleted_block, overwritten_block, k_kinds };
const char* const k_names[] = {"flipped bit", "truncation", "inserted block", "deleted block",
                               "overwritten block"};

/// A shard, the same with one damage, and what of it is untouched.
struct Case {
  std::vector<std::string> payloads;
  std::string sound;
  std::string damaged;
  Kind kind{};
  std::map<std::uint64_t, std::string> untouched;  // by where their frames are in the damaged file
  std::uint64_t touched = 0;                       // the first record that differs
  std::uint64_t breaks = 0;  // the first that is no sound frame: behind it where whole frames were put there

  /// Whole records were cut off, left out or repeated: nothing but the number of records can tell.
  bool is_sound = false;
};

class Maker {
 public:
  explicit Maker(unsigned seed) : m_random(seed) {}

  Case make(Kind kind) {
    Case made;
    made.kind = kind;
    const std::size_t records = 1 + below(40);
    const std::size_t largest = std::vector<std::size_t>{8, 60, 400, 5000}[below(4)];
    for (std::size_t i = 0; i < records; ++i) made.payloads.push_back(bytes(below(largest + 1)));
    made.sound = shard_of(made.payloads);
    do {
      damage(made);
    } while (made.damaged == made.sound);
    const auto differs =
        std::mismatch(made.damaged.begin(), made.damaged.end(), made.sound.begin(), made.sound.end());
    const auto at = static_cast<std::size_t>(differs.second - made.sound.begin());
    const Row row = row_of_frames(made.damaged);
    made.touched = record_at(made, at);
    made.breaks = std::max(made.touched, row.frames);
    made.is_sound = row.is_whole;
    return made;
  }

 private:
  std::size_t below(std::size_t limit) { return m_random() % limit; }

  std::string bytes(std::size_t count) {
    std::string out(count, '\0');
    for (char& byte : out) byte = static_cast<char>(m_random());
    return out;
  }

  /// Noise, zeros, or a piece of a shard, which holds whole frames.
  std::string block(const Case& made) {
    const std::size_t count = 1 + below(below(2) == 0 ? 16 : 4000);
    if (below(3) == 0) return std::string(count, '\0');
    if (below(2) == 0) return bytes(count);
    const std::size_t at =
        below(2) == 0 ? begin_of(made, below(made.payloads.size())) : below(made.sound.size());
    return made.sound.substr(at, count);
  }

  void damage(Case& made) {
    const std::string& sound = made.sound;
    const std::size_t at = below(4) == 0 ? begin_of(made, below(made.payloads.size())) : below(sound.size());
    made.untouched.clear();
    switch (made.kind) {
      case flipped_bit:
        made.damaged = with_flipped_bit(sound, at * 8 + below(8));
        return note_same_place(made);
      case overwritten_block: {
        std::string over = block(made);
        over.resize(std::min(over.size(), sound.size() - at));
        made.damaged = with_overwritten(sound, at, over);
        return note_same_place(made);
      }
      case truncation:
        made.damaged = cut_to(sound, at);
        return note_moved(made, at, sound.size(), 0);
      case inserted_block: {
        const std::string inserted = block(made);
        made.damaged = with_inserted(sound, at, inserted);
        return note_moved(made, at, at, static_cast<std::ptrdiff_t>(inserted.size()));
      }
      default: {
        const bool is_whole = below(4) == 0;
        const std::size_t end =
            is_whole ? begin_of(made, below(made.payloads.size() + 1)) : at + 1 + below(3000);
        const std::size_t count = std::min(end > at ? end - at : 1, sound.size() - at);
        made.damaged = without(sound, at, count);
        return note_moved(made, at, at + count, -static_cast<std::ptrdiff_t>(count));
      }
    }
  }

  static std::size_t begin_of(const Case& made, std::size_t record) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < record; ++i) at += made.payloads[i].size() + k_frame_overhead;
    return at;
  }

  static std::uint64_t record_at(const Case& made, std::size_t byte) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < made.payloads.size(); ++i) {
      end += made.payloads[i].size() + k_frame_overhead;
      if (byte < end) return i;
    }
    return made.payloads.size();
  }

  static void note_same_place(Case& made) {
    for (std::size_t i = 0, at = 0; i < made.payloads.size(); ++i) {
      const std::size_t size = made.payloads[i].size() + k_frame_overhead;
      if (made.damaged.compare(at, size, made.sound, at, size) == 0) made.untouched[at] = made.payloads[i];
      at += size;
    }
  }

  /// Frames before `begin` stay, those from `end` on move by `shift`.
  static void note_moved(Case& made, std::size_t begin, std::size_t end, std::ptrdiff_t shift) {
    for (std::size_t i = 0, at = 0; i < made.payloads.size(); ++i) {
      const std::size_t behind = at + made.payloads[i].size() + k_frame_overhead;
      if (behind <= begin) made.untouched[at] = made.payloads[i];
      if (at >= end && at < made.sound.size() && behind > begin) {
        made.untouched[static_cast<std::uint64_t>(static_cast<std::ptrdiff_t>(at) + shift)] =
            made.payloads[i];
      }
      at = behind;
    }
  }

  struct Row {
    std::uint64_t frames = 0;
    bool is_whole = true;
  };

  /// The sound frames from the front on.
  static Row row_of_frames(std::string_view bytes) {
    Row row;
    for (; !bytes.empty(); ++row.frames) {
      const std::optional<std::uint64_t> length = announced_length(bytes);
      row.is_whole = length && bytes.size() >= k_frame_overhead &&
                     *length <= bytes.size() - k_frame_overhead &&
                     payload_agrees(bytes.substr(k_frame_header_bytes, *length),
                                    bytes.substr(k_frame_header_bytes + *length));
      if (!row.is_whole) return row;
      bytes.remove_prefix(k_frame_overhead + *length);
    }
    return row;
  }

  std::mt19937 m_random;
};

struct Tally {
  std::uint64_t cases = 0;
  std::uint64_t found = 0;        // by damage, or by the number of records
  std::uint64_t by_count = 0;     // of these, by the number alone
  std::uint64_t by_manifest = 0;  // of these, by the manifest's checksum alone: a record in another's place
  std::uint64_t named = 0;        // of those found by damage, at the right record
  std::uint64_t untouched = 0;
  std::uint64_t salvaged = 0;
  std::uint64_t made_up = 0;  // records that never were
  std::uint64_t lengths = 0;  // the length of a record, taken for a record
  std::uint64_t strictly_salvaged = 0;
  std::uint64_t strictly_made_up = 0;
};

/// A header whose payload is gone reads as an eight-byte record where twelve bytes of damage are before it.
bool is_length(const std::string& payload, const std::vector<std::string>& payloads) {
  return std::any_of(payloads.begin(), payloads.end(), [&](const std::string& sound) {
    return header_announcing(sound.size()).substr(0, 8) == payload;
  });
}

void judge_strictly(const Case& made, Tally& tally) {
  const Kept kept = salvage_strictly(made.damaged);
  const std::set<std::string> originals(made.payloads.begin(), made.payloads.end());
  for (const auto& [offset, payload] : kept.payloads) {
    const auto untouched = made.untouched.find(offset);
    tally.strictly_salvaged += untouched != made.untouched.end() && untouched->second == payload ? 1 : 0;
    tally.strictly_made_up += originals.contains(payload) ? 0 : 1;
  }
}

void judge(const Case& made, Tally& tally) {
  const Kept kept = salvage_bytes(made.damaged);
  const Salvaged& salvaged = kept.salvaged;
  ++tally.cases;
  if (!salvaged.is_intact()) {
    ++tally.found;
    std::uint64_t first = UINT64_MAX;
    for (const DamageList* list : {&salvaged.lost, &salvaged.repaired}) {
      for (const Damage& damage : list->listed) first = std::min(first, damage.record);
    }
    tally.named += first >= made.touched && first <= made.breaks ? 1 : 0;
  } else if (salvaged.kept != made.payloads.size()) {
    ++tally.found;
    ++tally.by_count;
  } else if (made.is_sound && made.damaged.size() == made.sound.size()) {
    ++tally.found;
    ++tally.by_manifest;
  }
  tally.untouched += made.untouched.size();
  for (const auto& [offset, payload] : made.untouched) {
    const auto found = kept.payloads.find(offset);
    tally.salvaged += found != kept.payloads.end() && found->second == payload ? 1 : 0;
  }
  const std::set<std::string> originals(made.payloads.begin(), made.payloads.end());
  for (const auto& [offset, payload] : kept.payloads) {
    if (originals.contains(payload)) continue;
    ++(is_length(payload, made.payloads) ? tally.lengths : tally.made_up);
  }
  if (salvaged.is_intact() != made.is_sound) ++tally.made_up;
}

void check_damages(unsigned cases, bool prints) {
  Tally all[k_kinds];
  for (unsigned seed = 0; seed < cases; ++seed) {
    const auto kind = static_cast<Kind>(seed % k_kinds);
    const Case made = Maker(seed).make(kind);
    Tally& tally = all[kind];
    const Tally before = tally;
    judge(made, tally);
    judge_strictly(made, tally);
    INFO("seed " << seed << ", " << k_names[kind] << ", " << made.payloads.size() << " records");
    CHECK(tally.found == before.found + 1);
    const bool is_silent = tally.by_count + tally.by_manifest > before.by_count + before.by_manifest;
    CHECK((is_silent || tally.named == before.named + 1));
    CHECK(tally.salvaged - before.salvaged == tally.untouched - before.untouched);
    CHECK(tally.made_up == before.made_up);
    CHECK(tally.strictly_made_up == before.strictly_made_up);
  }
  for (int kind = 0; prints && kind < k_kinds; ++kind) {
    const Tally& tally = all[kind];
    WARN(k_names[kind] << ": " << tally.found << " of " << tally.cases << " found (" << tally.by_count
                       << " by the number of records alone, " << tally.by_manifest
                       << " by the manifest alone), " << tally.named << " named at the right record; "
                       << tally.salvaged << " of " << tally.untouched << " untouched records salvaged, "
                       << tally.made_up << " made up, " << tally.lengths
                       << " lengths taken for records; strictly " << tally.strictly_salvaged << " salvaged, "
                       << tally.strictly_made_up << " made up");
  }
}

}  // namespace

TEST_CASE("Ten thousand single damages: all found, named at their record, every untouched record salvaged") {
  check_damages(10'000, false);
}

TEST_CASE("A hundred thousand single damages, with the shares", "[.][damage shares]") {
  check_damages(100'000, true);
}

TEST_CASE("Salvage of a sound shard is the shard") {
  const std::string shard = shard_of({"a", "", std::string(3000, 'b')});
  const Kept kept = salvage_bytes(shard);
  CHECK(kept.file == shard);
  CHECK(kept.salvaged.is_intact());
  CHECK(kept.salvaged.kept == 3);
  CHECK(kept.salvaged.kept_bytes == shard.size());
  CHECK(kept.salvaged.bytes == shard.size());
  CHECK(salvage_bytes("").salvaged.is_intact());
}

TEST_CASE("A damaged header is repaired: the shard comes out as it was") {
  const std::string shard = shard_of({"first", "second", "third"});
  for (std::size_t byte = 21; byte < 33; ++byte) {
    const Kept kept = salvage_bytes(with_flipped_bit(shard, byte * 8));
    CHECK(kept.file == shard);
    CHECK(kept.salvaged.lost.count == 0);
    REQUIRE(kept.salvaged.repaired.count == 1);
    CHECK(kept.salvaged.repaired.listed[0].record == 1);
    CHECK(kept.salvaged.repaired.listed[0].offset == 21);
  }
}

TEST_CASE("What is lost is reported by range, and the ranges and what is kept make up the file") {
  const std::string shard = shard_of({"first", "second", "third"});
  const Kept kept = salvage_bytes(with_flipped_bit(shard, (21 + 14) * 8) + std::string(20, '\0'));
  CHECK(kept.file == shard_of({"first", "third"}));
  REQUIRE(kept.salvaged.lost.count == 2);
  CHECK(kept.salvaged.lost.listed[0].offset == 21);
  CHECK(kept.salvaged.lost.listed[0].length == 22);
  CHECK(kept.salvaged.lost.listed[1].offset == shard.size());
  CHECK(kept.salvaged.lost.listed[1].length == 20);
  CHECK(kept.salvaged.lost_places == 1);  // the zeros are no record
  CHECK(salvage_bytes(shard + std::string(20, '\0')).salvaged.lost_places == 0);
  CHECK(kept.salvaged.lost.bytes + kept.salvaged.kept_bytes == kept.salvaged.bytes);
}

TEST_CASE("Records inside a proven record's payload are no records of the shard") {
  const std::string inner = shard_of({"one", "two", "three"});
  const std::string shard = shard_of({inner, inner});
  CHECK(salvage_bytes(with_flipped_bit(shard, 0)).file == shard);  // by the payload's own checksum
  CHECK(salvage_bytes(with_flipped_bit(shard, (12 + 3) * 8)).file == shard_of({inner}));
  CHECK(salvage_bytes(cut_to(shard, shard.size() - 1)).file == shard_of({inner}));
}

TEST_CASE("Of damage without end only the first ranges are listed, all are counted") {
  std::string bytes;
  while (bytes.size() < 4'000'000) bytes += "no header at" + shard_of({"x"});
  const auto begin = std::chrono::steady_clock::now();
  const Salvaged salvaged = salvage_bytes(bytes).salvaged;
  CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < 30);
  CHECK(salvaged.lost.listed.size() == DamageList::k_most_listed);
  CHECK(salvaged.lost.count > DamageList::k_most_listed);
  CHECK(salvaged.lost.bytes + salvaged.kept_bytes == bytes.size());
}

TEST_CASE("What the deflater makes inflates to the same") {
  const ScratchFolder folder;
  std::mt19937 random(1);
  for (const Compression compression : {Compression::gzip, Compression::zlib}) {
    for (const std::size_t size : {0U, 1U, 65'535U, 3'000'000U}) {
      INFO(size);
      std::vector<std::string> payloads(3, std::string(size, '\0'));
      for (std::size_t i = 0; i < size; ++i) payloads[1][i] = static_cast<char>(random());
      const std::string shard = shard_of(payloads);
      Deflater deflater(compression);
      std::string stream;
      for (std::size_t at = 0; at < shard.size(); at += 100'000) {
        deflater.append(std::string_view(shard).substr(at, 100'000), stream);
      }
      deflater.finish(stream);
      const InputFile file(folder.write("stream", stream));
      CHECK(sniff_compression(file) == compression);
      Reader reader(file);
      const ReadBack back = read_back(reader);
      CHECK(back.damages.empty());
      CHECK(back.payloads() == payloads);
    }
  }
}

TEST_CASE("An empty stream of the deflater is a sound shard of no records") {
  const ScratchFolder folder;
  for (const Compression compression : {Compression::gzip, Compression::zlib}) {
    Deflater deflater(compression);
    std::string stream;
    deflater.finish(stream);
    const InputFile file(folder.write("stream", stream));
    Reader reader(file);
    CHECK(salvage(reader, [](const Record&, std::string_view) {}).is_intact());
  }
}
