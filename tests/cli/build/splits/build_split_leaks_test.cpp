// SPDX-License-Identifier: Apache-2.0
// What would be in two splits without a word.
#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "support/scenes/patients.hpp"

using namespace tfrec::test;

namespace {

/// Images 0.jpg to 3.jpg and a table.
class LeakScene : public BuildScene {
 public:
  explicit LeakScene(const std::string& csv) : BuildScene({"--labels", "labels.csv", "--name", "f", "-q"}) {
    images(4);
    table(csv);
  }
};

/// Four images in folders.
class Folders : public BuildScene {
 public:
  explicit Folders(const Words& paths) : BuildScene({"--name", "f", "-q"}) { images(4, paths); }
};

}  // namespace

TEST_CASE("An image whose rows are in two splits is refused, with both rows and splits") {
  const LeakScene scene(
      "image,class,split\n0.jpg,cat,train\n1.jpg,dog,train\n2.jpg,cat,val\n1.jpg,dog,val\n1,dog,val\n");
  const RunResult refused = scene.build({"--split-column", "split", "--allow-repeats"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  CHECK(refused.err ==
        "tfrec: error: labels.csv:5: image '1.jpg' is in split 'val', and in split 'train' on line 3 (2 "
        "such rows)\n"
        "tfrec: hint: give all rows of an image the same split\n");
  CHECK_FALSE(published_anything(scene.scratch / "out"));
}

TEST_CASE("An image whose rows are in one split is built") {
  const LeakScene scene(
      "image,class,split\n0.jpg,cat,train\n1.jpg,dog,train\n1.jpg,dog,train\n2.jpg,cat,val\n");
  CHECK(scene.build({"--split-column", "split", "--allow-repeats"}).exit_code == 0);
}

TEST_CASE("Two rows of one image were reported as two images with the same name") {
  const LeakScene scene("image,class\n0.jpg,cat\n1.jpg,cat\n1.jpg,dog\n2.jpg,dog\n3.jpg,cat\n");
  const RunResult refused =
      scene.build({"--split", "train=0.5,val=0.5", "--allow-repeats", "--dedupe", "error"});
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  CHECK_THAT(refused.err, ContainsSubstring("for instance '1.jpg' of 2 records (--dedupe error)\n"));
}

TEST_CASE("Rows of one image are never dealt to two splits") {
  const LeakScene scene("image,class\n0.jpg,cat\n0.jpg,dog\n1.jpg,cat\n1.jpg,dog\n2.jpg,cat\n2.jpg,dog\n");
  CHECK(scene.build({"--split", "train=0.5,val=0.5", "--allow-repeats"}).exit_code == 0);
  CHECK(scene.build({"--split", "a=0.5,b=0.5", "--allow-repeats", "--dedupe", "ignore", "--overwrite"})
            .exit_code == 0);
  const auto records = nlohmann::json::parse(scene.scratch.read("out/manifest.json"))["shards"];
  for (const auto& shard : records) CHECK(shard["records"].get<int>() % 2 == 0);
}

TEST_CASE("Groups that look alike are pointed out, for they are dealt as two") {
  const LeakScene scene("image,class,patient\n0.jpg,cat,p1\n1.jpg,dog,P1\n2.jpg,cat,p2\n3.jpg,dog,p3\n");
  const RunResult result =
      scene.build({"--split", "a=0.5,b=0.5", "--group", "patient", "--layout", "flowers"});
  CHECK(result.exit_code == 0);
  CHECK(result.err == "tfrec: warning: column 'patient' has groups that look alike: 'P1', 'p1'\n");
}

TEST_CASE("Split folders under other names are pointed out where their folders look like the classes") {
  const Folders folders({"one/cats/", "one/dogs/", "two/cats/", "two/dogs/"});
  const RunResult result = folders.build();
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err,
             Catch::StartsWith("tfrec: warning: 'one' and 'two' both contain folders 'cats', 'dogs': "));
  CHECK(folders.scratch.read("out/classes.txt") == "one\ntwo\n");
}

TEST_CASE("--no-split-folders takes train and val for classes without a word") {
  const Folders folders({"train/cats/", "train/dogs/", "val/cats/", "val/dogs/"});
  const RunResult result = folders.build({"--no-split-folders"});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
}

TEST_CASE("--split and --folds refuse folders that are splits already") {
  const Folders folders({"train/cats/", "train/dogs/", "val/cats/", "val/dogs/"});
  for (const std::string option : {"--split", "--folds"}) {
    const std::string value = option == "--folds" ? "2" : "a=0.5,b=0.5";
    const RunResult refused = folders.build({option, value});
    CHECK(refused.exit_code == 2);
    CHECK(refused.out.empty());
    CHECK(refused.err == "tfrec: error: " + option +
                             " deals all images anew, but the folders train, val are splits already\n"
                             "tfrec: hint: to keep these splits, leave out " +
                             option + "; to treat the folders as classes: --no-split-folders\n");
    CHECK_FALSE(published_anything(folders.scratch / "out"));
    CHECK(folders.build({option, value, "--no-split-folders"}, "out" + value).exit_code == 0);
  }
}

TEST_CASE(
    "Images with the same bytes in two split folders get a warning, and --dedupe ignore compares nothing") {
  const BuildScene scene({"--name", "f", "-q"});
  for (const char* path : {"train/cat/1.jpg", "train/dog/2.jpg", "val/cat/3.jpg", "val/cat/4.jpg"})
    scene.image(path, jpeg_image(16, 16, static_cast<unsigned>(path[path[0] == 't' ? 10 : 8])));
  CHECK(scene.build().err.empty());
  fs::copy_file(scene.scratch / "images/train/cat/1.jpg", scene.scratch / "images/val/cat/1.jpg");
  fs::copy_file(scene.scratch / "images/val/cat/4.jpg", scene.scratch / "images/val/cat/5.jpg");
  const RunResult warned = scene.build({}, "warned");
  CHECK(warned.exit_code == 0);
  CHECK(warned.err ==
        "tfrec: warning: 1 image has the same bytes as one of another split, for instance 'train/cat/1.jpg' "
        "(train) and 'val/cat/1.jpg' (val); --dedupe error refuses them\n");
  CHECK(scene.build({"--dedupe", "ignore"}, "ignored").err.empty());
  const RunResult refused = scene.build({"--dedupe", "error", "--dedupe-distance", "0"}, "refused");
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, ContainsSubstring("'train/cat/1.jpg' (train) and 'val/cat/1.jpg' (val)"));
}

