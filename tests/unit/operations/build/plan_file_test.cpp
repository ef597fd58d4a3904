// SPDX-License-Identifier: Apache-2.0
#include "operations/build/plan_file.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <zlib.h>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/sha256.hpp"
#include "plan.pb.h"
#include "support/catch.hpp"
#include "support/data/indexes.hpp"
#include "support/scratch_folder.hpp"
#include "tfrecord/framing.hpp"

using namespace tfrec;
using Catch::ContainsSubstring;
using tfrec::test::ScratchFolder;

namespace {

constexpr const char* k_table = "id,class\na.jpg,x\nb.jpg,y\nc.jpg,x\n";

/// Three labelled images in two splits, and one of --test.
SavedPlan sample(const ScratchFolder& scratch) {
  SavedPart labelled;
  labelled.paths = {"a.jpg", "sub/b.jpg", "\xff.jpg"};  // names are bytes
  labelled.selected = test::indexes<RowIndex>({0, 2, 4});
  labelled.rows = test::indexes<RowIndex>({0, 1, 2});
  labelled.images = {2, 1, 0};
  labelled.image_bytes = {10, 20, std::uint64_t{1} << 40U};
  labelled.split_names = {"train", "val"};
  labelled.split_of_sample = {0, 1, 0};
  labelled.splits = {{2, {100, 50}, "--shards 2", {"a wish"}}, {1, {30, 20}, "", {}}};
  labelled.deviation = "rows in val";
  labelled.filtered = 7;
  SavedPart test;
  test.paths = {"t.png"};
  test.rows = test::indexes<RowIndex>({0});
  test.images = {0};
  test.image_bytes = {5};
  test.splits = {{1, {9, 4}, "", {}}};
  SavedPlan plan{"{\"manifest\":1}", "plan-hash", "fingerprint", "labels.csv", {3, 12.5}, {labelled, test}};
  plan.csv.emplace(scratch.write("labels.csv", k_table));
  return plan;
}

void check_same(const SavedPart& a, const SavedPart& b) {
  CHECK(a.paths == b.paths);
  CHECK(a.selected == b.selected);
  CHECK(a.rows == b.rows);
  CHECK(a.images == b.images);
  CHECK(a.image_bytes == b.image_bytes);
  CHECK(a.split_names == b.split_names);
  CHECK(a.split_of_sample == b.split_of_sample);
  CHECK(a.deviation == b.deviation);
  CHECK(a.filtered == b.filtered);
  REQUIRE(a.splits.size() == b.splits.size());
  for (std::size_t i = 0; i < a.splits.size(); ++i) {
    CHECK(a.splits[i].shards == b.splits[i].shards);
    CHECK(a.splits[i].predicted_bytes == b.splits[i].predicted_bytes);
    CHECK(a.splits[i].shard_rule == b.splits[i].shard_rule);
    CHECK(a.splits[i].given_up == b.splits[i].given_up);
  }
}

/// The refusal of a file with this content.
std::string refusal(const ScratchFolder& scratch, const std::string& content) {
  const auto file = scratch.write("refused.plan", content);
  try {
    read_plan_file(file);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_data);
    CHECK(error.path() == file.string());
    CHECK_FALSE(error.hint().empty());
    return error.message();
  }
  return "none";
}

/// The refusal of the sample after a change.
std::string refusal_of(const std::function<void(SavedPlan&)>& change) {
  const ScratchFolder scratch;
  SavedPlan plan = sample(scratch);
  change(plan);
  write_plan_file(scratch / "set.plan", plan);
  return refusal(scratch, scratch.read("set.plan"));
}

std::string refusal_of_part(const std::function<void(SavedPart&)>& change) {
  return refusal_of([&](SavedPlan& plan) { change(plan.parts.front()); });
}

