// SPDX-License-Identifier: Apache-2.0
// verify --pixels: masks against their image, their classes and the manifest.
#include <algorithm>
#include <functional>

#include <nlohmann/json.hpp>

#include "support/data/images.hpp"
#include "support/data/test_data.hpp"
#include "support/runs/verify_runs.hpp"
#include "support/scenes/build_scene.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const std::string k_deeplab = "image/segmentation/class/encoded";

std::string masked(const std::string& image, const std::string& mask) {
  return payload_of({{"image/encoded", Texts{image}}, {k_deeplab, Texts{mask}}});
}

/// Grey values or, in another color type, as many bytes of a pixel.
std::string plain_mask(int width, int height, int id, int color_type = 0) {
  const std::string row(static_cast<std::size_t>(width * (color_type == 2 ? 3 : 1)), static_cast<char>(id));
  return png_image(width, std::vector<std::string>(static_cast<std::size_t>(height), row), {8, color_type});
}

/// The messages of all problems of a shard of these records, after "feature ".
Words mask_messages(const std::vector<std::string>& payloads, const Words& options = {"--pixels"}) {
  const ScratchFolder folder;
  folder.write("a.tfrec", shard_of(payloads));
  const RunResult result = verify(folder, Words{"--json", "a.tfrec"} + options);
  const Json json = Json::parse(result.out);
  Words messages;
  for (const Json& problem : json["files"][0]["problems"]) {
    CHECK(problem["kind"] == "masks");
    const auto message = problem["message"].get<std::string>();
    CHECK(message.starts_with("feature '" + problem["feature"].get<std::string>() + "'"));
    messages.push_back(message.substr(std::string("feature ").size()));
  }
  CHECK(json["problems"].empty());
  CHECK(result.exit_code == (messages.empty() ? 0 : 1));
  return messages;
}

/// Three images of 16x16 with masks of the ids 0 and 1 to 3.
class Masks : public BuildScene {
 public:
  Masks() : BuildScene({"--masks", "masks", "--layout", "segmentation", "--name", "f"}) {
    images(3);
    for (int i = 0; i < 3; ++i)
      scratch.write("masks/" + std::to_string(i) + ".png", mask_image(16, 16, i + 1));
  }
  /// Changes the manifest, and verifies. It must be found bad.
  Json problems_with(const std::function<void(Json&)>& change, const std::string& folder = "out") const {
    Json set = manifest(folder);
    change(set);
    scratch.write(folder + "/manifest.json", set.dump());
    const RunResult result = run({"verify", "--pixels", folder, "--json"});
    CHECK(result.exit_code == 1);
    return Json::parse(result.out);
  }
};

}  // namespace

TEST_CASE("verify --pixels: sound masks") {
  const std::string image = jpeg_image(20, 10);
  CHECK(mask_messages({masked(image, plain_mask(20, 10, 200)), masked(image, plain_mask(20, 10, 255)),
                       payload_of({{"image/encoded", Texts{image}}})})
            .empty());
}

TEST_CASE("verify --pixels: a mask of another size than its image") {
  const ScratchFolder folder;
  const std::string image = jpeg_image(20, 10);
  const std::string odd = plain_mask(10, 20, 1);
  const std::string shard = shard_of({masked(image, plain_mask(20, 10, 1)), masked(image, odd)});
  folder.write("a00-2.tfrec", shard);
  const RunResult result = verify(folder, {"--pixels", "a00-2.tfrec"});
  CHECK(result.exit_code == 1);
  CHECK(result.err.empty());
  CHECK_THAT(result.out,
             Catch::StartsWith("a00-2.tfrec: record 1 at byte " + std::to_string(shard.rfind(odd)) + " (" +
                               std::to_string(odd.size()) + " bytes): feature '" + k_deeplab +
                               "': is 10x20, and the image is 20x10\nbad: 1 problem, "));
  CHECK(verify(folder, {"a00-2.tfrec"}).exit_code == 0);  // only bytes are checked
}

TEST_CASE("verify --pixels: a mask has the size of the image as it is stored") {
  const std::string upright = odd_image("exif_6.jpg");
  CHECK(mask_messages({masked(upright, plain_mask(48, 32, 1))}).empty());
  CHECK(mask_messages({masked(upright, plain_mask(32, 48, 1))}) ==
        Words{"'" + k_deeplab + "': is 32x48, and the image is 48x32"});
}

TEST_CASE("verify --pixels: where no image is called image/encoded, a mask has the size of one of them") {
  const auto record_of = [](int side) {
    const std::string image = jpeg_image(20, 20);
    const std::string thumbnail = jpeg_image(5, 5);
    const std::string mask = plain_mask(side, side, 1);
    return payload_of({{"image", Texts{image}}, {"mask", Texts{mask}}, {"thumbnail", Texts{thumbnail}}});
  };
  CHECK(mask_messages({record_of(20)}).empty());
  CHECK(mask_messages({record_of(9)}) == Words{"'mask': is 9x9, and an image is 20x20"});
}

TEST_CASE("verify --pixels: masks that can't be read as ids") {
  const std::string image = jpeg_image(20, 20);
  const std::string mask = plain_mask(20, 20, 1);
  const std::string cut = mask.substr(0, mask.size() - 20);
  CHECK(mask_messages({masked(image, mask), masked(image, mask), masked(image, mask),
                       masked(image, plain_mask(20, 20, 1, 2)), masked(image, image), masked(image, cut)}) ==
        Words{"'" + k_deeplab + "': has 3 channels, not one of ids",
              "'" + k_deeplab + "': is a JPEG image, not a PNG",
              "'" + k_deeplab + "': is a damaged PNG: is cut short"});
}

