// SPDX-License-Identifier: Apache-2.0
#include "sets/making/resume.hpp"

#include <algorithm>
#include <unistd.h>

#include "base/concurrency/parallel_for.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/text/quantity.hpp"
#include "records/make/stored_samples.hpp"
#include "sets/making/up_to_date.hpp"
#include "sets/plan/manifest_order.hpp"
#include "shards/read_back.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

/// Whether a finished shard is one of this plan, by what is cheap to see.
bool fits_plan(const StagedShard& shard, const BuildPart& part, std::size_t number) {
  const auto samples = part.samples_of(number);
  if (shard.image_crc32c.size() != samples.size()) return false;
  if (!shard.files.empty() && shard.files.size() != part.prepared->maker->variants()) return false;
  auto from = samples.begin();  // bad ones are in the order of the shard
  for (const BadSample& bad : shard.bad) {
    from = std::find(from, samples.end(), bad.sample);
    if (from == samples.end()) return false;
    ++from;
  }
  const std::uint64_t written = stored_samples(samples, shard.bad, bad_places(part.prepared->options)).size();
  if (shard.files.empty()) return written == 0;
  return std::all_of(shard.files.begin(), shard.files.end(),
                     [&](const StagedFile& file) { return file.facts.records == written; });
}

std::vector<std::uint32_t> checksums_now(const BuildPart& part, std::size_t shard) {
  return read_image_checksums(part.samples(), part.samples_of(shard), part.prepared->options.threads);
}

/// The entries of a manifest for one shard of the plan, one per variant.
struct PublishedShard {
  std::vector<const ManifestShard*> entries;
};

/// The manifest's entries of each shard of a part. Those of a split with a shard that was left out (all its
/// images were bad) can't be identified, and are left out. `next` is the part's first entry, then the one
/// behind its last.
std::vector<PublishedShard> published_shards(const BuildPart& part, const Manifest& manifest,
                                             std::size_t& next) {
  const BuildPlan& plan = part.planned.plan;
  std::vector<PublishedShard> published(plan.shards.size());
  const std::vector<SetTotals>& all_totals = part.planned.set.totals;
  const std::vector<SplitVariant> of_totals = splits_of_totals(plan, all_totals.size());
  for (std::size_t i = 0; i < all_totals.size(); ++i) {
    const SetTotals& totals = all_totals[i];
    const ShardRange& shards = of_totals[i].split->shards;
    const std::size_t begin = next;
    while (next < manifest.shards.size() && manifest.shards[next].split == totals.split &&
           manifest.shards[next].size == totals.size)
      ++next;
    if (next - begin != shards.size()) continue;
    for (std::size_t k = 0; k < shards.size(); ++k)
      published[shards.begin + k].entries.push_back(&manifest.shards[begin + k]);
  }
  return published;
}

PixelSums sums_of(const std::vector<std::uint64_t>& numbers) {
  if (numbers.size() != 7) return {};
  return {numbers[0], {numbers[1], numbers[2], numbers[3]}, {numbers[4], numbers[5], numbers[6]}};
}

/// Whether a file of the complete set can be used as the shard's.
bool is_adoptable(const BuildPart& part, std::size_t number, const ManifestShard& entry, const fs::path& out,
                  bool reread) {
  const bool stats = part.prepared->options.image.statistics;
  const bool is_known = !part.prepared->layout.uses_pixels() || !entry.images.empty();
  std::error_code failed;
  if (entry.records != part.samples_of(number).size() || !is_known || (stats && entry.pixel_sums.empty()) ||
      (part.prepared->layout.masks && entry.mask_pixels.empty()) ||
      fs::file_size(out / entry.path, failed) != entry.bytes || failed)
    return false;
  return !reread || reads_back(out / entry.path, {entry.records, entry.bytes, entry.crc32c});
}

/// The shard with its files linked into the store; empty if it has to be made again. No link may be left
/// behind then: who writes the shard under that name would write into the file that is published.
std::optional<StagedShard> adopted(const BuildPart& part, std::size_t number, const PublishedShard& published,
                                   const ShardStore& store, const fs::path& out, bool reread) {
  const auto& entries = published.entries;
  const bool all = entries.size() == part.prepared->maker->variants() &&
                   std::all_of(entries.begin(), entries.end(), [&](const ManifestShard* entry) {
                     return is_adoptable(part, number, *entry, out, reread);
                   });
  if (!all) return std::nullopt;
  StagedShard shard;
  for (const ManifestShard* entry : entries) {
    const fs::path draft = store.draft(number, shard.files.size());
    if (::link((out / entry->path).c_str(), draft.c_str()) != 0) {
      for (const StagedFile& linked : shard.files) ::unlink(linked.file.c_str());
      return std::nullopt;
    }
    const ShardFacts facts{entry->records, entry->bytes, entry->crc32c};
    shard.files.push_back({draft, facts, sums_of(entry->pixel_sums), entry->shape, entry->mask_pixels});
  }
  for (const auto& [fact, count] : entries.front()->images) shard.images.add(fact, count);
  return shard;
}

