// SPDX-License-Identifier: Apache-2.0
// verify --listing: listings that must not pass as complete and equal without a word.
#include <nlohmann/json.hpp>

#include "cli/verify/uploaded_set.hpp"
#include "support/check_error.hpp"
#include "support/data/test_data.hpp"
#include "support/runs/verify_runs.hpp"

using namespace tfrec;
using namespace tfrec::test;

TEST_CASE("verify --listing: metadata that users stored with an object is not its size, checksum or name") {
  const UploadedSet set;
  Json list = Json::array();
  for (const ManifestShard& shard : set.shards) {
    list.push_back({{"bucket", "b"},
                    {"name", "x/" + shard.path},
                    {"size", std::to_string(shard.bytes)},
                    {"crc32c", encode_crc32c(shard.crc32c)}});
  }
  list[0]["size"] = "5";
  list[0]["metadata"] = {{"size", "101"}};
  list[1]["crc32c"] = "AAAAAQ==";
  list[1]["metadata"] = {{"crc32c", "AQIDBA=="}};
  list[2]["metadata"] = {{"name", "original.bin"}};
  const RunResult result = set.compare(list.dump());
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "set/train/f00-3.tfrec: the manifest has 101 bytes, the listing has 5\n"
        "set/train/f01-2.tfrec: the listed CRC32C is AAAAAQ==, the manifest has AQIDBA==\n"
        "bad: 2 of 3 shards; 1 with the size and CRC32C of the listing (gs://b/x/), 0 with only the size; 0 "
        "other objects\n");
}

TEST_CASE("verify --listing: head-object outputs that match no object of the list are not discarded") {
  const UploadedSet set;
  const std::string names = amazon_page(set.shards).dump();
  ManifestShard longer = set.shards[0];
  longer.bytes = 7;
  const RunResult size = set.compare(names + heads({longer, set.shards[1], set.shards[2]}));
  CHECK(size.exit_code == 1);
  CHECK(size.err == "tfrec: warning: 1 head-object output matches no listed object\n");
  CHECK_THAT(size.out, Catch::StartsWith(
                           "set/train/f00-3.tfrec: an object of its CRC32C has another size: the manifest "
                           "has 101 bytes, the listing has 7\nbad: 1 of 3 shards; 2 with"));
  longer.crc32c = 9;
  const RunResult more = set.compare(names + heads(set.shards) + heads({longer, longer}));
  CHECK(more.exit_code == 0);
  CHECK(more.err == "tfrec: warning: 2 head-object outputs match no listed object\n");
}

TEST_CASE(
    "verify --listing: shards of one size: no head-object output without a checksum hides a wrong one") {
  const UploadedSet set;
  Manifest equal = set.manifest;
  for (ManifestShard& shard : equal.shards) shard.bytes = 100;
  set.folder.write("set/manifest.json", manifest_json(equal));
  ManifestShard wrong = equal.shards[1];
  wrong.crc32c = 9;
  Json parts = head(wrong);
  parts["ChecksumType"] = "COMPOSITE";
  Json unchecked = head(wrong);
  unchecked.erase("ChecksumCRC32C");
  for (const std::string& names : {std::string(), amazon_page(equal.shards).dump()}) {
    for (const Json& hiding : {parts, unchecked}) {
      INFO(names << hiding.dump());
      const RunResult result = set.compare(names + hiding.dump() + heads({equal.shards[0], wrong}));
      CHECK(result.exit_code == 1);
      CHECK_THAT(result.out,
                 Catch::StartsWith("set/train/f01-2.tfrec: no listed object has its CRC32C, AQIDBA==; one of "
                                   "its size has another\nbad: 1 of 3 shards; 1 with") &&
                     ContainsSubstring(", 1 with only the size; 0 other"));
    }
  }
  const RunResult missing = set.compare(heads({equal.shards[0], wrong}));
  CHECK_THAT(missing.out, ContainsSubstring("set/val/f00-1.tfrec: has no head-object output: none is left of "
                                            "its size, 100 bytes\nbad: 2 of 3 shards; "));
}

