// SPDX-License-Identifier: Apache-2.0
#include "operations/build_part.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/file.hpp"
#include "operations/describe_set.hpp"
#include "operations/space_check.hpp"
#include "operations/test_part.hpp"
#include "pipeline/build_shards.hpp"

namespace tfrec {

namespace {

std::string text_of(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t side : shape) text += (text.empty() ? "" : "x") + std::to_string(side);
  return text;
}

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
                  "some shards have records of the shape " + text_of(first->files[v].shape) + ", others of " +
                      text_of(shard->files[v].shape) + "; raw values need one shape",
                  "bring all to one shape first, pictures with --size");
    }
  }
}

}  // namespace

std::span<const std::uint32_t> BuildPart::rows_of(std::size_t shard) const {
  const PlaceRange& places = planned.plan.shards[shard];
  return std::span(planned.plan.order).subspan(places.begin, places.size());
}

std::vector<std::size_t> BuildPart::missing() const {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < shards.size(); ++k) {
    if (!shards[k]) numbers.push_back(k);
  }
  return numbers;
}

std::uint64_t BuildPart::predicted_bytes(const std::vector<std::size_t>& wanted) const {
  std::uint64_t rows_wanted = 0;
  for (const std::size_t shard : wanted) rows_wanted += planned.plan.shards[shard].size();
  const double share = static_cast<double>(rows_wanted) / static_cast<double>(rows().size());
  return static_cast<std::uint64_t>(share * static_cast<double>(tfrec::predicted_bytes(planned.set)));
}

std::vector<BuildPart> plan_parts(std::vector<std::unique_ptr<PreparedBuild>> prepared, Observer& observer) {
  std::vector<BuildPart> parts;
  prepare_splits(prepared, observer);
  for (auto& one : prepared) {
    parts.push_back({std::move(one), {}});
    BuildPart& part = parts.back();
    part.planned = plan_build(*part.prepared, observer);
    part.shards.resize(part.planned.plan.shards.size());
  }
  return parts;
}

SetDescription whole_set(const std::vector<BuildPart>& parts) {
  SetDescription set = parts.front().planned.set;
  for (std::size_t i = 1; i < parts.size(); ++i) add_test(set, parts[i].planned.set);
  return set;
}

std::string plan_hash(const std::string& request, const std::vector<BuildPart>& parts) {
  std::vector<PlannedPlaces> places;
  for (const BuildPart& part : parts) places.push_back({part.planned.plan.order, part.planned.plan.shards});
  return plan_hash(request, places);
}

ShardStore store_of(const std::vector<BuildPart>& parts, std::size_t part,
                    const std::filesystem::path& staging) {
  const std::filesystem::path folder = part == 0 ? staging : staging / k_test_split;
  make_folder(folder);
  return {folder, versions_text(parts[part].planned.set)};
}

void make_shards(BuildPart& part, std::vector<std::size_t> wanted, const ShardStore& store, bool reread,
                 Observer& observer) {
  const PreparedBuild& prepared = *part.prepared;
  PlannedBuild& planned = part.planned;
  const ShardWork work{planned.plan.order, planned.plan.shards, std::move(wanted)};
  std::vector<StagedShard> made =
      build_shards(part.rows(), *prepared.maker, work, planned.sample.made, store,
                   {prepared.options.compression, reread}, prepared.limits(), observer);
  for (std::size_t i = 0; i < made.size(); ++i) part.shards[work.wanted[i]] = std::move(made[i]);
}

void add_outcomes(std::vector<BuildPart>& parts) {
  for (BuildPart& part : parts) {
    require_one_shape(part);
    add_outcome(part.planned.set, *part.prepared, part.planned.plan, part.shards);
  }
}

std::string sources_of(const std::vector<BuildPart>& parts) {
  std::vector<std::vector<std::uint32_t>> crcs;
  for (const BuildPart& part : parts) {
    std::vector<std::uint32_t>& of_row = crcs.emplace_back(part.rows().size());
    for (std::size_t k = 0; k < part.shards.size(); ++k) {
      const auto rows = part.rows_of(k);
      for (std::size_t i = 0; i < rows.size(); ++i) of_row[rows[i]] = part.shards[k]->image_crc32c[i];
    }
  }
  return checksum_of_sources(crcs);
}

}  // namespace tfrec