/// The records of a file that write_plan_file() wrote, to be changed and put together anew.
class Records {
 public:
  explicit Records(const std::string& file) {
    for (std::size_t at = 0; at < file.size();) {
      std::uint64_t length = 0;
      for (std::size_t i = 0; i < 8; ++i)
        length |= std::uint64_t{static_cast<unsigned char>(file[at + i])} << (8 * i);
      m_payloads.push_back(file.substr(at + 12, length));
      at += length + 16;
    }
    m_payloads.pop_back();  // the hash
  }

  std::vector<std::string>& payloads() { return m_payloads; }
  std::string sealed() const {
    Sha256 hash;
    std::string file;
    for (const std::string& payload : m_payloads) {
      hash.add(payload);
      append_frame(file, payload);
    }
    proto::PlanRecord last;
    last.set_sha256(hash.hex());
    append_frame(file, last.SerializeAsString());
    return file;
  }

 private:
  std::vector<std::string> m_payloads;
};

/// The refusal of the sample with other records.
std::string refusal_of_records(const std::function<void(std::vector<std::string>&)>& change) {
  const ScratchFolder scratch;
  write_plan_file(scratch / "set.plan", sample(scratch));
  Records records(scratch.read("set.plan"));
  change(records.payloads());
  return refusal(scratch, records.sealed());
}

std::string changed_header(const std::string& payload,
                           const std::function<void(proto::PlanHeader&)>& change) {
  proto::PlanRecord record;
  REQUIRE(record.ParseFromString(payload));
  change(*record.mutable_header());
  return record.SerializeAsString();
}

