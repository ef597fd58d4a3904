// SPDX-License-Identifier: Apache-2.0
// extract: features of kind file come back as files that a column names.
#include <nlohmann/json.hpp>

#include "support/data/shard_bytes.hpp"
#include "support/scenes/round_trip.hpp"
#include "support/scenes/stored_records.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace {

const Words k_features{"--feature", "image=jpeg", "--feature", "image_name=bytes:image",
                       "--feature", "map=file:m"};

/// Images with a file each, which column m names.
class FilesBesideImages : public RoundTrip {
 public:
  explicit FilesBesideImages(const std::string& labels) : RoundTrip(labels) {}

  void file(const std::string& name, const std::string& content) const {
    scratch.write("maps/" + name, content);
  }
  /// Builds, extracts, and builds again as printed: the records are the same.
  nlohmann::json check_files(const Words& how) const {
    make("images", "labels.csv", "a", Words{"--files", "maps"} + how);
    nlohmann::json report = check_extracted("a");
    CHECK(report["not_rebuilt"].empty());
    return report;
  }
};

const std::string k_array = std::string("\x93NUMPY\1\0", 8) + "shape";

}  // namespace

TEST_CASE("extract: files come back by the name of their image, with a column that names them") {
  const FilesBesideImages scene("image,m\np0.jpg,any\np1.jpg,b/c.npy\np2.jpg,t.txt\np3.jpg,none\n");
  scene.file("any", std::string("\0\1\2", 3));
  scene.file("b/c.npy", k_array);
  scene.file("t.txt", "a line\n");
  scene.file("none", "");
  const nlohmann::json report = scene.check_files(k_features);
  CHECK(scene.scratch.files("x/files") == Files{{"p0.bin", std::string("\0\1\2", 3)},
                                                {"p1.npy", k_array},
                                                {"p2.txt", "a line\n"},
                                                {"p3.bin", ""}});
  CHECK(scene.scratch.read("x/labels.csv") ==
        "image,m\np0.jpg,p0.bin\np1.jpg,p1.npy\np2.jpg,p2.txt\np3.jpg,p3.bin\n");
  CHECK(report["companion_files"] == 4);
  CHECK(report["build_options"] == Words{"--feature", "image=jpeg", "--feature", "image_name=bytes:image",
                                         "--feature", "map=file:m", "--encode", "copy", "--files",
                                         "x/files"});
}

TEST_CASE("extract: files come back under the paths that a feature of text has, each once") {
  const FilesBesideImages scene("image,m\np0.jpg,d/a.npy\np1.jpg,b\np2.jpg,d/a.npy\np3.jpg,d/a.b.c\n");
  scene.file("d/a.npy", k_array);
  scene.file("b", "b");
  scene.file("d/a.b.c", "c");
  const nlohmann::json report = scene.check_files(k_features + Words{"--feature", "where=bytes:m"});
  CHECK(names(scene.scratch.files("x/files")) == Words{"b", "d/a.b.c", "d/a.npy"});
  CHECK(report["columns"] == Words{"image", "m"});
  CHECK(report["companion_files"] == 3);
}

TEST_CASE("extract: several features of files, of one column and with layout auto") {
  const FilesBesideImages scene("image,m,n\np0.jpg,a,a\np1.jpg,b,a\np2.jpg,a,b\np3.jpg,b,b\n");
  scene.file("a", k_array);
  scene.file("b", "text");
  scene.check_files({"--layout", "auto", "--feature", "m=file:m", "--feature", "n=file:n"});
  const FilesBesideImages other("image,m,n\np0.jpg,a,a\np1.jpg,b,a\np2.jpg,a,b\np3.jpg,b,b\n");
  other.file("a", k_array);
  other.file("b", "text");
  const nlohmann::json report =
      other.check_files(k_features + Words{"--feature", "twice=file:m", "--feature", "kind=index:m",
                                           "--feature", "original=file:n", "--feature", "n=bytes:n"});
  CHECK(report["columns"] == Words{"image", "n", "m", "m_2", "m_3"});
}