TEST_CASE("verify --pixels: colour images in a feature with a name of masks are images") {
  const std::string image = jpeg_image(20, 20);
  CHECK(mask_messages({payload_of({{"image", Texts{image}}, {"mask", Texts{plain_mask(9, 9, 1, 2)}}})})
            .empty());
}

TEST_CASE("verify --pixels: of each fault of masks five are listed") {
  const std::string image = jpeg_image(20, 20);
  const Words messages = mask_messages(std::vector<std::string>(9, masked(image, plain_mask(9, 9, 1))));
  REQUIRE(messages.size() == 6);
  CHECK(messages.back() == "'" + k_deeplab + "': has another size than the image in 4 more masks");
}

TEST_CASE("verify --pixels: palettes of masks get a warning") {
  const ScratchFolder folder;
  const std::string image = jpeg_image(20, 20);
  folder.write("a.tfrec",
               shard_of({masked(image, plain_mask(20, 20, 1)), masked(image, mask_image(20, 20, 1)),
                         masked(image, mask_image(20, 20, 2))}));
  const RunResult result = verify(folder, {"--pixels", "a.tfrec"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("feature '" + k_deeplab +
                                           "': 2 masks have a palette (first: a.tfrec record 1); decode_png "
                                           "gives readers its colours, not the ids"));
}

TEST_CASE("verify --expect compares the sides of masks, not their channels") {
  const std::string image = jpeg_image(20, 20);
  CHECK(mask_messages({masked(image, plain_mask(20, 20, 1))}, {"--pixels", "--expect", "20x20x3"}).empty());
}

TEST_CASE("verify --pixels: masks above --max-pixels are not decoded") {
  const std::string mask = plain_mask(20, 20, 1);
  CHECK(mask_messages({payload_of({{"mask", Texts{mask}}})}, {"--pixels", "--max-pixels", "399"}) ==
        Words{"'mask': 20x20 is more than --max-pixels 399"});
}

TEST_CASE("verify --pixels: sets with masks are sound, also in several sizes and splits") {
  const Masks scene;
  scene.report({"--sizes", "8,12", "--mask-classes", "4", "--split", "train=0.5,val=0.5"});
  const RunResult result = scene.run({"verify", "--pixels", "--expect", "8x8x3", "out/8x8"});
  CHECK(result.exit_code == 0);
  CHECK(scene.run({"verify", "--pixels", "out", "-q"}).exit_code == 0);
}

TEST_CASE("verify --pixels: ids that the manifest's mask-classes do not have") {
  const Masks scene;
  scene.report({"--shards", "1"});
  const auto forbid = [](Json& set) { set["options"]["mask-classes"] = Json{"0,background", "3,dog"}; };
  const Json problems = scene.problems_with(forbid)["files"][0]["problems"];
  REQUIRE(problems.size() == 2);
  CHECK(problems[0]["kind"] == "masks");
  const Words all{problems[0]["message"], problems[1]["message"]};
  const std::string wanted =
      "feature '" + k_deeplab + "': has id 1 in 255 pixels, which is not among the manifest's mask-classes";
  CHECK(std::ranges::count(all, wanted) == 1);
}

TEST_CASE("verify --pixels: the ignored id is always a good one") {
  const Masks scene;
  scene.scratch.write("masks/0.png", mask_image(16, 16, 9));
  scene.report({"--mask-classes", "4", "--mask-ignore", "9"});
  CHECK(scene.run({"verify", "--pixels", "out", "-q"}).exit_code == 0);
}

TEST_CASE("verify --pixels: the pixels of masks are those of the manifest, shard by shard") {
  const Masks scene;
  scene.report({"--shards", "3"});
  const auto exchange = [](Json& set) {
    std::swap(set["shards"][0]["mask_pixels"], set["shards"][1]["mask_pixels"]);
  };
  const Json problems = scene.problems_with(exchange)["problems"];
  REQUIRE(problems.size() == 2);
  CHECK(problems[0]["kind"] == "manifest");
  CHECK_THAT(problems[0]["path"].get<std::string>(), ContainsSubstring("f00-1.tfrec"));
  CHECK_THAT(problems[0]["message"].get<std::string>(),
             ContainsSubstring(" by the manifest; 1 more id differs"));
}

TEST_CASE("verify: a manifest whose mask pixels are not the sum of its shards") {
  const Masks scene;
  scene.report();
  const Json problems = scene.problems_with([](Json& set) { set["mask_pixels"]["0"] = 4; })["problems"];
  REQUIRE(problems.size() == 1);
  CHECK(problems[0]["message"] == "its totals are not the sums of its shards");
}

TEST_CASE("verify --pixels: the format that a record states of its mask was not compared with the mask") {
  const auto messages_of = [](const std::string& format) {
    return mask_messages({payload_of({{"image/encoded", Texts{jpeg_image(16, 16)}},
                                      {k_deeplab, Texts{plain_mask(16, 16, 1)}},
                                      {"image/segmentation/class/format", Texts{format}}})});
  };
  CHECK(messages_of("PNG").empty());
  CHECK(messages_of("png").empty());
  CHECK(messages_of("JPEG") == Words{"'" + k_deeplab + "': is a PNG, and its format is 'JPEG'"});
}
