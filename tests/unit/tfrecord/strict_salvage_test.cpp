// SPDX-License-Identifier: Apache-2.0
// What salvage() keeps with anchors: no record of a TFRecord file inside a damaged record, and none by a
// coincidence of checksums. The same damage without anchors shows what they are for.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/data/shard_damage.hpp"
#include "tfrecord/crc32c.hpp"
#include "tfrecord/reading/salvage.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

using Texts = std::vector<std::string>;

struct StrictlyKept {
  Texts payloads;
  Salvaged salvaged;

  bool has(const std::string& payload) const {
    return std::find(payloads.begin(), payloads.end(), payload) != payloads.end();
  }
};

StrictlyKept salvage_with(const std::string& bytes, HeaderTrust trust, const Anchors* anchors) {
  StrictlyKept kept;
  Reader reader(memory_source(bytes), trust);
  kept.salvaged = salvage(
      reader, [&](const Record& record, std::string_view) { kept.payloads.emplace_back(record.payload); },
      anchors);
  return kept;
}

StrictlyKept loosely(const std::string& bytes) {
  return salvage_with(bytes, HeaderTrust::payload, nullptr);
}

StrictlyKept strictly(const std::string& bytes) {
  Reader reader(memory_source(bytes), HeaderTrust::half);
  const Anchors anchors = find_anchors(reader);
  return salvage_with(bytes, HeaderTrust::half, &anchors);
}

std::string numbers(char mark) {
  return shard_of({std::string(20, mark), std::string(8, mark), std::string(33, mark), std::string(1, mark)});
}

/// Three records each: TFRecord files, such files between other bytes, and files of files.
std::vector<Texts> nested_shards() {
  std::vector<Texts> shards(3);
  for (const char mark : {'a', 'b', 'c'}) {
    const std::string file = numbers(mark);
    shards[0].push_back(file);
    shards[1].push_back("name: " + std::string(1, mark) + file + "the end");
    shards[2].push_back(shard_of({file, std::string(15, mark), file}));
  }
  return shards;
}

struct Share {
  int files = 0;
  int with_inner = 0;  // of these, in which a record inside another was kept
};

bool has_inner(const StrictlyKept& kept, const Texts& shard) {
  return std::ranges::any_of(kept.payloads, [&](const std::string& payload) {
    return std::find(shard.begin(), shard.end(), payload) == shard.end();
  });
}

/// Returns how often an inner record is kept without anchors.
Share check_no_inner(const Texts& shard, const std::string& damaged, std::size_t touched, Share share) {
  const StrictlyKept kept = strictly(damaged);
  CHECK_FALSE(has_inner(kept, shard));
  for (std::size_t i = 0; i < shard.size(); ++i) CHECK((i == touched || kept.has(shard[i])));
  CHECK(kept.salvaged.kept_bytes + kept.salvaged.lost.bytes == damaged.size());
  return {share.files + 1, share.with_inner + (has_inner(loosely(damaged), shard) ? 1 : 0)};
}

/// `bytes` with the first four changed so that the checksum of all is `wanted`.
std::string with_checksum(std::string bytes, std::uint32_t wanted) {
  const std::uint32_t checksum = crc32c(bytes);
  std::uint32_t left = checksum ^ wanted;
  std::uint32_t flips = 0;
  std::array<std::pair<std::uint32_t, std::uint32_t>, 32>
      basis{};  // effects by their highest bit, with flips
  const auto reduce = [&](std::uint32_t& effect, std::uint32_t& bits) {
    for (int i = 31; i >= 0; --i) {
      if ((effect >> i & 1) == 0 || basis[static_cast<std::size_t>(i)].first == 0) continue;
      effect ^= basis[static_cast<std::size_t>(i)].first;
      bits ^= basis[static_cast<std::size_t>(i)].second;
    }
  };
  for (std::size_t bit = 0; bit < 32; ++bit) {
    std::uint32_t effect = crc32c(with_flipped_bit(bytes, bit)) ^ checksum;
    std::uint32_t bits = std::uint32_t{1} << bit;
    reduce(effect, bits);
    if (effect != 0) basis[static_cast<std::size_t>(31 - std::countl_zero(effect))] = {effect, bits};
  }
  reduce(left, flips);
  for (std::size_t bit = 0; bit < 32; ++bit) {
    if ((flips >> bit & 1) != 0) bytes = with_flipped_bit(bytes, bit);
  }
  return bytes;
}

std::vector<std::pair<Proof, std::uint64_t>> proofs(const StrictlyKept& kept) {
  std::vector<std::pair<Proof, std::uint64_t>> out;
  for (const ProvenRange& range : kept.salvaged.proven) out.emplace_back(range.proof, range.records);
  return out;
}

using Proofs = std::vector<std::pair<Proof, std::uint64_t>>;

const Texts k_six{"one", "two two", "three", "four four", "five", "six"};