TEST_CASE("extract: with rows per image, a file is once per image") {
  const FilesBesideImages scene("image,m,n\np0.jpg,a,1\np0.jpg,a,2\np1.jpg,b,3\n");
  scene.file("a", "a");
  scene.file("b", "b");
  scene.check_files(k_features +
                    Words{"--feature", "n=int64:n", "--record-per", "image", "--per-image", "m"});
  CHECK(scene.scratch.read("x/labels.csv") ==
        "image,n,m\np0.jpg,1,p0.txt\np0.jpg,2,p0.txt\np1.jpg,3,p1.txt\n");
}

TEST_CASE("extract: names of files that are odd on other systems are made safe") {
  const FilesBesideImages scene("image,m\np0.jpg,=cmd\np1.jpg,-rf\np2.jpg,.hidden\np3.jpg,con\n");
  for (const char* name : {"=cmd", "-rf", ".hidden", "con"}) scene.file(name, name);
  const nlohmann::json report = scene.check_files(k_features + Words{"--feature", "where=bytes:m"});
  CHECK(names(scene.scratch.files("x/files")) == Words{"_-rf", "_.hidden", "_=cmd", "_con"});
  CHECK(report["columns"] == Words{"image", "m", "m_2"});
}

TEST_CASE("extract: texts that lead out of the folder, or to one another, write no file elsewhere") {
  const FilesBesideImages scene("image,m\np0.jpg,a\np1.jpg,a\np2.jpg,a\np3.jpg,a\n");
  scene.file("a", "a");
  scene.make("images", "labels.csv", "a",
             Words{"--files", "maps"} + k_features + Words{"--feature", "where=bytes:m"});
  const Words texts{"../../../out.txt", "/etc/x", "d", "d/e", "D", "d", "../..", "labels.csv", ""};
  std::vector<std::string> payloads;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string image = jpeg_image(20, 16, static_cast<unsigned>(i) + 1);
    const std::string name = "q" + std::to_string(i) + ".jpg";
    const std::string content = "content " + std::to_string(i);
    payloads.push_back(payload_of({{"image", Texts{image}},
                                   {"image_name", Texts{name}},
                                   {"map", Texts{content}},
                                   {"where", Texts{texts[i]}}}));
  }
  scene.scratch.write(scene.shards("a").empty() ? "" : "a/" + scene.shards("a").begin()->first,
                      shard_of(payloads));
  const Files before = scene.scratch.files("images");
  const nlohmann::json report = scene.extract("a");
  CHECK(names(scene.scratch.files("x/files")) ==
        Words{"D-2", "d", "d-3", "d_e", "etc/x", "labels.csv", "out.txt", "q6.txt", "q8.txt"});
  for (std::size_t i = 0; i < texts.size(); ++i) CHECK(scene.scratch.files("images") == before);
  CHECK(scene.scratch.read("x/files/d-3") == "content 5");
  CHECK(names(scene.scratch.files("x")).size() == 2 * texts.size() + 1);
  scene.make("x/images", "x/labels.csv", "b", report["build_options"].get<Words>());
  CHECK(values_in(scene.scratch / "b", "map") == values_in(scene.scratch / "a", "map"));
  CHECK(values_in(scene.scratch / "b", "where") == values_in(scene.scratch / "a", "where"));
}

TEST_CASE("extract: a set with records that lack their file is built without the feature") {
  const FilesBesideImages scene("image,m\np0.jpg,a\np1.jpg,a\n");
  scene.file("a", "a");
  scene.make("images", "labels.csv", "a", Words{"--files", "maps"} + k_features);
  const std::string image = jpeg_image(20, 16);
  scene.scratch.write(
      "a/" + scene.shards("a").begin()->first,
      shard_of({payload_of({{"image", Texts{image}}, {"image_name", Texts{"a.jpg"}}, {"map", Texts{"1"}}}),
                payload_of({{"image", Texts{image}}, {"image_name", Texts{"b.jpg"}}})}));
  const nlohmann::json report = scene.check_extracted("a");
  CHECK(reasons(report) == Words{"map: it is missing in 1 record, and build needs a file for each"});
  CHECK(scene.scratch.read("x/labels.csv") == "image,m\na.jpg,a.txt\nb.jpg,\n");
}
