// SPDX-License-Identifier: Apache-2.0
#include "sets/making/build_part.hpp"

#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "records/make/build_shards.hpp"
#include "sets/making/part_folders.hpp"
#include "sets/making/space_check.hpp"
#include "sets/plan/describe_set.hpp"
#include "sets/plan/test_part.hpp"

namespace tfrec {

namespace {

/// Within one run the pipeline sees to it; shards that were made at other times are compared here.
void require_one_shape(const BuildPart& part) {
  if (!part.prepared->layout.needs_equal_sizes()) return;
  const StagedShard* first = nullptr;
  for (const auto& shard : part.shards) {
    if (shard->files.empty()) continue;
    if (first == nullptr) first = &*shard;
    for (std::size_t v = 0; v < shard->files.size(); ++v) {
      if (shard->files[v].shape == first->files[v].shape) continue;
      throw Error(ErrorKind::bad_data, part.prepared->options.images.string(),
                  "some shards have records of the shape " + sides_text(first->files[v].shape) +
                      ", others of " + sides_text(shard->files[v].shape) + "; raw values need one shape",
                  "convert all to one shape first, images with --size");
    }
  }
}

/// Makes the shards of one part.
void make_shards(BuildPart& part, const std::vector<std::size_t>& wanted, const ShardStore& store,
                 Observer& observer) {
  const PreparedBuild& prepared = *part.prepared;
  PlannedBuild& planned = part.planned;
  const ShardWork work{planned.plan.order, planned.plan.shards, wanted, bad_places(prepared.options)};
  const ShardWriting writing{prepared.options.compression, prepared.options.reread};
  try {
    std::vector<StagedShard> made = build_shards(part.samples(), *prepared.maker, work, planned.sample.made,
                                                 store, writing, prepared.limits(), observer);
    for (std::size_t i = 0; i < made.size(); ++i) part.shards[wanted[i]] = std::move(made[i]);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::interrupted && error.kind() != ErrorKind::terminated) throw;
    throw Error(error.kind(), error.path(), error.message(), "the same command continues from here");
  }
}

}  // namespace

Manifest whole_set(const std::vector<BuildPart>& parts) {
  Manifest set = parts.front().planned.set;
  for (std::size_t i = 1; i < parts.size(); ++i) add_test(set, parts[i].planned.set);
  return set;
}

std::vector<ShardStore> stores_of(const std::vector<BuildPart>& parts, const std::filesystem::path& staging,
                                  const std::string& plan) {
  std::vector<ShardStore> stores = stores_in(parts, staging, plan);
  for (const ShardStore& store : stores) make_folder(store.folder());
  return stores;
}

std::uint64_t count_samples(const std::vector<BuildPart>& parts) {
  std::uint64_t count = 0;
  for (const BuildPart& part : parts) count += part.samples().size();
  return count;
}

ShardNumbers all_shards(const std::vector<BuildPart>& parts) {
  ShardNumbers numbers;
  for (const BuildPart& part : parts) {
    numbers.emplace_back(part.shards.size());
    std::iota(numbers.back().begin(), numbers.back().end(), std::size_t{0});
  }
  return numbers;
}

ShardNumbers missing_shards(const std::vector<BuildPart>& parts, const ShardNumbers& wanted) {
  ShardNumbers missing = wanted;
  for (std::size_t i = 0; i < parts.size(); ++i)
    std::erase_if(missing[i], [&](std::size_t shard) { return parts[i].shards[shard].has_value(); });
  return missing;
}

MainPass make_shards(std::vector<BuildPart>& parts, const ShardNumbers& wanted,
                     const std::vector<ShardStore>& stores, Observer& observer) {
  observer.phase("main pass");
  std::uint64_t needed = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) needed += parts[i].predicted_bytes(wanted[i]);
  require_free_space(parts.front().prepared->options.out, needed, observer);
  MainPass pass;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const std::size_t shard : wanted[i]) {
      for (const SampleIndex sample : parts[i].samples_of(shard))
        pass.bytes_read += parts[i].samples().source_bytes(sample);
      pass.images_read += parts[i].samples_of(shard).size();
    }
    make_shards(parts[i], wanted[i], stores[i], observer);
  }
  return pass;
}

void add_outcomes(std::vector<BuildPart>& parts) {
  for (BuildPart& part : parts) {
    require_one_shape(part);
    add_outcome(part.planned.set, *part.prepared, part.planned.plan, part.shards);
  }
}

void require_equal_shards(const std::vector<BuildPart>& parts) {
  for (const BuildPart& part : parts) {
    if (bad_places(part.prepared->options) == BadPlaces::left_out) continue;
    for (const auto& shard : part.shards) {
      if (!shard->files.empty()) continue;
      const std::string& image = part.samples().image_path(shard->bad.front().sample);
      throw Error(ErrorKind::bad_data, part.prepared->options.images.string(),
                  "all " + counted(shard->bad.size(), "image", "images") +
                      " of a shard are bad, for instance '" + printable(image) +
                      "', so the shards can't be equal (--equal)",
                  "fix the images, or ask for fewer shards");
    }
  }
}

std::string sources_of(const std::vector<BuildPart>& parts) {
  std::vector<std::vector<std::uint32_t>> crcs;
  for (const BuildPart& part : parts) {
    PerSample<std::uint32_t> crc_of_sample(part.samples().size());
    for (std::size_t k = 0; k < part.shards.size(); ++k) {
      const auto samples = part.samples_of(k);
      for (std::size_t i = 0; i < samples.size(); ++i)
        crc_of_sample[samples[i]] = part.shards[k]->image_crc32c[i];
    }
    crcs.push_back(std::move(crc_of_sample));
  }
  return checksum_of_sources(crcs);
}

}  // namespace tfrec
