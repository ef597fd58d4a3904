// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/listing/compare_listing.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_shown = 200;         // characters of an object's name
constexpr std::size_t k_shown_prefixes = 3;  // others than the set's

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
    all.has_invalid_crc32c = all.has_invalid_crc32c || entry.has_invalid_crc32c;
    all.is_composite = all.is_composite || entry.is_composite;
  }
  return all;
}

std::string prefix_text(std::string_view prefix) {
  return prefix.empty() ? "the bucket's root" : printable_excerpt(prefix, k_shown);
}

std::string other_prefix_text(const ShardSet& set, const PlacedShards::Other& other) {
  const std::string differ = other.different == 0   ? "none differs"
                             : other.different == 1 ? "1 differs"
                                                    : format_count(other.different) + " differ";
  return printable(set.manifest_file().string()) + ": shards of the same names are also below " +
         prefix_text(other.prefix) + ": " + format_count(other.shards) + " of " +
         format_count(set.manifest->shards.size()) + ", " + differ;
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
  Comparison comparison{&set, place_shards(shards, m_listing), std::vector<Verdict>(shards.size()), {}};
  if (comparison.placed.has_any()) m_result.listing->prefixes.push_back(comparison.placed.prefix);
  for (std::size_t i = 0; i < shards.size(); ++i) {
    Verdict& verdict = comparison.verdicts[i];
    if (m_has_names) verdict = compare_named(shards[i], comparison.placed.objects[i]);
    const bool is_open = m_has_names ? verdict.problem.empty() && verdict.is_unchecked : true;
    if (!is_open) continue;
    if (m_nameless.take_equal(shards[i])) {
      verdict.is_unchecked = verdict.is_composite = false;
    } else {
      comparison.unchecked.push_back(i);
    }
  }
  m_sets.push_back(std::move(comparison));
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
  if (object.has_invalid_crc32c) {
    verdict.problem = "the listing shows no valid CRC32C of it";
  } else if (!object.crc32c) {
    verdict.is_unchecked = true;
    verdict.is_composite = object.is_composite;
  } else if (*object.crc32c != shard.crc32c) {
    verdict.problem = checksum_problem(shard, *object.crc32c);
  }
}

/// No object without a name equals the shard. To be called when the equal ones of all sets are taken.
void ListingComparison::compare_nameless(const ManifestShard& shard, Verdict& verdict) {
  using Match = NamelessObjects::Match;
  const Match match = m_nameless.take_of_size(shard);
  if (match == Match::other) {
    verdict.problem =
        "no listed object has its CRC32C, " + encode_crc32c(shard.crc32c) + "; one of its size has another";
  } else if (match != Match::none) {
    verdict.is_composite = verdict.is_composite || match == Match::composite;
    verdict.is_unchecked = true;
  } else if (const auto listed = m_nameless.take_of_crc32c(shard)) {
    verdict.problem = "an object of its CRC32C has another size: " + size_problem(shard, *listed);
  } else if (!m_has_names) {
    verdict.problem =
        "has no head-object output: none is left of its size, " + counted(shard.bytes, "byte", "bytes");
    verdict.is_missing = true;
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
  if (!file.ok) {
    m_result.problems.push_back({"listing", file.path, verdict.problem});
  } else if (verdict.is_composite) {
    ++m_result.listing->composite;
  } else {
    ++(verdict.is_unchecked ? m_result.listing->without_crc32c : m_result.listing->checked);
  }
  m_result.files.push_back(std::move(file));
}

void ListingComparison::finish_set(Comparison& comparison) {
  const std::vector<ManifestShard>& shards = comparison.set->manifest->shards;
  for (const std::size_t i : comparison.unchecked) compare_nameless(shards[i], comparison.verdicts[i]);
  std::uint64_t missing = 0;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    take_verdict(*comparison.set, shards[i], comparison.verdicts[i]);
    missing += comparison.verdicts[i].is_missing ? 1 : 0;
  }
  if (missing > 0 && missing == shards.size()) warn_of_missing(*comparison.set);
  m_missing += missing;
}