TEST_CASE("Images with equal sizes and ends, but other bytes, are not taken for equal") {
  const LeakScene scene(
      "image,class,split\n0.jpg,cat,train\n1.jpg,dog,train\n2.jpg,cat,val\n3.jpg,dog,val\n");
  const std::string file = scene.scratch.read("images/0.jpg");
  std::string other = file;
  other.replace(other.find("JFIF"), 4, "JFIG");
  const std::string end(5000, 'x');
  scene.image("0.jpg", file + end);
  scene.image("2.jpg", other + end);
  const RunResult built = scene.build({"--split-column", "split", "--layout", "flowers"});
  CHECK(built.exit_code == 0);
  CHECK(built.err.empty());
}

TEST_CASE("Copies of an image with different classes get a warning where repeats are looked for") {
  const LeakScene scene(
      "image,class,split\n0.jpg,cat,train\n1.jpg,dog,train\n2.jpg,dog,val\n3.jpg,cat,val\n");
  fs::copy_file(scene.scratch / "images/0.jpg", scene.scratch / "images/2.jpg",
                fs::copy_options::overwrite_existing);
  const std::string warning =
      "tfrec: warning: column 'class': 1 image has another class than an image with the same bytes, for "
      "instance '0.jpg' (cat) and '2.jpg' (dog)\n";
  const RunResult dealt = scene.build({"--split", "a=0.5,b=0.5", "--layout", "flowers"}, "dealt");
  CHECK(dealt.exit_code == 0);
  CHECK(dealt.err == warning);
  const RunResult given = scene.build({"--split-column", "split", "--layout", "flowers"}, "given");
  CHECK(given.exit_code == 0);
  CHECK_THAT(given.err, Catch::EndsWith(warning));
  CHECK_THAT(given.err, ContainsSubstring("'0.jpg' (train) and '2.jpg' (val)"));
}

TEST_CASE("Copies of an image with different classes got no warning in one given or kept split") {
  const LeakScene scene(
      "image,class,split\n0.jpg,cat,train\n1.jpg,dog,train\n2.jpg,dog,train\n3.jpg,cat,val\n");
  fs::copy_file(scene.scratch / "images/0.jpg", scene.scratch / "images/2.jpg",
                fs::copy_options::overwrite_existing);
  const std::string warning =
      "tfrec: warning: column 'class': 1 image has another class than an image with the same bytes, for "
      "instance '0.jpg' (cat) and '2.jpg' (dog)\n";
  const Words features{"--feature", "image=jpeg", "--feature", "name=path", "--feature", "label=index:class"};
  const Words column = features + Words{"--split-column", "split"};
  const RunResult given = scene.build(column, "given");
  CHECK(given.exit_code == 0);
  CHECK(given.err == warning);
  const Words keep = features + Words{"--keep-splits", "given"};
  CHECK(scene.build(keep, "kept").err == warning);
  CHECK(scene.build(keep + Words{"--split", "train=0.5,val=0.5"}, "dealt").err == warning);
  CHECK(scene.build(column + Words{"--dedupe", "ignore"}, "ignored").err.empty());
}

