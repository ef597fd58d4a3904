// SPDX-License-Identifier: Apache-2.0
#include "records/make/build_shards.hpp"

#include <string>
#include <vector>

#include "records/make/size_sample.hpp"
#include "support/catch.hpp"
#include "tfrecord/reading/count_frames.hpp"
#include "unit/records/make/forty_images.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// The shards that progress names.
class ShardsNamed : public Observer {
 public:
  void progress(const ProgressState& state) override { shards.push_back(state.shard); }

  std::vector<std::uint64_t> shards;
};

/// Builds shards of a plan whose shards have the first four samples, the next two, and the three after.
struct Built {
  explicit Built(std::vector<std::size_t> wanted, const std::map<std::string, std::string>& odd = {},
                 BadPlaces bad_places = BadPlaces::left_out)
      : input(odd) {
    const std::vector<SampleIndex> order = input.samples->all().list();
    const std::vector<PlaceRange> ranges{{Place(0), Place(4)}, {Place(4), Place(6)}, {Place(6), Place(9)}};
    MadeAhead none;
    shards = build_shards(*input.samples, *input.maker, {order, ranges, std::move(wanted), bad_places}, none,
                          store, {}, {2, 1 << 20}, named);
  }

  /// In the files of the shards that were built, as a reader counts them.
  std::vector<std::uint64_t> records() const {
    std::vector<std::uint64_t> counts;
    for (const StagedShard& shard : shards)
      counts.push_back(count_frames(InputFile(shard.files.at(0).file)).records);
    return counts;
  }

  FortyImages input;
  ShardStore store{input.scratch.path(), {"plan", "versions"}};
  ShardsNamed named;
  std::vector<StagedShard> shards;
};

using PerShard = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("Each shard has the records of its range, and only those that are wanted are made") {
  CHECK(Built({0, 1, 2}).records() == PerShard{4, 2, 3});
  const Built some({0, 2});
  CHECK(some.records() == PerShard{4, 3});
  CHECK(some.named.shards == PerShard{1, 1, 1, 1, 2, 2, 2});
  CHECK(some.store.find(0));
  CHECK_FALSE(some.store.find(1));
  const auto last = some.store.find(2);
  REQUIRE(last);
  CHECK(last->files.at(0).facts.records == 3);
  CHECK(last->image_crc32c.size() == 3);
  CHECK(Built({}).shards.empty());
}

TEST_CASE("A bad image leaves its place in its shard, or other samples of the shard fill it") {
  const std::map<std::string, std::string> odd{{"104.ppm", "no image"}, {"107.ppm", ""}};
  const Built left({0, 1, 2}, odd);
  CHECK(left.records() == PerShard{4, 1, 2});
  REQUIRE(left.shards[1].bad.size() == 1);
  CHECK(left.shards[1].bad[0].sample == SampleIndex(4));
  REQUIRE(left.shards[2].bad.size() == 1);
  CHECK(left.shards[2].bad[0].sample == SampleIndex(7));
  CHECK(Built({0, 1, 2}, odd, BadPlaces::filled).records() == PerShard{4, 2, 3});
}

TEST_CASE("A sample that comes twice is made again, though it was made ahead") {
  const FortyImages input;
  const std::vector<SampleIndex> order{SampleIndex(0), SampleIndex(1), SampleIndex(0)};
  const std::vector<PlaceRange> ranges{{Place(0), Place(3)}};
  const auto bytes = [&](const std::string& folder, MadeAhead ahead) {
    std::filesystem::create_directories(input.scratch / folder);
    const ShardStore store{input.scratch / folder, {"plan", "versions"}};
    Observer quiet;
    const auto shards = build_shards(*input.samples, *input.maker, {order, ranges, {0}, BadPlaces::filled},
                                     ahead, store, {}, {2, 1 << 20}, quiet);
    return input.scratch.read(
        shards.at(0).files.at(0).file.lexically_relative(input.scratch.path()).string());
  };
  Observer quiet;
  SizeSample sample = sample_sizes(*input.samples, *input.maker, 7, Compression::none, {1, 1 << 20}, quiet);
  REQUIRE(sample.made.size() == FortyImages::k_rows);
  CHECK(bytes("ahead", std::move(sample.made)) == bytes("none", {}));
}
