// SPDX-License-Identifier: Apache-2.0
// The command that extract prints stores the images as they were stored, or extract reports which it does
// not.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/data/test_data.hpp"
#include "support/scenes/round_trip.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

/// Names have no extension, so that they hold for images of another format, too.
class ImagesScene : public RoundTrip {
 public:
  ImagesScene()
      : RoundTrip("image,class,xmin,ymin,xmax,ymax\np0,a,0,0,9,9\np0,b,1,2,8.5,7\np1,b,1,1,9,8\n") {}

  /// Replaces both images that the table names.
  void take(const std::string& first, const std::string& second) const {
    image("p0.jpg", first);
    image("p1.jpg", second);
  }

  /// Builds, extracts and builds again; the options that extract prints beside those of features.
  Words options_of(const Words& first) const {
    fs::remove_all(scratch / "a");
    fs::remove_all(scratch / "x");
    fs::remove_all(scratch / "b");
    make("images", "labels.csv", "a", first);
    const nlohmann::json report = check_extracted("a");
    CHECK(reasons(report).empty());
    return last_options(report);
  }

  static Words last_options(const nlohmann::json& report) {
    auto words = report["build_options"].get<Words>();
    const auto from = std::ranges::find_if(words, [](const std::string& word) {
      return word == "--orientation" || word == "--color" || word == "--quality" || word == "--encode";
    });
    return {from, words.end()};
  }
};

const Words k_boxes{"--feature", "image=jpeg",        "--feature", "name=bytes:image",
                    "--feature", "box=boxes:xyxy",    "--feature", "c=index:class",
                    "--feature", "channels=channels", "--feature", "sum=sha256"};
const Words k_no_boxes{"--feature", "image=jpeg", "--feature", "name=bytes:image", "--record-per", "image"};

/// A record of another program.
std::string record_of(const std::string& image, const std::string& name) {
  return payload_of({{"image/encoded", Texts{image}},
                     {"image/filename", Texts{name}},
                     {"image/format", Texts{"JPEG"}},
                     {"image/key/sha256", Texts{std::string(64, '0')}}});
}

}  // namespace

TEST_CASE("extract: the printed command cannot build sets of --encode png") {
  const ImagesScene scene;
  CHECK(scene.options_of(k_boxes + Words{"--encode", "png"}) == Words{"--encode", "png"});
  CHECK(scene.options_of(k_boxes + Words{"--encode", "png", "--color", "gray"}) ==
        Words{"--color", "gray", "--encode", "png"});
  scene.take(odd_image("gray.jpg"), jpeg_image(20, 16));
  CHECK(scene.options_of(k_no_boxes + Words{"--encode", "png", "--color", "keep"}) ==
        Words{"--color", "keep", "--encode", "png"});
}

TEST_CASE("extract: the printed command cannot build sets of kind png") {
  const ImagesScene scene;
  const Words layout{"--feature", "image=png", "--feature", "name=bytes:image", "--feature", "b=boxes:xyxy"};
  CHECK(scene.options_of(layout).empty());
  CHECK(scene.options_of(layout + Words{"--color", "gray"}) == Words{"--color", "gray"});
}

TEST_CASE("extract: the printed command cannot build sets of grey JPEGs") {
  const ImagesScene scene;
  for (const char* encode : {"reencode", "auto"}) {
    CHECK(scene.options_of(k_boxes + Words{"--encode", encode, "--color", "gray"}) ==
          Words{"--color", "gray", "--encode", "copy"});
  }
  scene.take(odd_image("gray.jpg"), odd_image("gray.jpg"));
  CHECK(scene.options_of(k_no_boxes + Words{"--encode", "copy", "--color", "keep"}) ==
        Words{"--color", "gray", "--encode", "copy"});
  scene.take(odd_image("gray.jpg"), jpeg_image(20, 16));
  CHECK(scene.options_of(k_boxes + Words{"--encode", "copy", "--color", "keep"}) ==
        Words{"--color", "keep", "--encode", "copy"});
}

TEST_CASE("extract: the printed command cannot copy images that EXIF turns") {
  const ImagesScene scene;
  scene.take(odd_image("exif_6.jpg"), jpeg_image(20, 16));
  const Words copied{"--encode", "copy", "--orientation", "ignore"};
  CHECK(scene.options_of(k_no_boxes + copied) == Words{"--orientation", "ignore", "--encode", "copy"});
  CHECK(scene.options_of(k_boxes + copied) == Words{"--orientation", "ignore", "--encode", "copy"});
}

TEST_CASE("extract: the printed command turns WebP images into JPEGs") {
  const ImagesScene scene;
  scene.make("images", "labels.csv", "a", k_boxes + Words{"--encode", "webp", "--quality", "60"});
  const nlohmann::json report = scene.check_extracted("a");
  CHECK(ImagesScene::last_options(report) == Words{"--quality", "60", "--encode", "webp"});
  CHECK(reasons(report) == Words{"image: 2 images are WebP, which build decodes and encodes again",
                                 "sum: it follows from the images"});
}

TEST_CASE("extract: images of others that build stores otherwise are not reported") {
  const ImagesScene scene;
  const auto reasons_of = [&](const std::vector<std::string>& files) {
    std::vector<std::string> records;
    for (const std::string& file : files)
      records.push_back(record_of(odd_image(file), "b" + std::to_string(records.size())));
    fs::remove_all(scene.scratch / "x");
    fs::remove_all(scene.scratch / "b");
    scene.scratch.write("others/a.tfrec", shard_of(records));
    return reasons(scene.check_extracted("others"));
  };
  const std::string sum = "image/key/sha256: it follows from the images";
  CHECK(reasons_of({"cmyk.jpg", "progressive.jpg", "444.jpg"}) ==
        Words{"image/encoded: 2 JPEGs are CMYK or not baseline, and build decodes and encodes them again",
              sum});
  CHECK(reasons_of({"444.jpg", "gray.png"}) ==
        Words{"image/encoded: 1 image is PNG, which build stores as JPEG", sum});
  CHECK(reasons_of({"gray_16_bit.png"}) ==
        Words{"image/encoded: 1 image is PNG, which build decodes and encodes again", sum});
}