TEST_CASE("A class folder that a link leads to again is refused") {
  const BuildScene scene({"-q"});
  scene.images(2, {"cat/", "dog/"});
  fs::create_symlink("cat", scene.scratch / "images/katze");
  const RunResult refused = scene.build();
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  CHECK(refused.err ==
        "tfrec: error: images/katze: is the same folder as 'cat': its images would have the labels of both\n"
        "tfrec: hint: remove the link, or give the labels with --labels FILE.csv\n");
  scene.table("image,class\ncat/0.jpg,cat\ndog/1.jpg,dog\n");
  CHECK(scene.build({"--labels", "labels.csv"}).exit_code == 0);
}

TEST_CASE("--dedupe error finds the image in two given splits behind a thousand that repeat within one") {
  const BuildScene scene;
  std::string csv = "image,part\n";
  for (int i = 0; i < 1002; ++i) {
    for (const char* copy : {"a", "b"}) {
      const std::string name = std::to_string(1000 + i) + copy;
      scene.image(name + ".ppm", "P6 2 1 255\n" +
                                     std::string{static_cast<char>(i % 250), static_cast<char>(i / 250)} +
                                     "1\xff\xff\xff");
      csv += name + (i == 1001 && *copy == 'b' ? ",val\n" : ",train\n");
    }
  }
  scene.table(csv);
  const RunResult result = scene.run({"plan", "images", "--labels", "labels.csv", "--split-column", "part",
                                      "--dedupe", "error", "--dedupe-distance", "0", "-q"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("'2001a.ppm' (train) and '2001b.ppm' (val)"));
}

TEST_CASE(
    "--dedupe error finds an image of --test among the labelled ones, and a split that differs in case") {
  const Patients set;
  set.scratch.write("unseen/u.jpg", jpeg_image(20 + 7, 30, 7, 60));
  set.scratch.write("unseen/v.jpg", jpeg_image(20, 30, 400));
  set.fails({"--test", "unseen", "--dedupe", "error"}, 1,
            "a labelled one, or nearly so, for instance 'u.jpg' and the labelled '");
  set.fails({"--test", "unseen", "--dedupe", "ignore", "--split", "Test=0.5,b=0.5"}, 2,
            "--test makes a split called test");
}

TEST_CASE("Images of --test with the bytes of labelled ones went unreported without --dedupe error") {
  const Patients set;
  set.scratch.write("unseen/u.jpg", set.scratch.read("images/100.jpg"));
  set.scratch.write("unseen/v.jpg", jpeg_image(20, 30, 400));
  for (const Words& splits : {Words{}, Words{"--split", "a=0.5,b=0.5"}}) {
    const RunResult result = set.build(splits + Words{"--test", "unseen", "--overwrite"});
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err,
               ContainsSubstring("warning: 1 image of --test has the same bytes as a labelled one, "
                                 "for instance 'u.jpg' and the labelled '100.jpg'; --dedupe error "
                                 "refuses them\n"));
  }
  CHECK(set.build({"--test", "unseen", "--dedupe", "ignore", "--overwrite"}).err.find("same bytes") ==
        std::string::npos);
}

TEST_CASE("A PNG that tells its gamma and the JPEG of the same image look alike") {
  const BuildScene scene;
  std::string ppm = "P6 90 80 255\n";  // red and a grey that is brighter only where light is not made linear
  for (int i = 0; i < 90 * 80; ++i) ppm += i % 90 / 10 % 2 == 0 ? std::string("\xff\0\0", 3) : "nnn";
  scene.scratch.write("source/a.ppm", ppm);
  const auto made = [&](const std::string& encoding, const std::string& name) {
    const RunResult built =
        scene.run({"build", "source", "-o", encoding, "--name", "f", "--encode", encoding, "-q"});
    REQUIRE(built.exit_code == 0);
    const RunResult extracted = scene.run({"extract", encoding, "-o", encoding + ".files", "-q"});
    REQUIRE(extracted.exit_code == 0);
    for (const auto& entry : fs::recursive_directory_iterator(scene.scratch / (encoding + ".files"))) {
      if (entry.path().extension() == fs::path(name).extension())
        return tfrec::read_whole(tfrec::InputFile(entry.path()));
    }
    return std::string();
  };
  scene.image("a.jpg", made("reencode", "a.jpg"));
  std::string png = made("png", "a.png");
  REQUIRE(png.size() > 33);
  png.insert(33, std::string("\0\0\0\4gAMA\0\0\xb1\x8f\x0b\xfc\x61\x05", 16));  // after IHDR: 1 / 2.2
  scene.image("b.png", png);
  const RunResult result = scene.run({"plan", "images", "--dedupe", "error", "--name", "f", "-q"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("1 image looks like another, for instance 'a.jpg', 'b.png'"));
}
