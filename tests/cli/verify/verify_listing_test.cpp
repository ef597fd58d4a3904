// SPDX-License-Identifier: Apache-2.0
// verify --listing: a manifest against what command-line tools of object stores print. tests/data/listings
// has real output; here are its variations.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "support/check_error.hpp"
#include "support/data/test_data.hpp"
#include "support/scenes/verify_runs.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using namespace tfrec::test;

namespace {

const std::string k_hint =
    "tfrec: hint: --listing reads the output of `gcloud storage ls --json --recursive`, `gcloud storage "
    "objects "
    "list --format=json`, `gsutil ls -L`, `aws s3api list-objects-v2` and `aws s3api head-object`\n";

/// A folder with the manifest alone of a set whose shards are in train/ and val/.
class UploadedSet {
 public:
  UploadedSet() {
    Manifest& set = manifest;
    set.features = {{"class", "int64:class", "int64", 1, 1}};
    set.shards = {shard("train/f00-3.tfrec", "train", 101, 0xC8945196),
                  shard("train/f01-2.tfrec", "train", 102, 0x01020304),
                  shard("val/f00-1.tfrec", "val", 103, 0x00000000)};
    set.splits = {"train", "val"};
    set.totals = {{"train", "", 2, 5, 203, 0, ""}, {"val", "", 1, 1, 103, 0, ""}};
    folder.write("set/manifest.json", manifest_json(set));
    shards = set.shards;
  }

  RunResult compare(const std::string& listing, const Words& words = {}) const {
    folder.write("listing", listing);
    return verify(folder, Words{"set", "--listing", "listing"} + words);
  }
  Json compare_json(const std::string& listing, int exit_code) const {
    folder.write("listing", listing);
    return verify_json(folder, exit_code, {"set", "--listing", "listing"});
  }

  ScratchFolder folder;
  Manifest manifest;
  std::vector<ManifestShard> shards;

 private:
  static ManifestShard shard(const std::string& path, const std::string& split, std::uint64_t bytes,
                             std::uint32_t crc) {
    return {path, split, "", static_cast<std::uint64_t>(path.at(path.size() - 7) - '0'), bytes, crc, ""};
  }
};

/// As `gcloud storage ls --json` shows an object.
Json google_entry(const std::string& name, std::uint64_t bytes, std::uint32_t crc) {
  return {
      {"metadata",
       {{"bucket", "b"}, {"crc32c", encode_crc32c(crc)}, {"name", name}, {"size", std::to_string(bytes)}}},
      {"type", "cloud_object"},
      {"url", "gs://b/" + name + "#1700000000000000"}};
}

Json google_entries(const std::vector<ManifestShard>& shards, const std::string& prefix = "x/flowers/") {
  Json list = Json::array();
  for (const ManifestShard& shard : shards)
    list.push_back(google_entry(prefix + shard.path, shard.bytes, shard.crc32c));
  return list;
}

Json amazon_page(const std::vector<ManifestShard>& shards) {
  Json page = {{"Contents", Json::array()}, {"RequestCharged", nullptr}};
  for (const ManifestShard& shard : shards)
    page["Contents"].push_back({{"Key", "flowers/" + shard.path}, {"Size", shard.bytes}});
  return page;
}

/// As `aws s3api head-object` shows an object.
Json head(const ManifestShard& shard) {
  return {{"AcceptRanges", "bytes"},
          {"ContentLength", shard.bytes},
          {"ChecksumCRC32C", encode_crc32c(shard.crc32c)},
          {"ChecksumType", "FULL_OBJECT"}};
}

std::string heads(const std::vector<ManifestShard>& shards) {
  std::string all;
  for (const ManifestShard& shard : shards) all += head(shard).dump(4) + "\n";
  return all;
}

}  // namespace