/// Of all shards.
void ListingComparison::warn_of_missing(const ShardSet& set) {
  const std::string file = printable(set.manifest_file().string()) + ": ";
  if (m_listing.objects.empty()) {
    m_result.warnings.push_back(file + "the listing shows no objects");
    return;
  }
  const std::string& first = m_listing.objects.front().name;
  m_result.warnings.push_back(
      file + "no shard is in the listing" +
      (first.empty() ? "" : ", which begins with " + printable_excerpt(first, k_shown)) +
      ": is it of another bucket or folder?");
}

/// Which upload a reader meets is not known where there are several.
void ListingComparison::warn_of_prefixes() {
  std::map<std::string_view, std::size_t> chosen;  // how many sets have it
  for (const Comparison& comparison : m_sets) {
    if (comparison.placed.has_any()) ++chosen[comparison.placed.prefix];
  }
  for (const auto& [prefix, sets] : chosen) {
    if (sets > 1) {
      m_result.warnings.push_back(format_count(sets) + " manifests have their shards below one prefix, " +
                                  prefix_text(prefix));
    }
  }
  for (const Comparison& comparison : m_sets) {
    std::vector<PlacedShards::Other> others = comparison.placed.others;
    std::erase_if(others, [&](const auto& other) { return chosen.contains(other.prefix); });
    for (std::size_t i = 0; i < std::min(others.size(), k_shown_prefixes); ++i)
      m_result.warnings.push_back(other_prefix_text(*comparison.set, others[i]));
    const std::uint64_t left = m_nameless.left_of_sizes(comparison.set->manifest->shards);
    if (!others.empty() && left > 0) {
      m_result.warnings.push_back(
          printable(comparison.set->manifest_file().string()) + ": " +
          counted(left, "head-object output has", "head-object outputs have") +
          " the size of a shard and another CRC32C, and may be of any of these prefixes");
    }
    if (others.size() > k_shown_prefixes) {
      m_result.warnings.push_back(
          printable(comparison.set->manifest_file().string()) + ": and below " +
          counted(others.size() - k_shown_prefixes, "other prefix", "other prefixes"));
    }
  }
}

void ListingComparison::warn_of_listing() {
  const bool is_all_checked = m_result.listing->checked == m_result.files.size();
  if (m_listing.is_text_cut)
    m_result.warnings.emplace_back("the listing is incomplete: its last line, with the total, is missing");
  if (m_listing.open_page && !is_all_checked)
    m_result.warnings.emplace_back("the listing is incomplete: a page states that another one follows");
  if (m_listing.folders > 0 && m_missing > 0) {
    m_result.warnings.push_back(
        "the listing shows " + counted(m_listing.folders, "folder", "folders") +
        " without the objects in them: list all levels (gcloud: --recursive, aws: no --delimiter)");
  }
  if (m_has_names && m_nameless.unlisted() > 0) {
    m_result.warnings.push_back(
        counted(m_nameless.unlisted(), "head-object output matches", "head-object outputs match") +
        " no listed object");
  }
}

/// Where no checksum was compared at all, that is a warning.
void ListingComparison::note_unchecked() {
  const ListingFacts& facts = *m_result.listing;
  std::vector<std::string>& lines = facts.checked == 0 ? m_result.warnings : m_result.notes;
  const auto shards = [&](std::uint64_t count) {
    return format_count(count) + " of " + counted(m_result.files.size(), "shard", "shards");
  };
  if (facts.without_crc32c > 0) {
    lines.push_back("the listing has no CRC32C of " + shards(facts.without_crc32c) +
                    ": only names and sizes are compared");
  }
  if (facts.composite > 0) {
    lines.push_back("the CRC32C of " + shards(facts.composite) +
                    " is composite, of the checksums of parts: only names and sizes are compared");
  }
}

void ListingComparison::finish() {
  for (Comparison& comparison : m_sets) finish_set(comparison);
  ListingFacts& facts = *m_result.listing;
  // Beside names, objects without them are the same ones.
  if (!m_has_names) facts.others = m_nameless.left();
  for (std::size_t i = 0; i < m_is_taken.size(); ++i)
    facts.others += !m_is_taken[i] && !m_listing.objects[i].name.empty() ? 1 : 0;
  warn_of_prefixes();
  warn_of_listing();
  note_unchecked();
}

}  // namespace tfrec