TEST_CASE("verify --listing: other prefixes with names of the set's shards get a warning") {
  const UploadedSet set;
  Json list = google_entries(set.shards, "backup/flowers/");
  for (const Json& entry : google_entries(set.shards)) list.push_back(entry);
  list[3]["metadata"]["size"] = "7";
  const RunResult result = set.compare(list.dump());
  CHECK(result.exit_code == 0);
  CHECK(
      result.err ==
      "tfrec: warning: set/manifest.json: shards of the same names are also below gs://b/x/flowers/: 3 of 3, "
      "1 differs\n");
  CHECK_THAT(result.out, ContainsSubstring(" (gs://b/backup/flowers/), "));
  list.erase(0);
  const RunResult broken = set.compare(list.dump());  // the prefix with most names
  CHECK(broken.exit_code == 1);
  CHECK(
      broken.err ==
      "tfrec: warning: set/manifest.json: shards of the same names are also below gs://b/backup/flowers/: 2 "
      "of 3, none differs\n");
  CHECK_THAT(broken.out,
             Catch::StartsWith("set/train/f00-3.tfrec: the manifest has 101 bytes, the listing has 7\n"));
  for (const char* prefix : {"c/", "d/", "e/"})
    list.push_back(google_entry(prefix + set.shards[0].path, 1, 1));
  CHECK_THAT(set.compare(list.dump()).err,
             Catch::EndsWith("tfrec: warning: set/manifest.json: and below 1 other prefix\n"));
}

TEST_CASE("verify --listing: a wrong checksum in one of two uploads is not hidden by the other one") {
  const UploadedSet set;
  Json page = amazon_page(set.shards);
  for (const ManifestShard& shard : set.shards)
    page["Contents"].push_back({{"Key", "old/" + shard.path}, {"Size", shard.bytes}});
  ManifestShard wrong = set.shards[0];
  wrong.crc32c = 9;
  const RunResult result =
      set.compare(page.dump() + heads(set.shards) + heads({wrong, set.shards[1], set.shards[2]}));
  CHECK_THAT(result.err, ContainsSubstring("set/manifest.json: 1 head-object output has the size of a shard "
                                           "and another CRC32C, and may be of any of these prefixes\n"));
}