TEST_CASE("verify --listing: real listings of one upload") {
  const ScratchFolder folder;
  const auto compare = [&](const std::string& listing) {
    return verify(
        folder, {data_folder("listings") / "manifest.json", "--listing", data_folder("listings") / listing});
  };
  const std::string google =
      "ok: 6 shards, 52.6 kB; 6 with the size and CRC32C of the listing (gs://bucket/x/flowers/), 0 with the "
      "size "
      "alone; 3 other objects\n";
  for (const char* listing :
       {"gcloud-storage-ls.json", "gcloud-storage-objects-list.json", "gsutil-ls-L.txt"}) {
    INFO(listing);
    const RunResult result = compare(listing);
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    CHECK(result.out == google);
  }
  for (const char* listing : {"aws-list-objects-v2.json", "aws-list-objects-v2-pages.json"}) {
    INFO(listing);
    const RunResult result = compare(listing);
    CHECK(result.exit_code == 0);
    CHECK(result.err ==
          "tfrec: warning: the listing has no CRC32C of 6 of 6 shards: only names and sizes are compared\n");
    CHECK(result.out ==
          "ok: 6 shards, 52.6 kB; 0 with the size and CRC32C of the listing (x/flowers/), 6 with the size "
          "alone; 3 "
          "other objects\n");
  }
  const RunResult heads = compare("aws-head-object.json");
  CHECK(heads.exit_code == 0);
  CHECK(heads.err.empty());
  CHECK_THAT(heads.out,
             ContainsSubstring("; 6 with the size and CRC32C of the listing, 0 with the size alone; 0 "));
  const RunResult parts = compare("aws-head-object-parts.json");
  CHECK(parts.exit_code == 0);
  CHECK(
      parts.err ==
      "tfrec: the listing has no CRC32C of 1 of 6 shards: only names and sizes are compared\n"
      "tfrec: the CRC32C of 1 of 6 shards is composite, of the checksums of parts: only names and sizes are "
      "compared\n");
  const RunResult folders = compare("aws-list-objects-v2-delimiter.json");
  CHECK(folders.exit_code == 1);
  CHECK_THAT(folders.err, ContainsSubstring("the listing shows 2 folders without the objects in them"));
}

TEST_CASE("verify --listing: gcloud's JSON with all shards below one prefix, and other objects") {
  const UploadedSet set;
  Json list = google_entries(set.shards);
  list.push_back(google_entry("x/flowers/manifest.json", 5, 6));
  list.push_back(google_entry("elsewhere/f00-3.tfrec", 1, 1));
  const RunResult result = set.compare(list.dump(2));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "ok: 3 shards, 306 B; 3 with the size and CRC32C of the listing (gs://b/x/flowers/), 0 with the size "
        "alone; 2 other objects\n");
}