/// Whether the files of these shards still hold what was written. Read on several threads: the disk decides.
std::vector<char> shards_that_read_back(const std::vector<std::optional<StagedShard>>& shards,
                                        const std::vector<std::size_t>& wanted, unsigned threads) {
  std::vector<char> good(shards.size(), 1);
  parallel_for(wanted.size(), threads, [&](std::size_t i) {
    const std::size_t k = wanted[i];
    if (!shards[k]) return;
    for (const StagedFile& file : shards[k]->files)
      good[k] = static_cast<char>(good[k] != 0 && reads_back(file.file, file.facts));
  });
  return good;
}

}  // namespace

std::int64_t open_staging(const Staging& staging, const Manifest& planned, const BuildPart& first,
                          bool overwrite, std::int64_t begun) {
  const fs::path file = staging.folder() / k_planned_name;
  if (holds_unfinished_build(staging.folder())) {
    const std::string difference = plan_difference(file, planned, first.samples());
    if (difference.empty()) {
      remove_drafts(staging.folder());
      const std::int64_t since = InputFile(file).modified_ns();
      return since > file_clock_now() ? INT64_MIN : since;  // a clock was wrong: all is compared
    }
    if (!overwrite) {
      throw Error(ErrorKind::usage, first.prepared->options.out.string(),
                  "contains an unfinished build of another set: " + difference,
                  "complete it with the command that started it, or discard it with --overwrite");
    }
  }
  staging.clear();
  write_file_atomically(file, manifest_json(planned));
  set_modified(file, begun);
  return begun;
}

std::size_t take_finished(std::vector<BuildPart>& parts, const std::vector<ShardStore>& stores,
                          const ShardNumbers& wanted, std::int64_t since) {
  const bool compare = std::any_of(parts.begin(), parts.end(),
                                   [&](const BuildPart& part) { return part.samples().newest_ns >= since; });
  std::size_t taken = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    BuildPart& part = parts[p];
    for (const std::size_t k : wanted[p]) part.shards[k] = stores[p].find(k);
    std::vector<char> good(part.shards.size(), 1);
    const BuildOptions& options = part.prepared->options;
    if (options.reread) good = shards_that_read_back(part.shards, wanted[p], options.threads);
    bool drops = false;
    for (const std::size_t k : wanted[p]) {
      auto& shard = part.shards[k];
      if (!shard) continue;
      const bool stays = good[k] != 0 && fits_plan(*shard, part, k) &&
                         (!compare || shard->image_crc32c == checksums_now(part, k));
      if (!stays) {
        stores[p].drop(k, part.prepared->maker->variants());
        shard.reset();
        drops = true;
      }
      taken += stays ? 1 : 0;
    }
    // A file that comes back after a crash would pass for the one of its name and size that is made now.
    if (drops) sync_folder(stores[p].folder());
  }
  return taken;
}

void report_kept(std::size_t shards, Observer& observer) {
  if (shards == 0) return;
  observer.note(counted(shards, "shard is", "shards are") + " already built");
}

std::size_t take_published(std::vector<BuildPart>& parts, const std::vector<ShardStore>& stores,
                           const fs::path& out, const Manifest& manifest, bool reread) {
  std::size_t taken = 0;
  // With --equal a shard with bad images has as many records as others, and the manifest lists no bad images.
  const bool hides_bad = bad_places(parts.front().prepared->options) == BadPlaces::filled;
  if (hides_bad && manifest.bad_images > 0) return taken;
  std::size_t next = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    BuildPart& part = parts[p];
    const std::vector<PublishedShard> published = published_shards(part, manifest, next);
    for (std::size_t k = 0; k < part.shards.size(); ++k) {
      if (part.shards[k]) continue;
      if (published[k].entries.empty()) continue;
      StagedShard now;
      now.image_crc32c = checksums_now(part, k);
      if (crc32c_hex(sources_crc32c(now)) != published[k].entries.front()->sources) continue;
      std::optional<StagedShard> shard = adopted(part, k, published[k], stores[p], out, reread);
      if (!shard) continue;
      shard->image_crc32c = std::move(now.image_crc32c);
      stores[p].keep(k, *shard);
      part.shards[k] = std::move(shard);
      ++taken;
    }
  }
  return taken;
}

}  // namespace tfrec