/// k_six with a flipped bit in the payload of each of `records`, and in both parts of the headers of
/// `headers`.
std::string six_with(const std::vector<std::size_t>& records, const std::vector<std::size_t>& headers) {
  std::string bytes = shard_of(k_six);
  std::size_t at = 0;
  for (std::size_t i = 0; i < k_six.size(); ++i) {
    if (std::ranges::count(records, i) > 0) bytes = with_flipped_bit(bytes, (at + k_frame_header_bytes) * 8);
    if (std::ranges::count(headers, i) > 0) bytes = with_overwritten(bytes, at, "twelve bytes");
    at += k_six[i].size() + k_frame_overhead;
  }
  return bytes;
}

}  // namespace

TEST_CASE(
    "Strict salvage: bytes inserted into a record around a TFRecord file made its records the shard's") {
  Share share;
  for (const Texts& shard : nested_shards()) {
    const std::string bytes = shard_of(shard);
    const std::size_t size = bytes.size() / shard.size();
    for (const std::size_t count : {1U, 4U, 16U, 60U, 500U}) {
      for (std::size_t at = 0; at < bytes.size(); ++at) {
        INFO(count << " at " << at);
        share = check_no_inner(shard, with_inserted(bytes, at, std::string(count, 'i')), at / size, share);
      }
    }
  }
  CHECK(share.with_inner > share.files / 4);
}

TEST_CASE("Strict salvage: bytes lost from a record around a TFRecord file made its records the shard's") {
  Share share;
  for (const Texts& shard : nested_shards()) {
    const std::string bytes = shard_of(shard);
    const std::size_t size = bytes.size() / shard.size();
    for (const std::size_t count : {1U, 2U, 5U, 13U}) {
      for (std::size_t at = 0; at + count <= bytes.size(); ++at) {
        if (at / size != (at + count - 1) / size) continue;
        INFO(count << " at " << at);
        share = check_no_inner(shard, without(bytes, at, count), at / size, share);
      }
    }
  }
  CHECK(share.with_inner > share.files / 10);
}

TEST_CASE("Strict salvage: a damaged header made the records behind it the shard's") {
  Share share;
  for (const Texts& shard : nested_shards()) {
    const std::string bytes = shard_of(shard);
    const std::size_t size = bytes.size() / shard.size();
    for (std::size_t i = 0; i < shard.size(); ++i) {
      const std::string damaged = with_overwritten(bytes, i * size, "no header at");
      for (std::size_t at = i * size + k_frame_header_bytes; at < (i + 1) * size; ++at)
        share = check_no_inner(shard, with_flipped_bit(damaged, at * 8), i, share);
    }
  }
  CHECK(share.with_inner > share.files / 2);
}

TEST_CASE("Strict salvage: an inner record that inserted bytes push to where a record should begin") {
  const Texts shard{numbers('a'), numbers('b'), numbers('c')};
  const std::string bytes = shard_of(shard);
  const std::size_t last = k_frame_overhead + 1;  // of the inner file
  const std::size_t at = bytes.size() / 3 + 100;
  const std::string damaged = with_inserted(bytes, at, std::string(last + k_frame_footer_bytes, 'i'));
  CHECK(check_no_inner(shard, damaged, 1, {}).with_inner == 1);
}

TEST_CASE("Strict salvage: a file cut behind an inner record") {
  const Texts shard{"one", numbers('a')};
  const std::string bytes = shard_of(shard);
  const std::string damaged = cut_to(bytes, bytes.size() - k_frame_footer_bytes);
  CHECK(check_no_inner(shard, damaged, 1, {}).with_inner == 1);
}

TEST_CASE("Strict salvage: a payload whose checksum agrees by chance hid the records behind it") {
  Texts payloads(5, "some record");
  payloads.push_back("the last one, which is longer");
  const std::string behind = shard_of(payloads);
  const std::size_t end =
      behind.size() - payloads.back().size() - k_frame_footer_bytes;  // of the last header
  const std::string noise = with_checksum("this was a payload" + behind.substr(0, end), 0);
  const std::string bytes = shard_of({"one"}) + "twelve bytes" + noise + behind.substr(end);
  const StrictlyKept loose = loosely(bytes);
  REQUIRE(loose.payloads.size() == 2);  // the checksum of all is that of the last payload
  CHECK(loose.payloads[1] == noise + payloads.back());
  const StrictlyKept kept = strictly(bytes);
  payloads.insert(payloads.begin(), "one");
  CHECK(kept.payloads == payloads);
  CHECK(proofs(kept) == Proofs{{Proof::start, 1}, {Proof::end, 6}});
}

TEST_CASE("Strict salvage: a header behind twelve damaged bytes was read as a record of eight bytes") {
  const std::string bytes =
      shard_of({"one"}) + "twelve bytes" + header_announcing(5) + shard_of({"two", "three"});
  CHECK(loosely(bytes).payloads.size() == 4);
  CHECK(strictly(bytes).payloads == Texts{"one", "two", "three"});
}

