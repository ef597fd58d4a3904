// SPDX-License-Identifier: Apache-2.0
#include "powercut/scene.hpp"

#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "support/data/images.hpp"

namespace tfrec::test {

namespace fs = std::filesystem;

namespace {

/// Copies: no pixel is decoded, so that a run takes milliseconds.
const std::string k_copy = " --encode copy --check structure -q -j2";
const std::string k_build = "build IN/images -o out --shards 2" + k_copy;
const std::string k_boxes =
    "build IN/images -o out --labels IN/boxes.csv --layout detection --bad-boxes clip" +
    std::string(" --split train=0.5,val=0.5 --shards 2 --equal drop --record-list") + k_copy;
const std::string k_masks =
    "build IN/images -o out --masks IN/masks --layout segmentation --test IN/unlabelled --shards 1" + k_copy;
const std::string k_plan = "plan IN/images -o p --shards 3" + k_copy;
const std::string k_part = "build IN/images --plan p -q -j2 --part ";

void write(const fs::path& file, const std::string& bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void run(const std::string& command, const fs::path& folder) {
  RunSettings settings;
  settings.folder = folder;
  const RunResult result = run_tfrec(words_of(command, folder), settings);
  if (result.exit_code != 0) throw std::runtime_error(command + ": " + result.err);
}

/// The images again, newer than any set; and again, one with another pixel, and one that is cut.
void make_newer_images(const fs::path& inputs) {
  fs::copy(inputs / "images", inputs / "newer", fs::copy_options::recursive);
  fs::copy(inputs / "images", inputs / "unlike", fs::copy_options::recursive);
  for (const auto& entry : fs::recursive_directory_iterator(inputs / "newer"))
    fs::last_write_time(entry, fs::file_time_type::clock::now() + std::chrono::hours(24));
  std::string bytes = read(inputs / "images/cat/4.jpg");
  bytes.at(bytes.size() - 10) ^= 1;
  write(inputs / "unlike/cat/4.jpg", bytes);
  fs::resize_file(inputs / "unlike/dog/1.jpg", 100);
}

void make_images(const fs::path& inputs) {
  std::string boxes = "image,class,xmin,ymin,xmax,ymax\n";
  for (int i = 0; i < 6; ++i) {
    const std::string number = std::to_string(i);
    const std::string name = (i % 2 == 0 ? "cat/" : "dog/") + number;
    const std::string image = jpeg_image(24, 16, static_cast<unsigned>(i));
    write(inputs / "images" / (name + ".jpg"), image);
    write(inputs / "before" / (name + ".jpg"), i == 0 ? jpeg_image(24, 16, 99) : image);
    write(inputs / "masks" / (name + ".png"), mask_image(24, 16, i + 1));
    boxes += name + ".jpg," + (i % 2 == 0 ? "cat" : "dog") + ",1," + number + ",9,20\n";
  }
  for (int i = 0; i < 2; ++i) {
    write(inputs / "unlabelled" / (std::to_string(i) + ".jpg"),
          jpeg_image(24, 16, static_cast<unsigned>(10 + i)));
  }
  write(inputs / "boxes.csv", boxes);
  make_newer_images(inputs);
}

}  // namespace

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all{
      {"build", {}, k_build, "", "out/manifest.json"},
      {"build-replace", {k_boxes}, k_build + " --overwrite", "", "out/manifest.json"},
      {"build-changed",
       {"build IN/before -o out --shards 3 --name images" + k_copy},
       "build IN/images -o out --shards 3 --overwrite" + k_copy,
       "",
       "out/manifest.json"},
      // The first build keeps its shards for the next one, which makes one of them again, of the same size.
      {"build-resume",
       {"build IN/unlike -o out --shards 3 --name images --no-reread" + k_copy},
       "build IN/newer -o out --shards 3 --name images --no-reread" + k_copy,
       "",
       "out/manifest.json"},
      {"build-boxes", {}, k_boxes, "", "out/manifest.json"},
      {"build-masks", {}, k_masks, "", "out/manifest.json"},
      {"part", {k_plan}, k_part + "1/2 -o out", "", "", true},
      {"finish",
       {k_plan, k_part + "1/2 -o out", k_part + "2/2 -o out"},
       "finish p -o out -q",
       "",
       "out/manifest.json"},
      {"finish-folders",
       {k_plan, k_part + "1/2 -o one", k_part + "2/2 -o two"},
       "finish p one two -o out -q",
       "",
       "out/manifest.json"},
      {"reshard", {}, "reshard IN/set -o out --shards 3 -q -j2", " --overwrite", "out/manifest.json"},
      {"reshard-replace",
       {k_boxes},
       "reshard IN/set -o out --shards 3 -q -j2 --overwrite",
       "",
       "out/manifest.json"},
      {"repair", {}, "repair IN/damaged -o out --from IN/images -q -j2", " --overwrite", "out/manifest.json"},
      {"repair-replace",
       {k_boxes},
       "repair IN/damaged -o out --from IN/images -q -j2 --overwrite",
       "",
       "out/manifest.json"},
      {"repair-any-name",
       {"repair IN/old/part-r-00000 -o out -q"},
       "repair IN/new/part-r-00000 -o out -q --overwrite",
       "",
       ""},
      {"extract", {}, "extract IN/masked -o out --metadata -q -j2", " --overwrite", "out/labels.csv"},
      {"extract-replace",
       {"extract IN/before-set -o out --metadata -q"},
       "extract IN/set -o out --metadata -q -j2 --overwrite",
       "",
       "out/labels.csv"},
      {"index", {k_build}, "index out -q -j2", "", ""},
      {"index-out", {"index IN/before-set -o out -q"}, "index IN/set -o out -q -j2", "", ""},
      {"plan", {}, k_plan, "", ""},
      {"plan-replace", {k_plan + " --seed 7"}, k_plan, "", ""},
      {"report", {}, "report IN/set -o page.html --findings f.csv -q -j2", "", ""},
  };
  return all;
}

Words words_of(const std::string& command, const fs::path& inputs) {
  std::istringstream stream(command);
  Words words;
  for (std::string word; stream >> word;)
    words.push_back(word.starts_with("IN/") ? (inputs / word.substr(3)).string() : word);
  return words;
}

void make_inputs(const fs::path& inputs) {
  make_images(inputs);
  run("build IN/images -o set --shards 2" + k_copy, inputs);
  run("build IN/before -o before-set --name images --shards 2" + k_copy, inputs);
  run("build IN/images -o masked --masks IN/masks --layout segmentation --shards 2" + k_copy, inputs);
  write(inputs / "old/part-r-00000", read(inputs / "before-set/images00-3.tfrec"));
  write(inputs / "new/part-r-00000", read(inputs / "set/images00-3.tfrec"));
  fs::copy(inputs / "set", inputs / "damaged", fs::copy_options::recursive);
  const fs::path shard = inputs / "damaged/images00-3.tfrec";
  std::string bytes = read(shard);
  bytes.at(bytes.size() / 2) ^= 1;
  write(shard, bytes);
}

}  // namespace tfrec::test