TEST_CASE("verify --listing: missing, another size, another checksum") {
  const UploadedSet set;
  Json list = google_entries(set.shards);
  list[0]["metadata"]["size"] = "100";
  list[1]["metadata"]["crc32c"] = "AAAAAQ==";
  list.erase(2);
  const RunResult result = set.compare(list.dump(), {"--report", "report.xml"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "set/train/f00-3.tfrec: the manifest has 101 bytes, the listing has 100\n"
        "set/train/f01-2.tfrec: the listed CRC32C is AAAAAQ==, the manifest has AQIDBA==\n"
        "set/val/f00-1.tfrec: is in the manifest, but not in the listing\n"
        "bad: 3 of 3 shards; 0 with the size and CRC32C of the listing (gs://b/x/flowers/), 0 with the size "
        "alone; 0 other objects\n");
  CHECK_THAT(set.folder.read("report.xml"), ContainsSubstring("tests=\"4\" failures=\"4\"") &&
                                                ContainsSubstring("<failure type=\"listing\""));
  const Json json = set.compare_json(list.dump(), 1);
  CHECK(json["problems"].size() == 3);
  CHECK(json["problems"][2] == Json{{"kind", "listing"},
                                    {"path", "set/val/f00-1.tfrec"},
                                    {"message", "is in the manifest, but not in the listing"}});
  CHECK(json["files"][2]["ok"] == false);
  CHECK(json["listing"]["prefixes"] == Json{"gs://b/x/flowers/"});
}

TEST_CASE("verify --listing: S3 lists sizes without checksums, which gets a warning") {
  const UploadedSet set;
  const RunResult result = set.compare(amazon_page(set.shards).dump());
  CHECK(result.exit_code == 0);
  CHECK(result.err ==
        "tfrec: warning: the listing has no CRC32C of 3 of 3 shards: only names and sizes are compared\n");
  CHECK(result.out ==
        "ok: 3 shards, 306 B; 0 with the size and CRC32C of the listing (flowers/), 3 with the size alone; 0 "
        "other objects\n");
  CHECK(set.compare_json(amazon_page(set.shards).dump(), 0)["listing"]["without_crc32c"] == 3);
}

TEST_CASE("verify --listing: head-object shows no names; shards are matched by size and CRC32C") {
  const UploadedSet set;
  CHECK(set.compare(heads({set.shards[2], set.shards[0], set.shards[1]})).exit_code == 0);
  const RunResult missing = set.compare(heads({set.shards[2], set.shards[0]}));
  CHECK(missing.exit_code == 1);
  CHECK(missing.err.empty());
  CHECK_THAT(missing.out,
             Catch::StartsWith("set/train/f01-2.tfrec: has no head-object output: none is left of its size, "
                               "102 bytes\n"));
  ManifestShard other = set.shards[1];
  other.crc32c = 7;
  CHECK_THAT(set.compare(heads({set.shards[2], other, set.shards[0]})).out,
             Catch::StartsWith("set/train/f01-2.tfrec: no listed object has its CRC32C, AQIDBA==; one of its "
                               "size has another\n"));
}

TEST_CASE("verify --listing: one object without a name is not two shards") {
  const UploadedSet set;
  Manifest twice;
  twice.features = {{"class", "int64:class", "int64", 1, 1}};
  twice.shards = {set.shards[0], set.shards[0]};
  twice.shards[1].path = "train/copy.tfrec";
  twice.totals = {{"", "", 2, 6, 202, 0, ""}};
  set.folder.write("set/manifest.json", manifest_json(twice));
  CHECK(set.compare(heads({set.shards[0], set.shards[0]})).exit_code == 0);
  CHECK(set.compare(heads({set.shards[0]})).exit_code == 1);
}

TEST_CASE("verify --listing: checksums of head-object complete the names of list-objects-v2") {
  const UploadedSet set;
  const std::string names = amazon_page(set.shards).dump();
  const RunResult result = set.compare(names + "\n" + heads(set.shards));
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "ok: 3 shards, 306 B; 3 with the size and CRC32C of the listing (flowers/), 0 with the size alone; 0 "
        "other "
        "objects\n");
  CHECK(set.compare_json(names + heads({set.shards[0]}), 0)["listing"]["without_crc32c"] == 2);
  ManifestShard other = set.shards[1];
  other.crc32c = 7;
  CHECK(set.compare(names + heads({set.shards[0], other, set.shards[2]})).exit_code == 1);
}

TEST_CASE("verify --listing: a composite CRC32C is counted, and never compared") {
  const UploadedSet set;
  for (const std::string sign : {"type", "parts", "ETag"}) {
    Json composite = head(set.shards[1]);
    composite["ChecksumCRC32C"] = sign == "parts" ? "AAAAAA==-3" : "AAAAAA==";
    composite["ETag"] = sign == "ETag" ? "\"9b2c-3\"" : "\"9b2c\"";
    if (sign == "type")
      composite["ChecksumType"] = "COMPOSITE";
    else
      composite.erase("ChecksumType");
    INFO(sign);
    const RunResult result = set.compare(heads({set.shards[0], set.shards[2]}) + composite.dump());
    CHECK(result.exit_code == 0);
    CHECK(result.err ==
          "tfrec: the CRC32C of 1 of 3 shards is composite, of the checksums of parts: only names and sizes "
          "are "
          "compared\n");
    CHECK_THAT(result.out,
               ContainsSubstring("2 with the size and CRC32C of the listing, 1 with the size alone"));
  }
}

