// SPDX-License-Identifier: Apache-2.0
#include "sets/plan/prepare_build.hpp"

#include <utility>

#include "base/concurrency/cgroup.hpp"
#include "dataset/splits/splits.hpp"
#include "sets/input/check_boxes.hpp"
#include "sets/input/choose_layout.hpp"
#include "sets/input/filter_input.hpp"
#include "sets/input/find_companions.hpp"
#include "sets/input/resolve_options.hpp"
#include "sets/plan/absent_classes.hpp"
#include "sets/plan/describe_set.hpp"
#include "sets/plan/test_part.hpp"
#include "sets/plan/tfds_files.hpp"
#include "sets/splits/lost_splits.hpp"
#include "sets/splits/moved_images.hpp"
#include "shards/publish/existing_set.hpp"
#include "shards/publish/publication.hpp"

namespace tfrec {

MakeLimits PreparedBuild::limits() const {
  return {options.threads, at_most_half(options.memory, memory_by_cgroup(own_control_groups()))};
}

RepeatSearch PreparedBuild::repeat_search() const {
  return {options.image.decode, options.splits.dedupe_distance, options.threads};
}

void number_if_stored(Samples& samples, const RecordLayout& layout, std::uint64_t first) {
  if (layout.has(FeatureKind::sample_id) || layout.has(FeatureKind::sample_id_text))
    number_samples(samples, first);
}

void bind_layout(PreparedBuild& prepared, const EarlierSet* earlier, Observer& observer) {
  prepared.layout = choose_layout(prepared.options, *prepared.input, earlier, observer);
  number_if_stored(*prepared.input->samples, prepared.layout, 1);
  prepared.maker = std::make_unique<RecordMaker>(prepared.layout, prepared.options.image);
}

namespace {

/// The labelled part, but for its splits.
std::unique_ptr<PreparedBuild> prepare_input(const BuildOptions& given, Observer& observer) {
  observer.phase("reading");
  ResolvedOptions resolved = resolve_options(given, observer);
  auto prepared = std::make_unique<PreparedBuild>();
  prepared->options = std::move(resolved.options);
  BuildOptions& options = prepared->options;
  const EarlierSet* earlier = resolved.earlier_set();
  prepared->input = read_input(options, earlier, observer);
  BuildInput& input = *prepared->input;
  filter_input(input, options.filter, options.image.decode.orientation, options.threads, observer);
  find_row_lists(input, options);
  find_companions(input, options, resolved.companions, observer);
  check_boxes(input, options, observer);
  profile(input, observer);
  bind_layout(*prepared, earlier, observer);
  if (given.no_image && prepared->layout.stores_image()) {
    throw Error(ErrorKind::usage, "", "--no-image, but a feature stores the image",
                "leave out one of the two");
  }
  return prepared;
}

/// The names that options give. Others are known only after a look at the table, and --dedupe's at all
/// images.
std::vector<std::string> requested_splits(const SplitOptions& splits) {
  std::vector<std::string> names;
  if (splits.shares.empty()) return names;
  for (const SplitShare& share : parse_split_shares(splits.shares)) names.push_back(share.name);
  return names;
}

/// The first run of a command that keeps the splits of its own set.
bool is_first_of_own(const BuildOptions& options) {
  return is_own_set(options.splits.keep, options.out) && !holds_set(options.out) &&
         !is_publication_interrupted(options.out / k_staging_name);
}

void prepare_splits(PreparedBuild& prepared, Observer& observer) {
  if (!prepared.splits.names.empty()) return;  // the split of --test
  check_tfds(prepared.options, prepared.layout, requested_splits(prepared.options.splits));
  const SplitRequest request{prepared.options.splits, prepared.options.seed, prepared.repeat_search(),
                             !prepared.options.test.empty(), is_first_of_own(prepared.options)};
  prepared.splits = choose_splits(request, *prepared.input, prepared.layout, observer);
  warn_of_new_deal(prepared.options, *prepared.input, prepared.splits, observer);
  if (!prepared.options.test.empty()) {
    require_no_test_split(prepared.splits.names);
    if (prepared.splits.names.empty()) {
      prepared.splits.names = {"train"};
      prepared.splits.split_of_sample.assign(prepared.input->samples->size(), 0);
    }
  }
  check_tfds(prepared.options, prepared.layout, prepared.splits.names);
}

PlannedBuild plan_build(const PreparedBuild& prepared, Observer& observer) {
  const BuildOptions& options = prepared.options;
  observer.phase("sampling");
  PlannedBuild planned;
  planned.sample = sample_sizes(*prepared.input->samples, *prepared.maker, options.seed, options.compression,
                                prepared.limits(), observer);
  planned.plan = make_plan(options, *prepared.input->samples, prepared.splits, planned.sample, observer);
  planned.set = describe_plan(prepared, planned.plan);
  report_absent_classes(planned.set, options, observer);
  report_likely_typos(planned.set, options, observer);
  return planned;
}

}  // namespace

std::uint64_t predicted_bytes(const Manifest& planned) {
  std::uint64_t bytes = 0;
  for (const SetTotals& totals : planned.totals) bytes += totals.predicted_bytes;
  return bytes;
}

std::span<const SampleIndex> BuildPart::samples_of(std::size_t shard) const {
  return planned.plan.samples_at(planned.plan.shards[shard]);
}

std::uint64_t BuildPart::predicted_bytes(const std::vector<std::size_t>& wanted) const {
  std::uint64_t samples_wanted = 0;
  for (const std::size_t shard : wanted) samples_wanted += planned.plan.shards[shard].size();
  const double share = static_cast<double>(samples_wanted) / static_cast<double>(samples().size());
  return static_cast<std::uint64_t>(share * static_cast<double>(tfrec::predicted_bytes(planned.set)));
}

std::vector<BuildPart> prepare_parts(const BuildOptions& options, Observer& observer) {
  std::vector<BuildPart> parts;
  parts.push_back({prepare_input(options, observer)});
  if (!options.test.empty()) parts.push_back({prepare_test(*parts.front().prepared, observer)});
  if (options.splits.keep.empty()) return parts;
  if (is_own_set(options.splits.keep, options.out) && holds_set(options.out)) {
    const Manifest own = read_manifest(options.out / k_manifest_name);
    parts.front().prepared->options.splits.kept = text_option(own, "keep-splits");
  } else {
    record_kept_splits(parts, observer);
  }
  return parts;
}

void record_kept_splits(std::vector<BuildPart>& parts, Observer& observer) {
  PreparedBuild& first = *parts.front().prepared;
  prepare_splits(first, observer);
  first.options.splits.kept = checksum_of_splits(first.splits, *first.input);
}

void plan_parts(std::vector<BuildPart>& parts, Observer& observer) {
  for (const BuildPart& part : parts) prepare_splits(*part.prepared, observer);
  for (std::size_t i = 1; i < parts.size(); ++i)
    check_shared_images(*parts.front().prepared, *parts[i].prepared, observer);
  for (BuildPart& part : parts) {
    part.planned = plan_build(*part.prepared, observer);
    part.shards.resize(part.planned.plan.shards.size());
  }
  report_renumbered_classes(parts.front().planned.set, parts.front().prepared->options, observer);
}

}  // namespace tfrec
