// SPDX-License-Identifier: Apache-2.0
// Seeded shards with one to eight damages each, judged by an oracle that knows where each byte came from.
// TFREC_DAMAGE_CASES sets the number of cases, TFREC_DAMAGE_SEED the first seed.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

constexpr int k_made_up = -1;  // the origin of a byte that was changed or inserted

/// A file whose bytes remember their place in the sound shard.
struct Traced {
  std::string bytes;
  std::vector<int> origins;

  void insert(std::size_t at, const std::string& inserted, const std::vector<int>& from) {
    bytes.insert(at, inserted);
    origins.insert(origins.begin() + static_cast<std::ptrdiff_t>(at), from.begin(), from.end());
  }
  void erase(std::size_t at, std::size_t count) {
    bytes.erase(at, count);
    const auto begin = origins.begin() + static_cast<std::ptrdiff_t>(at);
    origins.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  void set(std::size_t at, char byte) {
    if (bytes[at] != byte) origins[at] = k_made_up;
    bytes[at] = byte;
  }
};

struct Case {
  std::vector<std::string> payloads;
  Traced file;
  std::vector<std::string> damages;  // for the message of a failure
};

class Maker {
 public:
  explicit Maker(unsigned seed) : m_random(seed) {}

  Case make() {
    Case made;
    const std::size_t records = below(4) == 0 ? 1 + below(200) : 1 + below(20);
    const std::size_t largest = std::vector<std::size_t>{8, 40, 300, 3000}[below(4)];
    for (std::size_t i = 0; i < records; ++i)
      made.payloads.push_back(bytes(below(3) == 0 ? largest : below(largest + 1)));
    made.file.bytes = shard_of(made.payloads);
    made.file.origins.resize(made.file.bytes.size());
    for (std::size_t i = 0; i < made.file.origins.size(); ++i) made.file.origins[i] = static_cast<int>(i);
    const std::size_t count = 1 + below(8);
    for (std::size_t i = 0; i < count && !made.file.bytes.empty(); ++i) damage(made);
    return made;
  }

 private:
  std::size_t below(std::size_t limit) { return m_random() % limit; }

  std::string bytes(std::size_t count) {
    std::string out(count, '\0');
    for (char& byte : out) byte = static_cast<char>(m_random());
    return out;
  }

  void damage(Case& made) {
    Traced& file = made.file;
    const std::size_t at = below(file.bytes.size());
    const std::size_t count = std::min(file.bytes.size() - at, 1 + below(below(3) == 0 ? 400 : 20));
    const std::size_t kind = below(8);
    static const std::vector<std::string> names{"flip",   "overwrite", "zero",     "delete",
                                                "insert", "duplicate", "cut tail", "cut front"};
    made.damages.push_back(names[kind] + " " + std::to_string(count) + " at " + std::to_string(at));
    const auto begin = file.origins.begin() + static_cast<std::ptrdiff_t>(at);
    const std::vector<int> origins(begin, begin + static_cast<std::ptrdiff_t>(count));
    switch (kind) {
      case 0:
        return file.set(at, static_cast<char>(file.bytes[at] ^ (1 << below(8))));
      case 1:
        for (std::size_t i = 0; i < count; ++i) file.set(at + i, static_cast<char>(m_random()));
        return;
      case 2:
        for (std::size_t i = 0; i < count; ++i) file.set(at + i, '\0');
        return;
      case 3:
        return file.erase(at, count);
      case 4:
        return file.insert(at, bytes(count), std::vector<int>(count, k_made_up));
      case 5:
        return file.insert(below(file.bytes.size()), file.bytes.substr(at, count), origins);
      case 6:
        return file.erase(file.bytes.size() - count, count);
      default:
        return file.erase(0, count);
    }
  }

  std::mt19937 m_random;
};

/// Where each untouched frame is in the damaged file.
std::map<std::uint64_t, std::string> untouched(const Case& made) {
  std::map<int, const std::string*> frames;  // by the place they had
  int offset = 0;
  for (const std::string& payload : made.payloads) {
    frames[offset] = &payload;
    offset += static_cast<int>(payload.size() + k_frame_overhead);
  }
  std::map<std::uint64_t, std::string> out;
  const std::vector<int>& origins = made.file.origins;
  for (std::size_t at = 0; at < origins.size(); ++at) {
    const auto frame = frames.find(origins[at]);
    if (frame == frames.end()) continue;
    const std::size_t size = frame->second->size() + k_frame_overhead;
    bool is_whole = at + size <= origins.size();
    for (std::size_t i = 0; is_whole && i < size; ++i)
      is_whole = origins[at + i] == origins[at] + static_cast<int>(i);
    if (is_whole) out[at] = *frame->second;
  }
  return out;
}

/// Frame by frame from the front, as any reader does.
bool is_sound(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::optional<std::uint64_t> length = announced_length(bytes);
    if (!length || bytes.size() < k_frame_overhead || *length > bytes.size() - k_frame_overhead) return false;
    const std::string_view payload = bytes.substr(k_frame_header_bytes, *length);
    if (!payload_agrees(payload, bytes.substr(k_frame_header_bytes + *length))) return false;
    bytes.remove_prefix(k_frame_overhead + payload.size());
  }
  return true;
}

/// A header without its payload, behind twelve damaged bytes, can't be distinguished from an eight-byte
/// record whose header is damaged.
bool is_length_of_one(const std::string& bytes, const std::vector<std::string>& payloads) {
  const auto is_it = [&](const std::string& payload) {
    return header_announcing(payload.size()).substr(0, 8) == bytes;
  };
  return std::any_of(payloads.begin(), payloads.end(), is_it);
}

/// What is wrong with the reader's result; empty where nothing is.
std::string verdict(const Case& made) {
  const ReadBack back = read_back(made.file.bytes);
  if (!back.tiles) return "the ranges do not tile the file";
  const std::map<std::uint64_t, std::string> expected = untouched(made);
  const std::set<std::string> originals(made.payloads.begin(), made.payloads.end());
  std::map<std::uint64_t, std::string> found;
  std::uint64_t next_index = 0;
  for (const ReadBack::Found& record : back.records) {
    const bool is_header = is_length_of_one(record.payload, made.payloads);
    if (!originals.contains(record.payload) && !is_header)
      return "a record that never was, at " + std::to_string(record.offset);
    if (record.index < next_index) return "an index goes back";
    next_index = record.index + 1;
    found[record.offset] = record.payload;
  }
  for (const auto& [offset, payload] : expected) {
    if (!found.contains(offset) || found[offset] != payload)
      return "lost an untouched record at " + std::to_string(offset);
  }
  const bool sound = is_sound(made.file.bytes);
  if (back.damages.empty() != sound) return "damage not reported, or reported where there is none";
  return {};
}

unsigned setting(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

}  // namespace

TEST_CASE(
    "One to eight damages: every untouched record is salvaged, nothing else appears, ranges tile the file") {
  const unsigned first = setting("TFREC_DAMAGE_SEED", 1);
  const unsigned cases = setting("TFREC_DAMAGE_CASES", 2000);
  for (unsigned seed = first; seed < first + cases; ++seed) {
    const Case made = Maker(seed).make();
    const std::string wrong = verdict(made);
    if (wrong.empty()) continue;
    std::string damages;
    for (const std::string& damage : made.damages) damages += damage + "; ";
    FAIL_CHECK("seed " << seed << ": " << wrong << " (" << made.payloads.size() << " records, "
                       << made.file.bytes.size() << " bytes: " << damages << ")");
  }
}