TEST_CASE("verify --listing: two manifests below one prefix get a warning; all prefixes are printed") {
  const UploadedSet set;
  set.folder.write("copy/manifest.json", manifest_json(set.manifest));
  set.folder.write("listing", google_entries(set.shards).dump());
  const RunResult result = verify(set.folder, {"set", "copy", "--listing", "listing"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: warning: 2 manifests have their shards below one prefix, gs://b/x/flowers/\n");
  Words words{"--listing", "listing"};
  Json list = Json::array();
  for (const char* name : {"p", "q", "r", "s"}) {
    Manifest other = set.manifest;
    for (ManifestShard& shard : other.shards) shard.path = std::string(name) + "-" + shard.split + ".tfrec";
    other.shards.pop_back();
    other.shards[1].path += "2.tfrec";
    set.folder.write(std::string(name) + "/manifest.json", manifest_json(other));
    for (const Json& entry : google_entries(other.shards, std::string("up/") + name + "/"))
      list.push_back(entry);
    words.push_back(name);
  }
  set.folder.write("listing", list.dump());
  const RunResult many = verify(set.folder, words);
  CHECK(many.err.empty());
  CHECK_THAT(many.out, ContainsSubstring(" (gs://b/up/p/, gs://b/up/q/, gs://b/up/r/, and 1 more), "));
}

TEST_CASE("verify --listing: a manifest given twice counts once; one without shards is refused") {
  const UploadedSet set;
  set.folder.write("listing", google_entries(set.shards).dump());
  const RunResult result = verify(set.folder, {"set", "set/manifest.json", "./set", "--listing", "listing"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::StartsWith("ok: 3 shards, 306 B; 3 with"));
  Manifest none = set.manifest;
  none.shards.clear();
  set.folder.write("none/manifest.json", manifest_json(none));
  check_error(verify(set.folder, {"none", "--listing", "listing"}), 1,
              "tfrec: error: none: contains no shards\n");
}

TEST_CASE("verify --listing: a checksum that is none is a fault") {
  const UploadedSet set;
  for (const Json& crc : {Json("zzz"), Json("AQIDBA"), Json("01020304"), Json(16909060)}) {
    Json list = google_entries(set.shards);
    list[1]["metadata"]["crc32c"] = crc;
    INFO(crc.dump());
    const RunResult result = set.compare(list.dump());
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.out,
               Catch::StartsWith("set/train/f01-2.tfrec: the listing shows no valid CRC32C of it\n"
                                 "bad: 1 of 3 shards; "));
  }
}

TEST_CASE("verify --listing: get-object-attributes of uploads in parts, known by their ETag") {
  const UploadedSet set;
  const ManifestShard& shard = set.shards[1];
  const Json parts = {
      {"ETag", "9b2c-3"}, {"Checksum", {{"ChecksumCRC32C", "AAAAAA=="}}}, {"ObjectSize", 102}};
  const RunResult result = set.compare(heads({set.shards[0], set.shards[2]}) + parts.dump());
  CHECK(shard.bytes == 102);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::StartsWith("tfrec: the CRC32C of 1 of 3 shards is composite"));
}

TEST_CASE("verify --listing: text that is cut, and text before JSON") {
  const UploadedSet set;
  std::string text;
  for (const ManifestShard& shard : set.shards) {
    text += "gs://b/x/" + shard.path + ":\n    Content-Length:  " + std::to_string(shard.bytes) +
            "\n    Hash (crc32c):   " + encode_crc32c(shard.crc32c) +
            "\n    ACL:    [\n  {\n    \"role\": \"OWNER\"\n  }\n]\n";
  }
  const std::string total = "TOTAL: 3 objects, 306 bytes (306 B)\n";
  const std::string incomplete =
      "tfrec: warning: the listing is incomplete: its last line, with the total, is missing\n";
  CHECK(set.compare(text + total).err.empty());
  const RunResult cut = set.compare(text.substr(0, text.rfind("    Hash")));
  CHECK(cut.exit_code == 0);
  CHECK_THAT(cut.err, Catch::StartsWith(incomplete));
  const RunResult cut_inside = set.compare(text.substr(0, text.rfind("==\n")));
  CHECK(cut_inside.exit_code == 1);
  CHECK_THAT(cut_inside.err, Catch::StartsWith(incomplete));
  const std::string first = text.substr(0, text.find("gs://", 1)) + total;
  const Json rest = {google_entry("x/" + set.shards[1].path, 102, set.shards[1].crc32c),
                     google_entry("x/" + set.shards[2].path, 103, set.shards[2].crc32c)};
  const RunResult both = set.compare(first + rest.dump(2));
  CHECK(both.exit_code == 0);
  CHECK(both.err.empty());
}

TEST_CASE("verify --listing: a cut page stays cut behind a listing that does not continue it") {
  const UploadedSet set;
  Json first = amazon_page({set.shards[0], set.shards[1]});
  for (const char* key : {"NextToken", "NextContinuationToken", "IsTruncated"}) {
    Json cut = first;
    if (std::string(key) == "IsTruncated") {
      cut[key] = true;
    } else {
      cut[key] = "abc";
    }
    for (const std::string& later :
         {std::string(), amazon_page({}).dump(), amazon_page({set.shards[0]}).dump(), heads(set.shards)}) {
      INFO(key << later);
      const RunResult result = set.compare(cut.dump() + later);
      CHECK(result.exit_code == 1);
      CHECK_THAT(result.err, ContainsSubstring("the listing is incomplete: a page states that another one"));
    }
    CHECK_THAT(set.compare(cut.dump() + amazon_page({set.shards[2]}).dump()).err,
               !ContainsSubstring("incomplete"));
  }
}
