// SPDX-License-Identifier: Apache-2.0
// Draws coloured shapes at known boxes, the same ones each time:
//
//   draw_shapes OUT
//
// writes OUT/images/shapes_NN.jpg and OUT/boxes.csv with the columns
// filename,width,height,class,xmin,ymin,xmax,ymax: a row per shape, as the tutorials of TensorFlow's Object
// Detection API have it. OUT/masks/shapes_NN.png has the class id of each pixel as a grey value;
// OUT/mask_classes.csv has the classes of the ids. One image has no shapes and no row, and one is stored on
// its side with an EXIF orientation; its row and its mask refer to the upright image.
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "../quickstart/random.hpp"

namespace {

namespace fs = std::filesystem;

constexpr int k_images = 20;
constexpr int k_without_shapes = 7;
constexpr int k_on_its_side = 12;
constexpr std::uint64_t k_seed = 2026;

const cv::Scalar k_paper(220, 226, 230);  // blue, green, red
const cv::Size k_sizes[] = {{320, 240}, {240, 320}, {400, 300}, {333, 251}};

void mark_circle(cv::Mat& ids, cv::Rect box, unsigned char id) {
  for (int y = box.y; y < box.br().y; ++y) {
    for (int x = box.x; x < box.br().x; ++x) {
      const double across = (x + 0.5 - box.x) / box.width * 2 - 1;
      const double down = (y + 0.5 - box.y) / box.height * 2 - 1;
      if (across * across + down * down <= 1) ids.at<unsigned char>(y, x) = id;
    }
  }
}

void mark_cross(cv::Mat& ids, cv::Rect box, unsigned char id) {
  const int width = box.width / 3;
  const int height = box.height / 3;
  ids(cv::Rect(box.x + width, box.y, width, box.height)).setTo(id);
  ids(cv::Rect(box.x, box.y + height, box.width, height)).setTo(id);
}

void mark_square(cv::Mat& ids, cv::Rect box, unsigned char id) {
  ids(box).setTo(id);
}

struct Shape {
  const char* name;
  cv::Scalar color;
  void (*mark)(cv::Mat& ids, cv::Rect box, unsigned char id);
};

/// Their ids in masks are 1, 2 and 3; 0 is the paper.
const Shape k_shapes[] = {{"circle", {40, 40, 200}, mark_circle},
                          {"cross", {60, 150, 40}, mark_cross},
                          {"square", {200, 80, 50}, mark_square}};

/// Marks up to four shapes in the mask, each in a quarter of its own; returns their rows.
std::string mark_shapes(flowers::Random& random, cv::Mat& ids, const std::string& name) {
  constexpr int k_margin = 12;
  std::string rows;
  for (int quarter = 0; quarter < 4; ++quarter) {
    const int number = random.whole(0, 2);
    const Shape& shape = k_shapes[number];
    const int width = random.whole(40, ids.cols / 2 - 2 * k_margin);
    const int height = random.whole(40, ids.rows / 2 - 2 * k_margin);
    const int left = random.whole(k_margin, ids.cols / 2 - k_margin - width) + quarter % 2 * (ids.cols / 2);
    const int top = random.whole(k_margin, ids.rows / 2 - k_margin - height) + quarter / 2 * (ids.rows / 2);
    if (quarter > 0 && random.whole(0, 2) == 0) continue;
    const cv::Rect box(left, top, width, height);
    shape.mark(ids, box, static_cast<unsigned char>(number + 1));
    char cells[96];
    std::snprintf(cells, sizeof cells, ",%d,%d,%s,%d,%d,%d,%d\n", ids.cols, ids.rows, shape.name, box.x,
                  box.y, box.br().x, box.br().y);
    rows += name + cells;
  }
  return rows;
}

cv::Mat painted(const cv::Mat& ids) {
  cv::Mat image(ids.size(), CV_8UC3, k_paper);
  for (std::size_t i = 0; i < std::size(k_shapes); ++i)
    image.setTo(k_shapes[i].color, ids == static_cast<int>(i + 1));
  return image;
}

/// The image as a camera held on its side stores it: turned, with EXIF orientation 6.
std::vector<unsigned char> encode(const cv::Mat& upright, bool is_on_its_side) {
  cv::Mat stored = upright;
  if (is_on_its_side) cv::rotate(upright, stored, cv::ROTATE_90_COUNTERCLOCKWISE);
  std::vector<unsigned char> bytes;
  cv::imencode(".jpg", stored, bytes);
  constexpr std::array<unsigned char, 36> k_exif{0xff, 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0,  'M', 'M',
                                                 0,    42,   0, 0,  0,   8,   0,   1,   1, 18, 0,   3,
                                                 0,    0,    0, 1,  0,   6,   0,   0,   0, 0,  0,   0};
  if (is_on_its_side) bytes.insert(bytes.begin() + 2, k_exif.begin(), k_exif.end());
  return bytes;
}

void write_file(const fs::path& path, const auto& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!file.flush()) throw std::runtime_error("can't write " + path.string());
}

void write_mask(const fs::path& path, const cv::Mat& ids) {
  std::vector<unsigned char> bytes;
  cv::imencode(".png", ids, bytes);
  write_file(path, bytes);
}

std::string mask_classes() {
  std::string lines = "id,name\n0,background\n";
  for (std::size_t i = 0; i < std::size(k_shapes); ++i)
    lines += std::to_string(i + 1) + "," + k_shapes[i].name + "\n";
  return lines;
}

void run(const fs::path& out) {
  fs::create_directories(out / "images");
  fs::create_directories(out / "masks");
  std::string table = "filename,width,height,class,xmin,ymin,xmax,ymax\n";
  flowers::Random random(k_seed);
  for (int number = 1; number <= k_images; ++number) {
    char stem[16];
    std::snprintf(stem, sizeof stem, "shapes_%02d", number);
    const std::string name = std::string(stem) + ".jpg";
    cv::Mat ids(random.one_of(k_sizes), CV_8U, cv::Scalar(0));
    if (number != k_without_shapes) table += mark_shapes(random, ids, name);
    write_file(out / "images" / name, encode(painted(ids), number == k_on_its_side));
    write_mask(out / "masks" / (std::string(stem) + ".png"), ids);
  }
  write_file(out / "boxes.csv", table);
  write_file(out / "mask_classes.csv", mask_classes());
  std::printf("drew %d images, their masks and boxes.csv in %s\n", k_images, out.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || argv[1][0] == '-') {
    std::fputs("usage: draw_shapes OUT\n", stderr);
    return 2;
  }
  try {
    run(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "draw_shapes: %s\n", error.what());
    return 3;
  }
}
