// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/compare_listing.hpp"

#include <algorithm>
#include <optional>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/verify/listing/place_shards.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_shown = 200;  // characters of an object's name

std::string size_problem(const ManifestShard& shard, std::uint64_t listed) {
  return "the manifest has " + counted(shard.bytes, "byte", "bytes") + ", the listing has " +
         format_count(listed);
}

std::string checksum_problem(const ManifestShard& shard, std::uint32_t listed) {
  return "the listed CRC32C is " + encode_crc32c(listed) + ", the manifest has " +
         encode_crc32c(shard.crc32c);
}

/// What several entries of one name show; nothing if they contradict each other.
std::optional<ListedObject> merged(const Listing& listing, const std::vector<std::size_t>& entries) {
  ListedObject all = listing.objects[entries.front()];
  for (const std::size_t i : entries) {
    const ListedObject& entry = listing.objects[i];
    const bool differs = (entry.bytes && all.bytes && *entry.bytes != *all.bytes) ||
                         (entry.crc32c && all.crc32c && *entry.crc32c != *all.crc32c);
    if (differs) return std::nullopt;
    if (!all.bytes) all.bytes = entry.bytes;
    if (!all.crc32c) all.crc32c = entry.crc32c;
    all.is_composite = all.is_composite || entry.is_composite;
  }
  return all;
}

/// Also where there are no objects.
bool has_names(const Listing& listing) {
  return listing.objects.empty() ||
         std::any_of(listing.objects.begin(), listing.objects.end(),
                     [](const ListedObject& object) { return !object.name.empty(); });
}

}  // namespace

ListingComparison::ListingComparison(const Listing& listing, VerifyResult& result)
    : m_listing(listing),
      m_result(result),
      m_nameless(listing),
      m_has_names(has_names(listing)),
      m_is_taken(listing.objects.size()) {
  m_result.listing.emplace();
}

void ListingComparison::add(const ShardSet& set) {
  const std::vector<ManifestShard>& shards = set.manifest->shards;
  const PlacedShards placed = place_shards(shards, m_listing);
  if (placed.has_any()) m_result.listing->prefixes.push_back(placed.prefix);
  std::vector<Verdict> verdicts(shards.size());
  std::vector<std::size_t> without_checksum;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    if (m_has_names) verdicts[i] = compare_named(shards[i], placed.objects[i]);
    const bool is_open = m_has_names ? verdicts[i].problem.empty() && verdicts[i].is_unchecked : true;
    if (is_open && !m_nameless.take_equal(shards[i]))
      without_checksum.push_back(i);
    else if (is_open)
      verdicts[i].is_unchecked = verdicts[i].is_composite = false;
  }
  for (const std::size_t i : without_checksum) compare_nameless(shards[i], verdicts[i]);
  std::uint64_t missing = 0;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    take_verdict(set, shards[i], verdicts[i]);
    missing += verdicts[i].is_missing ? 1 : 0;
  }
  explain_missing(set, missing);
}

ListingComparison::Verdict ListingComparison::compare_named(const ManifestShard& shard,
                                                            const std::vector<std::size_t>& objects) {
  Verdict verdict;
  if (objects.empty()) {
    verdict.problem = "is in the manifest, but not in the listing";
    verdict.is_missing = true;
    return verdict;
  }
  for (const std::size_t i : objects) m_is_taken[i] = true;
  const std::optional<ListedObject> object = merged(m_listing, objects);
  if (!object) {
    verdict.problem =
        "is listed " + counted(objects.size(), "time", "times") + " with different sizes or checksums";
  } else if (!object->bytes) {
    verdict.problem = "the listing shows no valid size of it";
  } else if (*object->bytes != shard.bytes) {
    verdict.problem = size_problem(shard, *object->bytes);
  } else {
    compare_checksum(shard, *object, verdict);
  }
  return verdict;
}

void ListingComparison::compare_checksum(const ManifestShard& shard, const ListedObject& object,
                                         Verdict& verdict) {
  if (!object.crc32c) {
    verdict.is_unchecked = true;
    verdict.is_composite = object.is_composite;
  } else if (*object.crc32c != shard.crc32c) {
    verdict.problem = checksum_problem(shard, *object.crc32c);
  }
}

/// No object without a name equals the shard. Beside names that is only a fault if one has another CRC32C.
void ListingComparison::compare_nameless(const ManifestShard& shard, Verdict& verdict) {
  using Match = NamelessObjects::Match;
  const Match match = m_nameless.take_unchecked(shard);
  if (match == Match::other) {
    verdict.problem =
        "no listed object has its CRC32C, " + encode_crc32c(shard.crc32c) + "; those of its size have others";
  } else if (match == Match::none && !m_has_names) {
    verdict.problem = "no listed object has its size, " + counted(shard.bytes, "byte", "bytes");
    verdict.is_missing = true;
  } else if (match != Match::none) {
    verdict.is_composite = verdict.is_composite || match == Match::composite;
    verdict.is_unchecked = true;
  }
}

void ListingComparison::take_verdict(const ShardSet& set, const ManifestShard& shard,
                                     const Verdict& verdict) {
  VerifiedFile file;
  file.path = (set.folder / shard.path).string();
  file.records = shard.records;
  file.bytes = shard.bytes;
  file.ok = verdict.problem.empty();
  m_result.records += file.records;
  m_result.bytes += file.bytes;
  m_result.ok = m_result.ok && file.ok;
  if (!file.ok)
    m_result.problems.push_back({"listing", file.path, verdict.problem});
  else if (verdict.is_composite)
    ++m_result.listing->composite;
  else
    ++(verdict.is_unchecked ? m_result.listing->without_crc32c : m_result.listing->checked);
  m_result.files.push_back(std::move(file));
}

void ListingComparison::explain_missing(const ShardSet& set, std::uint64_t missing) {
  if (missing == 0) return;
  const std::string file = printable(set.manifest_file().string()) + ": ";
  if (missing == set.manifest->shards.size()) {
    const bool has_first = !m_listing.objects.empty() && !m_listing.objects.front().name.empty();
    const std::string first =
        has_first ? ", which begins with " + printable_excerpt(m_listing.objects.front().name, k_shown) : "";
    m_result.warnings.push_back(
        file + (m_listing.objects.empty()
                    ? std::string("the listing shows no objects")
                    : "no shard is in the listing" + first + ": is it of another bucket or folder?"));
  }
  if (m_listing.is_cut)
    m_result.warnings.push_back("the listing is incomplete: its last page has a token for the next one");
  if (m_listing.folders > 0)
    m_result.warnings.push_back(
        "the listing shows " + counted(m_listing.folders, "folder", "folders") +
        " without the objects in them: list all levels (gcloud: --recursive, aws: no --delimiter)");
}

void ListingComparison::finish() {
  ListingFacts& facts = *m_result.listing;
  // Beside names, objects without them are the same ones.
  if (!m_has_names) facts.others = m_nameless.left();
  for (std::size_t i = 0; i < m_is_taken.size(); ++i)
    facts.others += !m_is_taken[i] && !m_listing.objects[i].name.empty() ? 1 : 0;
  const auto shards = [&](std::uint64_t count) {
    return format_count(count) + " of " + counted(m_result.files.size(), "shard", "shards");
  };
  if (facts.without_crc32c > 0)
    m_result.notes.push_back("the listing has no CRC32C of " + shards(facts.without_crc32c) +
                             ": only names and sizes are compared");
  if (facts.composite > 0)
    m_result.notes.push_back("the CRC32C of " + shards(facts.composite) +
                             " is composite, of the checksums of parts: only names and sizes are compared");
}

}  // namespace tfrec
