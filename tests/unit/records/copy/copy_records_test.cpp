// SPDX-License-Identifier: Apache-2.0
#include "records/copy/copy_records.hpp"

#include "records/copy/frame_reader.hpp"
#include "support/catch.hpp"
#include "support/data/deflated.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/error_of.hpp"
#include "support/payloads_in.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/crc32c.hpp"

using namespace tfrec;
namespace fs = std::filesystem;

namespace {

RecordChoice filtered(const std::string& filter) {
  RecordChoice choice;
  choice.filters.emplace_back(filter);
  return choice;
}

std::vector<NewShard> dealt(const PlaceRange& places, std::uint64_t shards) {
  std::vector<NewShard> dealt;
  for (const PlaceRange& range : deal(places, shards)) dealt.push_back({range});
  return dealt;
}

}  // namespace

TEST_CASE("The index of a shard has the place of each record, or of those that a filter takes") {
  const test::ScratchFolder folder;
  const fs::path path = folder.write("a.tfrec", test::flower_shard(5));
  const std::uint64_t frame = test::flower(0).size() + k_frame_overhead;
  const SourceShard all = index_source(path, {}, {});
  CHECK((all.path == path && all.plain == path && all.records == 5));
  CHECK((all.bytes == 5 * frame && all.stored_bytes == 5 * frame && all.plain_bytes == 5 * frame));
  REQUIRE(all.frames.size() == 5);
  CHECK((all.frames[3].offset() == 3 * frame && all.frames[3].frame_bytes() == frame));
  const SourceShard some = index_source(path, filtered("class=1,3"), {});
  CHECK((some.records == 5 && some.bytes == 2 * frame && some.schema.records() == 5));
  REQUIRE(some.frames.size() == 2);
  CHECK((some.frames[0].offset() == frame && some.frames[1].offset() == 3 * frame));
  CHECK(some.frames[1].payload_bytes() == frame - k_frame_overhead);
}

TEST_CASE("The bytes of records that lose a feature are those that will be written") {
  const test::ScratchFolder folder;
  const fs::path path = folder.write("a.tfrec", test::flower_shard(2));
  RecordChoice choice;
  choice.drop = {"weight", "name"};
  const SourceShard shard = index_source(path, choice, {});
  CHECK(shard.bytes == 2 * (test::payload_of({{"class", test::Integers{1}}}).size() + k_frame_overhead));
  CHECK(shard.frames[1].offset() == test::flower(0).size() + k_frame_overhead);
}

TEST_CASE("Records of a compressed shard are found in its inflated copy") {
  const test::ScratchFolder folder;
  const std::string plain = test::flower_shard(5);
  const fs::path path = folder.write("a.tfrec", test::gzipped(plain));
  const SourceShard shard = index_source(path, filtered("class!=0"), folder / "copy");
  CHECK((shard.path == path && shard.plain == folder / "copy" && shard.records == 5));
  CHECK(folder.read("copy") == plain.substr(plain.size() / 5));
  CHECK((shard.stored_bytes == fs::file_size(path) && shard.plain_bytes == fs::file_size(shard.plain)));
  const std::vector<SourceShard> shards{shard};
  CHECK(test::payloads_in(RecordPlaces(shards), 1) ==
        std::vector<std::string>{test::flower(1), test::flower(2), test::flower(3), test::flower(4)});
}

TEST_CASE("A filter refuses a record that is no example, and takes one without bytes for one") {
  const test::ScratchFolder folder;
  const fs::path path = folder.write("a.tfrec", test::shard_of({"", "\x10\x05"}));
  CHECK(test::error_of([&] { index_source(path, filtered("class=1"), {}); }) ==
        path.string() +
            ": record 1 at byte 16 is not a tf.train.Example (--filter, --drop and --renumber need "
            "examples; without them records of any kind are copied)");
  CHECK(index_source(path, {}, {}).records == 2);
  const fs::path damaged = folder.write("b.tfrec", test::with_flipped_bit(test::flower_shard(1), 20));
  CHECK(test::error_of([&] { index_source(damaged, filtered("class=1"), {}); }).find("record 0 at byte 0") !=
        std::string::npos);
  const fs::path cut = folder.write("c.tfrec", test::flower_shard(1).substr(0, 30));
  CHECK(test::error_of([&] { index_source(cut, {}, {}); }).find("the file ends inside the record") !=
        std::string::npos);
}