std::string gzipped(const std::string& bytes) {
  std::string out(bytes.size() + 1000, '\0');
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string in = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

TEST_CASE("A plan's file holds what was written") {
  const ScratchFolder scratch;
  const SavedPlan plan = sample(scratch);
  write_plan_file(scratch / "set.plan", plan);
  const SavedPlan read = read_plan_file(scratch / "set.plan");
  CHECK(read.manifest == plan.manifest);
  CHECK(read.plan == plan.plan);
  CHECK(read.fingerprint == plan.fingerprint);
  CHECK(read.labels == "labels.csv");
  CHECK(read.max_bad.count == 3);
  CHECK(read.max_bad.percent == 12.5);
  REQUIRE(read.parts.size() == 2);
  check_same(read.parts[0], plan.parts[0]);
  check_same(read.parts[1], plan.parts[1]);
  REQUIRE(read.csv.has_value());
  CHECK(read_whole(*read.csv) == k_table);
}

TEST_CASE("A plan of more rows than a record takes") {
  constexpr std::uint32_t k_rows = 120'001;
  const ScratchFolder scratch;
  SavedPart part;
  for (std::uint32_t i = 0; i < k_rows; ++i) {
    part.paths.push_back(std::to_string(i) + ".jpg");
    part.rows.emplace_back(i);
    part.images.push_back(k_rows - 1 - i);
    part.image_bytes.push_back(i);
  }
  part.splits = {{5, {1}, "", {}}};
  const SavedPlan plan{"{}", "p", "f", "", {}, {part}};
  write_plan_file(scratch / "set.plan", plan);
  const SavedPlan read = read_plan_file(scratch / "set.plan");
  CHECK_FALSE(read.csv.has_value());
  REQUIRE(read.parts.size() == 1);
  check_same(read.parts[0], part);
}

TEST_CASE("The same plan makes the same file") {
  const ScratchFolder scratch;
  const SavedPlan plan = sample(scratch);
  write_plan_file(scratch / "a.plan", plan);
  write_plan_file(scratch / "b.plan", plan);
  CHECK(scratch.read("a.plan") == scratch.read("b.plan"));
}

TEST_CASE("Lists of a plan that do not fit each other are refused") {
  const std::string expected = "contains lists that do not match";
  CHECK(refusal_of([](SavedPlan&) {}) == "none");
  CHECK(refusal_of_part([](SavedPart& part) { part.images.pop_back(); }) == expected);
  CHECK(refusal_of_part([](SavedPart& part) { part.image_bytes.push_back(1); }) == expected);
  CHECK(refusal_of_part([](SavedPart& part) { part.split_of_sample.pop_back(); }) == expected);
  CHECK(refusal_of_part([](SavedPart& part) { part.splits.pop_back(); }) == expected);
  CHECK(refusal_of_part([](SavedPart& part) { part.splits.push_back(part.splits[0]); }) == expected);
  CHECK(refusal_of_part([](SavedPart& part) { part.images[SampleIndex(1)] = 3; }) == expected);
  CHECK(refusal_of_part([](SavedPart& part) { part.rows = test::indexes<RowIndex>({0, 2, 2}); }) == expected);
  CHECK(refusal_of_part([](SavedPart& part) {
          part.selected = test::indexes<RowIndex>({4, 2, 0});
        }) == expected);
  CHECK(refusal_of([](SavedPlan& plan) {
          SavedPart& test = plan.parts.back();
          test.rows.clear();
          test.images.clear();
          test.image_bytes.clear();
        }) == expected);
}

TEST_CASE("A plan with more shards than rows in a split, or none, is refused") {
  CHECK(refusal_of_part([](SavedPart& part) { part.splits[0].shards = 3; }) == "deals 2 rows to 3 shards");
  CHECK(refusal_of_part([](SavedPart& part) { part.splits[1].shards = 0; }) == "deals 1 rows to 0 shards");
  CHECK(refusal_of_part([](SavedPart& part) { part.splits[0].shards = UINT64_MAX; }) ==
        "deals 2 rows to 18,446,744,073,709,551,615 shards");
  CHECK(refusal_of_part([](SavedPart& part) {
          part.split_of_sample = {0, 0, 0};
        }) == "deals 0 rows to 1 shards");
}

TEST_CASE("A plan that does not predict the same sizes for each split is refused") {
  CHECK_THAT(refusal_of_part([](SavedPart& part) { part.splits[1].predicted_bytes.pop_back(); }),
             ContainsSubstring("predicts"));
  CHECK_THAT(refusal_of_part([](SavedPart& part) {
               for (SavedSplit& split : part.splits) split.predicted_bytes.clear();
             }),
             ContainsSubstring("predicts"));
}

TEST_CASE("A plan whose paths lead out of the folder of images is refused") {
  for (const std::string path : {"../a.jpg", "/etc/passwd", "x/../../a.jpg", ""}) {
    CAPTURE(path);
    CHECK_THAT(refusal_of_part([&](SavedPart& part) { part.paths[0] = path; }),
               ContainsSubstring("names a file '" + path + "'"));
  }
  CHECK_THAT(refusal_of_part([](SavedPart& part) { part.paths[0] = std::string("a\0b", 3); }),
             ContainsSubstring("names a file"));
}

TEST_CASE("A plan whose split is no folder below OUT is refused") {
  for (const std::string name : {"../evil", "..", "/tmp", "", "a/b", "manifest.json"}) {
    CAPTURE(name);
    CHECK_THAT(refusal_of_part([&](SavedPart& part) { part.split_names[1] = name; }),
               ContainsSubstring("has a split '" + name + "'"));
  }
  CHECK(refusal_of_part([](SavedPart& part) { part.split_names[1] = "Train"; }) == "has a split twice");
}

TEST_CASE("A plan's records in another order, or of another kind, are refused") {
  using Payloads = std::vector<std::string>;
  CHECK(refusal_of_records([](Payloads&) {}) == "none");
  CHECK(refusal_of_records([](Payloads& all) { std::swap(all[0], all[1]); }) == "is not a plan");
  CHECK(refusal_of_records([](Payloads& all) { all.push_back(all[0]); }) == "is not a plan");
  CHECK(refusal_of_records([](Payloads& all) { all.clear(); }) == "is not a plan");
  CHECK(refusal_of_records([](Payloads& all) { all[1] = "\xff\xff"; }) == "is not a plan");
  CHECK(refusal_of_records([](Payloads& all) { all.pop_back(); }) == "lacks its table");
  CHECK(refusal_of_records([](Payloads& all) { all.push_back(all[1]); }) ==
        "contains lists that do not match");
  CHECK(refusal_of_records([](Payloads& all) {
          all[0] = changed_header(all[0], [](proto::PlanHeader& header) { header.clear_labels(); });
        }) == "contains a table without a name");
  CHECK(refusal_of_records([](Payloads& all) {
          all[0] = changed_header(all[0], [](proto::PlanHeader& header) { header.clear_parts(); });
        }) == "is not a plan");
  CHECK(refusal_of_records([](Payloads& all) {
          all[0] =
              changed_header(all[0], [](proto::PlanHeader& header) { header.mutable_parts()->RemoveLast(); });
        }) == "names a part it does not have");
  CHECK(refusal_of_records([](Payloads& all) {
          proto::PlanRecord record;
          record.mutable_rows()->add_split_of_sample(2);
          all.insert(all.begin() + 1, record.SerializeAsString());
        }) == "names a split it does not have");
  CHECK(refusal_of_records([](Payloads& all) {
          all[0] = changed_header(all[0], [](proto::PlanHeader& header) { header.set_format_version(2); });
        }) == "is a plan of format 2, and this tfrec knows 1");
}

TEST_CASE("A plan's table has a name, not a path") {
  const ScratchFolder scratch;
  SavedPlan plan = sample(scratch);
  plan.labels = "../../etc/labels.csv";
  write_plan_file(scratch / "set.plan", plan);
  CHECK(read_plan_file(scratch / "set.plan").labels == "labels.csv");
}

TEST_CASE("A plan that is cut, damaged, longer than itself, compressed or none is refused") {
  const ScratchFolder scratch;
  write_plan_file(scratch / "set.plan", sample(scratch));
  const std::string sound = scratch.read("set.plan");
  REQUIRE(Records(sound).sealed() == sound);
  for (std::size_t at = 0; at < sound.size(); ++at) {
    CAPTURE(at);
    CHECK(refusal(scratch, sound.substr(0, at)) != "none");
    std::string changed = sound;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    CHECK(refusal(scratch, changed) != "none");
  }
  CHECK(refusal(scratch, "") == "is cut short");
  CHECK(refusal(scratch, sound + sound) == "continues after its end");
  CHECK_THAT(refusal(scratch, sound + "x"), ContainsSubstring("is damaged at byte"));
  CHECK(refusal(scratch, gzipped(sound)) == "is compressed; a plan never is");
  CHECK_THAT(refusal(scratch, "id,class\n"), ContainsSubstring("or no plan of tfrec"));
  // Whole records whose hash is another's.
  Records other(sound);
  other.payloads()[0] =
      changed_header(other.payloads()[0], [](proto::PlanHeader& header) { header.set_plan("another"); });
  constexpr std::size_t k_hash_record = 64 + 2 + 16;
  const std::string resealed = other.sealed();
  CHECK(refusal(scratch, resealed.substr(0, resealed.size() - k_hash_record) +
                             sound.substr(sound.size() - k_hash_record)) ==
        "does not agree with its own hash");
}

TEST_CASE("A plan that is not there, and files that are no plan") {
  const ScratchFolder scratch;
  CHECK_THROWS_WITH(read_plan_file(scratch / "none.plan"), ContainsSubstring("does not exist"));
  CHECK_FALSE(is_plan_file(InputFile(scratch.write("labels.csv", k_table))));
  CHECK_FALSE(is_plan_file(InputFile(scratch.write("empty", ""))));
  write_plan_file(scratch / "set.plan", sample(scratch));
  CHECK(is_plan_file(InputFile(scratch / "set.plan")));
}
