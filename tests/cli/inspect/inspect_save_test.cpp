// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/check_error.hpp"
#include "support/data/deflated.hpp"
#include "support/data/example_bytes.hpp"
#include "support/data/images.hpp"
#include "support/data/shard_bytes.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Two records of an image each.
class Shard {
 public:
  Shard() {
    folder.write("a.tfrec", shard_of({payload_of({{"image", Texts{jpeg_image(8, 8, 1)}}}),
                                      payload_of({{"image", Texts{second}}, {"label", Integers{7}}})}));
  }
  RunResult save(const Words& words, const std::string& shard = "a.tfrec") const {
    return run_tfrec(Words{"inspect", shard, "--record", "1", "--save"} + words, in(folder));
  }

  ScratchFolder folder;
  std::string second = jpeg_image(20, 16, 2);
};

const Words k_two{"a.tfrec", "one.jpg"};

}  // namespace

TEST_CASE("inspect --save writes the record's image, byte for byte") {
  const Shard shard;
  const RunResult result = shard.save({"one.jpg"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::StartsWith("record 1 of a.tfrec, at byte "));
  CHECK_THAT(result.out,
             Catch::EndsWith("\nsaved     one.jpg, " + std::to_string(shard.second.size()) + " B\n"));
  CHECK(shard.folder.read("one.jpg") == shard.second);
  CHECK(names(shard.folder.files(".")) == k_two);
}

TEST_CASE("inspect --save into a folder names the file after shard, record and format") {
  const Shard shard;
  shard.folder.write("images/keep", "");
  const RunResult result = shard.save({"images", "--json"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(nlohmann::ordered_json::parse(result.out)["saved"].dump() ==
        R"({"path":"images/a.tfrec-record1.jpg","feature":"image","format":"jpeg","bytes":)" +
            std::to_string(shard.second.size()) + "}");
  CHECK(shard.folder.read("images/a.tfrec-record1.jpg") == shard.second);
}

TEST_CASE("inspect --save refused to make the folder it was given") {
  const Shard shard;
  CHECK(shard.save({"new/"}).exit_code == 0);
  CHECK(std::filesystem::exists(shard.folder / "new/a.tfrec-record1.jpg"));
}

TEST_CASE("inspect --save replaces no file, and writes into no folder that is not there") {
  const Shard shard;
  shard.folder.write("one.jpg", "mine");
  const std::string hint = "tfrec: hint: --save takes the name of a new file, or a folder\n";
  check_error(shard.save({"one.jpg"}), 2,
              "tfrec: error: one.jpg: is there already, and is not empty\n" + hint);
  CHECK(shard.folder.read("one.jpg") == "mine");
  check_error(shard.save({"a.tfrec"}), 2, "tfrec: error: a.tfrec: is an input of this command\n" + hint);
  check_error(shard.save({"new/one.jpg"}), 2,
              "tfrec: error: new: does not exist\ntfrec: hint: make the folder of --save first\n");
  CHECK(names(shard.folder.files(".")) == k_two);
}

TEST_CASE("inspect --save warns of a name with the extension of another format") {
  const Shard shard;
  const RunResult result = shard.save({"one.png"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: warning: one.png: is a JPEG image, but its name does not end in .jpg\n");
  CHECK(shard.folder.read("one.png") == shard.second);
}

TEST_CASE("inspect --save: several features with images are named, and one can be chosen") {
  const Shard shard;
  const std::string record =
      payload_of({{"image", Texts{shard.second}}, {"label", Integers{7}}, {"mask", Texts{jpeg_image(4, 4)}}});
  shard.folder.write("b.tfrec", shard_of({record, record}));
  check_error(shard.save({"one.jpg"}, "b.tfrec"), 2,
              "tfrec: error: b.tfrec: the record has images in several features: 'image', 'mask'\n"
              "tfrec: hint: choose one with --image-feature NAME\n");
  check_error(shard.save({"one.jpg", "--image-feature", "label"}, "b.tfrec"), 2,
              "tfrec: error: b.tfrec: the record has no image in feature 'label'\n"
              "tfrec: hint: its images are in 'image', 'mask'\n");
  CHECK(shard.save({"one.jpg", "--image-feature", "mask"}, "b.tfrec").exit_code == 0);
  CHECK(shard.folder.read("one.jpg") == jpeg_image(4, 4));
}

TEST_CASE("inspect --save: a list of images in one feature is refused") {
  const Shard shard;
  const std::string record = payload_of({{"frames", Texts{shard.second, shard.second}}});
  shard.folder.write("b.tfrec", shard_of({record, record}));
  check_error(shard.save({"one.jpg"}, "b.tfrec"), 2,
              "tfrec: error: b.tfrec: feature 'frames' of the record contains 2 images; --save writes one\n");
}

TEST_CASE("inspect --save: a record without an image is bad data, a payload may be the image itself") {
  const Shard shard;
  const std::string record = payload_of({{"label", Integers{7}}});
  shard.folder.write("b.tfrec", shard_of({record, record}));
  check_error(shard.save({"one.jpg"}, "b.tfrec"), 1,
              "tfrec: error: b.tfrec: record 1 contains no encoded image\n");
  const std::string raw = payload_of({{"pixels", Texts{"0123"}}});
  shard.folder.write("r.tfrec", shard_of({raw, raw}));
  check_error(shard.save({"one.jpg"}, "r.tfrec"), 1,
              "tfrec: error: r.tfrec: record 1 contains no encoded image\n"
              "tfrec: hint: `tfrec extract --records` makes images of raw pixels\n");
  shard.folder.write("c.tfrec", shard_of({"text", "text"}));
  check_error(shard.save({"one.jpg"}, "c.tfrec"), 1,
              "tfrec: error: c.tfrec: record 1 contains no encoded image\n");
  shard.folder.write("d.tfrec", shard_of({"text", shard.second}));
  CHECK(shard.save({"one.jpg", "-q"}, "d.tfrec").exit_code == 0);
  CHECK(shard.folder.read("one.jpg") == shard.second);
}

TEST_CASE("inspect --save refused the image of a damaged record, which no other command saves") {
  const Shard shard;
  std::string bytes = shard.folder.read("a.tfrec");
  bytes[bytes.size() - 1] ^= 1;  // of the checksum
  shard.folder.write("b.tfrec", bytes);
  const RunResult result = shard.save({"one.jpg"}, "b.tfrec");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err,
             Catch::Contains("payload and its checksum disagree; values of this record may be wrong"));
  CHECK(shard.folder.read("one.jpg") == shard.second);
  shard.folder.write("c.tfrec", gzipped(bytes));
  const RunResult compressed = shard.save({"two.jpg"}, "c.tfrec");
  CHECK(compressed.exit_code == 1);
  CHECK_THAT(compressed.err, Catch::Contains(" is damaged, so its image is not saved: "));
  CHECK_FALSE(std::filesystem::exists(shard.folder / "two.jpg"));
}

TEST_CASE("inspect --record showed nothing of a record that the end of the file cuts") {
  const Shard shard;
  const std::string bytes = shard.folder.read("a.tfrec");
  shard.folder.write("b.tfrec", bytes.substr(0, bytes.size() - 30));
  const RunResult result = shard.save({"one.jpg"}, "b.tfrec");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::Contains("image  bytes  JPEG 20×16"));
  CHECK_THAT(result.err,
             Catch::Contains("the file ends inside the record: ") &&
                 Catch::Contains(" bytes; only values before the cut are shown; 'image' lacks 10 bytes\n"));
  const std::string saved = shard.folder.read("one.jpg");
  CHECK(saved == shard.second.substr(0, saved.size()));
  CHECK(saved.size() + 10 == shard.second.size());  // the label and the checksum take 20 of the 30
}

TEST_CASE("inspect --record hid a damaged header of the record it showed") {
  const Shard shard;
  std::string bytes = shard.folder.read("a.tfrec");
  const std::size_t start = shard_of({payload_of({{"image", Texts{jpeg_image(8, 8, 1)}}})}).size();
  bytes[start + 8] ^= 1;  // of the length's checksum
  shard.folder.write("b.tfrec", bytes);
  const RunResult result = shard.save({"one.jpg"}, "b.tfrec");
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: b.tfrec: record 1 at byte " + std::to_string(start) +
                          " (12 bytes): length and its checksum disagree\n");
  CHECK(shard.folder.read("one.jpg") == shard.second);
}

TEST_CASE("inspect --record showed nothing of a record that the end of a GZIP stream cuts") {
  const Shard shard;
  const std::string bytes = gzipped(shard.folder.read("a.tfrec"));
  shard.folder.write("b.tfrec", bytes.substr(0, bytes.size() - 60));
  const RunResult result = shard.save({"one.jpg"}, "b.tfrec");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::Contains("image  bytes  JPEG 20×16"));
  CHECK_THAT(result.err,
             Catch::Contains("the GZIP stream is cut short; only values before the cut are shown; "
                             "'image' lacks "));
  const std::string saved = shard.folder.read("one.jpg");
  CHECK((!saved.empty() && saved == shard.second.substr(0, saved.size())));
}