TEST_CASE("verify --listing: several listings one after another, some objects in both, pages") {
  const UploadedSet set;
  const Json all = google_entries(set.shards);
  CHECK(set.compare(Json{all[0], all[1]}.dump() + "\n" + Json{all[1], all[2]}.dump()).exit_code == 0);
  Json first = amazon_page({set.shards[0], set.shards[1]});
  first["NextContinuationToken"] = "abc";
  CHECK(set.compare(first.dump() + amazon_page({set.shards[2]}).dump()).exit_code == 0);
  const RunResult cut = set.compare(first.dump());
  CHECK(cut.exit_code == 1);
  CHECK_THAT(cut.err,
             Catch::StartsWith("tfrec: warning: the listing is incomplete: a page states that another one "
                               "follows\n"));
  Json changed = all;
  changed[0]["metadata"]["size"] = "1";
  CHECK_THAT(
      set.compare(all.dump() + changed.dump()).out,
      Catch::StartsWith("set/train/f00-3.tfrec: is listed 2 times with different sizes or checksums\n"));
}

TEST_CASE("verify --listing: earlier versions and soft-deleted objects do not count") {
  const UploadedSet set;
  Json list = google_entries(set.shards);
  list.push_back(google_entry("x/flowers/" + set.shards[0].path, 1, 1));
  for (const char* key : {"timeDeleted", "softDeleteTime"}) {
    Json with_earlier = list;
    with_earlier.back()["metadata"][key] = "2026-01-01T00:00:00Z";
    CHECK(set.compare(with_earlier.dump()).exit_code == 0);
  }
  for (const char* key : {"noncurrent_time", "soft_delete_time", "softDeleteTime"}) {
    Json with_earlier = google_entries(set.shards);
    with_earlier.push_back(
        {{"storage_url", "gs://b/x/flowers/" + set.shards[0].path + "#1700000000000001"}, {"size", 1}});
    CHECK(set.compare(with_earlier.dump()).exit_code == 1);
    with_earlier.back()[key] = "2026-01-01T00:00:00+0000";
    CHECK(set.compare(with_earlier.dump()).exit_code == 0);
  }
}