TEST_CASE("Strict salvage keeps a record if one part of its header is right, and no other") {
  const std::string bytes = shard_of({"one", "two", "three"});
  const std::size_t at = 3 + k_frame_overhead;
  for (std::size_t first = 0; first < k_frame_header_bytes; ++first) {
    for (std::size_t second = first; second < k_frame_header_bytes; ++second) {
      INFO(first << ", " << second);
      std::string damaged = with_flipped_bit(bytes, (at + first) * 8);
      if (second != first) damaged = with_flipped_bit(damaged, (at + second) * 8);
      const bool is_half_right = second < 8 || first >= 8;
      const StrictlyKept kept = strictly(damaged);
      CHECK(loosely(damaged).payloads.size() == 3);
      CHECK(kept.payloads == (is_half_right ? Texts{"one", "two", "three"} : Texts{"one", "three"}));
      CHECK(kept.salvaged.repaired.count == (is_half_right ? 1 : 0));
      CHECK(proofs(kept) ==
            (is_half_right ? Proofs{{Proof::start, 3}} : Proofs{{Proof::start, 1}, {Proof::end, 1}}));
    }
  }
}

TEST_CASE("Strict salvage reports why records are kept") {
  CHECK(proofs(strictly(shard_of(k_six))) == Proofs{{Proof::start, 6}});
  CHECK(proofs(strictly(six_with({2}, {}))) == Proofs{{Proof::start, 2}, {Proof::end, 3}});
  CHECK(proofs(strictly(six_with({1, 3}, {}))) ==
        Proofs{{Proof::start, 1}, {Proof::headers, 1}, {Proof::end, 2}});
  CHECK(proofs(strictly(six_with({0, 5}, {}))) == Proofs{{Proof::headers, 4}});
  const StrictlyKept kept = strictly(six_with({1}, {3}));
  CHECK(proofs(kept) == Proofs{{Proof::start, 1}, {Proof::end, 2}});
  REQUIRE(kept.salvaged.lost.listed.size() == 3);
  const Damage& left_out = kept.salvaged.lost.listed[1];
  CHECK(left_out.kind == DamageKind::unproven);
  CHECK(left_out.record == 2);
  CHECK(left_out.offset == 42);
  CHECK(left_out.length == 21);
  CHECK(left_out.message ==
        "1 intact record, perhaps inside a damaged one: no link to the start or the end of the file");
  CHECK_FALSE(kept.salvaged.is_loss_counted);
}

TEST_CASE("Strict salvage: a record without proof whose header is damaged is lost behind that header") {
  const StrictlyKept kept = strictly(with_flipped_bit(six_with({1}, {4}), 42 * 8));
  CHECK(proofs(kept) == Proofs{{Proof::start, 1}, {Proof::end, 1}});
  REQUIRE(kept.salvaged.lost.listed.size() == 4);
  const Damage& header = kept.salvaged.lost.listed[1];
  CHECK(header.kind == DamageKind::header);
  CHECK(header.offset == 42);
  CHECK(header.length == 12);
  const Damage& left_out = kept.salvaged.lost.listed[2];
  CHECK(left_out.kind == DamageKind::unproven);
  CHECK(left_out.record == 2);
  CHECK(left_out.offset == 54);
  CHECK(left_out.length == 34);
}

TEST_CASE("Strict salvage kept an inner record where an insertion and a loss left the file its size") {
  const std::string last = shard_of({"inner-four"});
  const std::string inner = shard_of({"inner1", "inner2", "inner3"});
  const std::string fifth(60, '5');
  const std::string fourth(60, '4');
  std::string bytes = shard_of({"first", "name: " + inner + last, "third", fourth, fifth});
  const std::size_t shift = last.size() + 4;
  bytes.erase(bytes.size() - shard_of({fifth}).size() - 40, shift);
  bytes.insert(shard_of({"first"}).size() + 18 + inner.size() - 8, shift, 'x');
  CHECK(strictly(bytes).payloads == Texts{"first", fifth});
}

TEST_CASE("Strict salvage: a cut exactly behind an inner record of a damaged one is a known limit") {
  const std::string first = numbers('a');
  std::string bytes = shard_of({first, numbers('b')});
  const std::size_t second = first.size() + k_frame_overhead;
  bytes = with_overwritten(bytes, second, "twelve bytes");
  const std::size_t inner = 20 + k_frame_overhead;
  const std::string cut = bytes.substr(0, second + k_frame_header_bytes + inner);
  CHECK(strictly(cut).payloads == Texts{first, std::string(20, 'b')});
  CHECK(strictly(cut.substr(0, cut.size() - 1)).payloads == Texts{first});
}
