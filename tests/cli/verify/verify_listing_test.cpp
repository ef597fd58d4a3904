// SPDX-License-Identifier: Apache-2.0
// verify --listing: a manifest against what command-line tools of object stores print. tests/data/listings
// has real output; here are its variations.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "cli/verify/uploaded_set.hpp"
#include "support/check_error.hpp"
#include "support/data/test_data.hpp"
#include "support/runs/verify_runs.hpp"

namespace fs = std::filesystem;
using namespace tfrec;
using namespace tfrec::test;

namespace {

const std::string k_hint =
    "tfrec: hint: --listing reads the output of `gcloud storage ls --json --recursive`, `gcloud storage "
    "objects "
    "list --format=json`, `gsutil ls -L`, `aws s3api list-objects-v2` and `aws s3api head-object`\n";

}  // namespace

TEST_CASE("verify --listing: real listings of one upload") {
  const ScratchFolder folder;
  const auto compare = [&](const std::string& listing) {
    return verify(
        folder, {data_folder("listings") / "manifest.json", "--listing", data_folder("listings") / listing});
  };
  const std::string google =
      "ok: 6 shards, 52.6 kB; 6 with the size and CRC32C of the listing (gs://bucket/x/flowers/), 0 with "
      "only the size; 3 other objects\n";
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
          "ok: 6 shards, 52.6 kB; 0 with the size and CRC32C of the listing (x/flowers/), 6 with only the "
          "size; 3 other objects\n");
  }
  const RunResult heads = compare("aws-head-object.json");
  CHECK(heads.exit_code == 0);
  CHECK(heads.err.empty());
  CHECK_THAT(heads.out,
             ContainsSubstring("; 6 with the size and CRC32C of the listing, 0 with only the size; 0 "));
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
        "ok: 3 shards, 306 B; 3 with the size and CRC32C of the listing (gs://b/x/flowers/), 0 with only the "
        "size; 2 other objects\n");
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
        "bad: 3 of 3 shards; 0 with the size and CRC32C of the listing (gs://b/x/flowers/), 0 with only the "
        "size; 0 other objects\n");
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
        "ok: 3 shards, 306 B; 0 with the size and CRC32C of the listing (flowers/), 3 with only the size; 0 "
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
        "ok: 3 shards, 306 B; 3 with the size and CRC32C of the listing (flowers/), 0 with only the size; 0 "
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
    if (sign == "type") {
      composite["ChecksumType"] = "COMPOSITE";
    } else {
      composite.erase("ChecksumType");
    }
    INFO(sign);
    const RunResult result = set.compare(heads({set.shards[0], set.shards[2]}) + composite.dump());
    CHECK(result.exit_code == 0);
    CHECK(result.err ==
          "tfrec: the CRC32C of 1 of 3 shards is composite, of the checksums of parts: only names and sizes "
          "are "
          "compared\n");
    CHECK_THAT(result.out,
               ContainsSubstring("2 with the size and CRC32C of the listing, 1 with only the size"));
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
  for (const char* text : {"{}", R"({"a": 1})", R"([{"a": 1}])", "[1, 2]", "[[]]", "[null]"}) {
    check_error(set.compare(text), 1,
                "tfrec: error: listing: is JSON, but not a listing of objects\n" + k_hint);
  }
  check_error(set.compare("gs://b/train/f00-3.tfrec\n"), 1,
              "tfrec: error: listing: shows names, but neither sizes nor checksums\n"
              "tfrec: hint: list with -L: `gsutil ls -L 'gs://BUCKET/FOLDER/**'`\n");
  check_error(set.compare("\xFF\xFE["), 1,
              "tfrec: error: listing: is UTF-16 text, not UTF-8\n"
              "tfrec: hint: in PowerShell: … | Out-File -Encoding utf8 FILE\n");
  check_error(set.compare(R"([{"a":)" + std::string(200'000, '[')), 1,
              "tfrec: error: listing: is nested too deeply\n");
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
  const std::string hint =
      "tfrec: hint: --listing checks against the manifest: give only it, or its folder\n";
  check_error(verify(set.folder, {"empty", "--listing", "listing"}), 2,
              "tfrec: error: empty: contains no manifest.json of tfrec\n" + hint);
  check_error(verify(set.folder, {"empty/a.tfrec", "--listing", "listing"}), 2,
              "tfrec: error: empty/a.tfrec: is not a manifest.json of tfrec\n" + hint);
  check_error(verify(set.folder, {"set", "--listing", "no-such"}), 2,
              "tfrec: error: no-such: no such file\n");
  check_error(verify(set.folder, {"set", "--listing", "set"}), 2,
              "tfrec: error: set: is a folder, not a file\n");
}