TEST_CASE("Records of any size are read in their order, also from several shards and shuffled") {
  const test::ScratchFolder folder;
  std::vector<std::string> payloads;
  for (const std::size_t size : {0U, 5U, 700'000U, 700'000U, 3U, 2'500'000U, 1U, 40U})
    payloads.emplace_back(size, static_cast<char>('a' + payloads.size()));
  for (int i = 0; i < 20'000; ++i) payloads.push_back(std::to_string(i));
  const auto middle = payloads.begin() + 3;
  folder.write("a", test::shard_of({payloads.begin(), middle}));
  folder.write("b", test::shard_of({middle, payloads.end()}));
  const std::vector<SourceShard> shards{index_source(folder / "a", {}, {}),
                                        index_source(folder / "b", {}, {})};
  RecordPlaces places(shards);
  CHECK((test::payloads_in(places, 1) == payloads));
  places.shuffle(7, {places.all()});
  std::vector<std::string> shuffled = test::payloads_in(places, 1);
  CHECK_FALSE((shuffled == payloads));
  std::ranges::sort(shuffled);
  std::ranges::sort(payloads);
  CHECK((shuffled == payloads));
}

TEST_CASE("A batch holds about a megabyte, and at least one record") {
  const test::ScratchFolder folder;
  folder.write("a", test::shard_of(std::vector<std::string>(5, std::string(400'000, 'x'))));
  folder.write("b", test::shard_of(std::vector<std::string>(17'000)));
  const std::vector<SourceShard> shards{index_source(folder / "a", {}, {}),
                                        index_source(folder / "b", {}, {})};
  const RecordPlaces places(shards);
  FrameReader reader(places, 2);
  CHECK(reader.read(0, 5).size() == 3);
  CHECK(reader.read(0, 2).size() == 2);
  CHECK(reader.read(5, places.size()).size() == 16'384);
}

TEST_CASE("Records that were damaged or files that were changed since they were indexed are refused") {
  const test::ScratchFolder folder;
  const std::string bytes = test::flower_shard(3);
  const fs::path path = folder.write("a.tfrec", bytes);
  const std::vector<SourceShard> shards{index_source(path, {}, {})};
  const RecordPlaces places(shards);
  folder.write("a.tfrec", bytes + "x");
  CHECK(test::error_of([&] { FrameReader(places, 1).read(0, 3); }) ==
        path.string() + ": changed since its records were counted ()");
  folder.write("b.tfrec", test::with_flipped_bit(bytes, bytes.size() / 2));
  const std::vector<SourceShard> damaged{index_source(folder / "b.tfrec", {}, {})};
  const RecordPlaces damaged_places(damaged);
  CHECK(test::error_of([&] { FrameReader(damaged_places, 1).read(0, 3); })
            .starts_with((folder / "b.tfrec").string() + ": record 1 at byte " +
                         std::to_string(bytes.size() / 3)));
  CHECK(FrameReader(damaged_places, 1).read(0, 1).size() == 1);
}

TEST_CASE("Copies are the same whatever the threads, and are counted by the shard they come from") {
  const test::ScratchFolder folder;
  folder.write("a", test::flower_shard(4));
  folder.write("b", test::shard_of({test::flower(4), "opaque", test::flower(5)}));
  const std::vector<SourceShard> shards{index_source(folder / "a", {}, {}),
                                        index_source(folder / "b", {}, {})};
  const RecordPlaces places(shards);
  const std::vector<NewShard> shards_to_write = dealt({Place(0), Place(7)}, 2);
  const Renumbering none;
  for (const unsigned threads : {1U, 2U}) {
    CopyRequest request;
    request.shards = shards_to_write;
    request.renumberings = {&none, &none};
    request.staging = folder.path();
    request.threads = threads;
    Observer quiet;
    const CopiedRecords copied = copy_records(places, request, quiet);
    REQUIRE(copied.shards.size() == 2);
    CHECK(folder.read("0.tfrec") == test::flower_shard(4));
    CHECK(folder.read("1.tfrec") == folder.read("b"));
    CHECK((copied.shards[0].facts.records == 4 && copied.shards[1].facts.records == 3));
    CHECK(copied.shards[1].facts.crc32c == crc32c(folder.read("b")));
    CHECK((copied.schemas[0].records() == 4 && copied.schemas[1].records() == 2 && copied.opaque == 1));
    CHECK(copied.stored[0].at("name").others == 4);
    CHECK(copied.shards[0].sources_crc32c != copied.shards[1].sources_crc32c);
  }
}

TEST_CASE("Copies without a feature are counted as they are written, records of another kind stay") {
  const test::ScratchFolder folder;
  folder.write("a", test::shard_of({test::flower(1), "opaque"}));
  const std::vector<SourceShard> shards{index_source(folder / "a", {}, {})};
  const RecordPlaces places(shards);
  const std::vector<NewShard> shards_to_write = dealt({Place(0), Place(2)}, 1);
  const std::vector<std::string> drop{"name", "weight"};
  const Renumbering none;
  CopyRequest request;
  request.shards = shards_to_write;
  request.drop = drop;
  request.renumberings = {&none};
  request.staging = folder.path();
  Observer quiet;
  const CopiedRecords copied = copy_records(places, request, quiet);
  CHECK(folder.read("0.tfrec") ==
        test::shard_of({test::payload_of({{"class", test::Integers{1}}}), "opaque"}));
  CHECK((copied.opaque == 1 && copied.schemas[0].features().size() == 1));
}

TEST_CASE("Classes and boxes of copied records are counted over all new shards, also compressed ones") {
  const test::ScratchFolder folder;
  const auto record = [](std::int64_t id, std::size_t boxes) {
    return test::payload_of({{"class", test::Integers{id}}, {"box", test::Floats(4 * boxes)}});
  };
  const std::vector<std::string> payloads{record(0, 2), record(1, 0), record(1, 3)};
  folder.write("a", test::shard_of(payloads));
  const std::vector<SourceShard> shards{index_source(folder / "a", {}, {})};
  const RecordPlaces places(shards);
  const std::vector<NewShard> shards_to_write = dealt({Place(0), Place(3)}, 2);
  const Renumbering none;
  CopyRequest request;
  request.shards = shards_to_write;
  request.renumberings = {&none};
  request.tallies = {ClassTally("class", 2, {0}), ClassTally("class", 1, {1})};
  request.boxes = BoxTally("box", 4);
  request.staging = folder.path();
  request.compression = Compression::gzip;
  struct ProgressLog final : Observer {
    void progress(const ProgressState& state) override { last = state; }
    ProgressState last;
  } log;
  const CopiedRecords copied = copy_records(places, request, log);
  CHECK(copied.tallies[0][0].records() == std::vector<std::uint64_t>{1, 2});
  CHECK(copied.tallies[0][1].records() == std::vector<std::uint64_t>{2});
  CHECK(copied.boxes->totals().boxes == 5);
  CHECK(sniff_compression(InputFile(folder / "0.tfrec")) == Compression::gzip);
  CHECK((log.last.done == 3 && log.last.total == 3 && log.last.shards == 2));
  CHECK((log.last.bytes_in == shards[0].bytes && log.last.bytes_out == shards[0].bytes));
  const std::vector<SourceShard> copies{index_source(folder / "0.tfrec", {}, folder / "copy0"),
                                        index_source(folder / "1.tfrec", {}, folder / "copy1")};
  CHECK(test::payloads_in(RecordPlaces(copies), 1) == payloads);
}

TEST_CASE("Classes of copied records are counted in each part of the set") {
  const test::ScratchFolder folder;
  folder.write("a", test::flower_shard(3));
  const std::vector<SourceShard> shards{index_source(folder / "a", {}, {})};
  const RecordPlaces places(shards);
  const std::vector<NewShard> wanted{
      {{Place(0), Place(1)}, 0}, {{Place(1), Place(2)}, 2}, {{Place(2), Place(3)}, 0}};
  const Renumbering none;
  CopyRequest request;
  request.shards = wanted;
  request.renumberings = {&none};
  request.tallies = {ClassTally("class", 3, {0})};
  request.staging = folder.path();
  Observer quiet;
  const CopiedRecords copied = copy_records(places, request, quiet);
  REQUIRE(copied.tallies.size() == 3);
  CHECK(copied.tallies[0][0].records() == std::vector<std::uint64_t>{1, 0, 1});
  CHECK(copied.tallies[1][0].records() == std::vector<std::uint64_t>{0, 0, 0});
  CHECK(copied.tallies[2][0].records() == std::vector<std::uint64_t>{0, 1, 0});
}