TEST_CASE("verify --listing: a listing of another bucket, of a folder alone, or of nothing") {
  const UploadedSet set;
  const RunResult other = set.compare(Json{google_entry("cats/a.tfrec", 1, 1)}.dump());
  CHECK(other.exit_code == 1);
  CHECK(other.err ==
        "tfrec: warning: set/manifest.json: no shard is in the listing, which begins with "
        "gs://b/cats/a.tfrec: is "
        "it of another bucket or folder?\n");
  const RunResult folders = set.compare(R"([{"type": "prefix", "url": "gs://b/x/flowers/train/"}])");
  CHECK(folders.exit_code == 1);
  CHECK(folders.err ==
        "tfrec: warning: set/manifest.json: the listing shows no objects\n"
        "tfrec: warning: the listing shows 1 folder without the objects in them: list all levels "
        "(gcloud: --recursive, aws: no --delimiter)\n");
  CHECK(set.compare("[]").exit_code == 1);
  CHECK(set.compare(R"({"RequestCharged": null, "Prefix": ""})").exit_code == 1);
  check_error(
      set.compare(" \n"), 1,
      "tfrec: error: listing: is empty: the command that lists the bucket printed nothing\n" + k_hint);
}

TEST_CASE("verify --listing: what is cut off, or not a listing") {
  const UploadedSet set;
  const std::string list = google_entries(set.shards).dump(2);
  check_error(set.compare(list.substr(0, list.size() / 2)), 1,
              "tfrec: error: listing: ends in the middle of its JSON: the listing is cut off\n"
              "tfrec: hint: list the bucket again, into a new file\n");
  check_error(set.compare("{not json}"), 1, "tfrec: error: listing: is not JSON\n" + k_hint);
  for (const char* text :
       {"2026-01-01 00:00:00  101 train/f00-3.tfrec\n", "null", "\x01\x02", "---\nname: a\n"})
    check_error(set.compare(text), 1, "tfrec: error: listing: is not a listing of objects\n" + k_hint);
  for (const char* text : {"{}", R"({"a": 1})", R"([{"a": 1}])", "[1, 2]", "[[]]", "[null]"})
    check_error(set.compare(text), 1,
                "tfrec: error: listing: is JSON, but not a listing of objects\n" + k_hint);
  check_error(set.compare("gs://b/train/f00-3.tfrec\n"), 1,
              "tfrec: error: listing: shows names, but neither sizes nor checksums\n"
              "tfrec: hint: list with -L: `gsutil ls -L 'gs://BUCKET/FOLDER/**'`\n");
  check_error(set.compare("\xFF\xFE["), 1,
              "tfrec: error: listing: is UTF-16 text, not UTF-8\n"
              "tfrec: hint: in PowerShell: … | Out-File -Encoding utf8 FILE\n");
  check_error(set.compare(R"([{"a":)" + std::string(200'000, '[')), 1,
              "tfrec: error: listing: is nested too deeply\n");
}

TEST_CASE("verify --listing: metadata that users stored with an object is not its size, checksum or name") {
  const UploadedSet set;
  Json list = Json::array();
  for (const ManifestShard& shard : set.shards)
    list.push_back({{"bucket", "b"},
                    {"name", "x/" + shard.path},
                    {"size", std::to_string(shard.bytes)},
                    {"crc32c", encode_crc32c(shard.crc32c)}});
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
        "bad: 2 of 3 shards; 1 with the size and CRC32C of the listing (gs://b/x/), 0 with the size alone; 0 "
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
                     ContainsSubstring(", 1 with the size alone; 0 other"));
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
  for (const ManifestShard& shard : set.shards)
    text += "gs://b/x/" + shard.path + ":\n    Content-Length:  " + std::to_string(shard.bytes) +
            "\n    Hash (crc32c):   " + encode_crc32c(shard.crc32c) +
            "\n    ACL:    [\n  {\n    \"role\": \"OWNER\"\n  }\n]\n";
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
    if (std::string(key) == "IsTruncated")
      cut[key] = true;
    else
      cut[key] = "abc";
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

TEST_CASE("verify --listing: sizes that are none") {
  const UploadedSet set;
  for (const Json& size :
       {Json(-1), Json("-1"), Json(1.5), Json("1e3"), Json("99999999999999999999"), Json(nullptr)}) {
    Json list = google_entries(set.shards);
    list[0]["metadata"]["size"] = size;
    INFO(size.dump());
    const RunResult result = set.compare(list.dump());
    CHECK(result.exit_code == 1);
    CHECK(result.err.empty());
    CHECK_THAT(result.out,
               Catch::StartsWith(
                   "set/train/f00-3.tfrec: the listing shows no valid size of it\nbad: 1 of 3 shards; "));
  }
}

TEST_CASE("verify --listing: stdin, a FIFO, and the manifest's path instead of its folder") {
  const UploadedSet set;
  set.folder.write("listing", google_entries(set.shards).dump());
  const RunResult piped = run_shell(
      "cat listing | \"$TFREC\" verify -q set/manifest.json --listing -; mkfifo fifo; cat listing > fifo & "
      "\"$TFREC\" verify -q set --listing fifo",
      set.folder);
  CHECK(piped.exit_code == 0);
  CHECK(piped.out.empty());
  CHECK(piped.err.empty());
}

TEST_CASE("verify --listing: options that read shards, and paths without a manifest, are usage errors") {
  const UploadedSet set;
  for (const Words& words :
       {Words{"--pixels"}, Words{"--framing-only"}, Words{"--expect", "2x2"}, Words{"--spec", "s"}}) {
    const RunResult result = set.compare("[]", words);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, ContainsSubstring("--listing") && ContainsSubstring(words[0]));
  }
  set.folder.write("empty/a.tfrec", "");
  const std::string hint = "tfrec: hint: --listing needs the manifest alone: give it, or its folder\n";
  check_error(verify(set.folder, {"empty", "--listing", "listing"}), 2,
              "tfrec: error: empty: contains no manifest.json of tfrec\n" + hint);
  check_error(verify(set.folder, {"empty/a.tfrec", "--listing", "listing"}), 2,
              "tfrec: error: empty/a.tfrec: is not a manifest.json of tfrec\n" + hint);
  check_error(verify(set.folder, {"set", "--listing", "no-such"}), 2,
              "tfrec: error: no-such: no such file\n");
  check_error(verify(set.folder, {"set", "--listing", "set"}), 2,
              "tfrec: error: set: is a folder, not a file\n");
}
