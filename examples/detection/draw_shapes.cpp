// SPDX-License-Identifier: Apache-2.0
// Draws coloured shapes at known boxes, the same ones each time:
//
//   draw_shapes OUT
//
// writes OUT/images/shapes_NN.jpg and OUT/boxes.csv with the columns
// filename,width,height,class,xmin,ymin,xmax,ymax: a row per shape, as the tutorials of TensorFlow's Object
// Detection API have it. One image has no shapes and no row, and one is stored on its side with an EXIF
// orientation; its row refers to the upright image.
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

void paint_circle(cv::Mat& image, cv::Rect box) {
  for (int y = box.y; y < box.br().y; ++y) {
    for (int x = box.x; x < box.br().x; ++x) {
      const double across = (x + 0.5 - box.x) / box.width * 2 - 1;
      const double down = (y + 0.5 - box.y) / box.height * 2 - 1;
      if (across * across + down * down <= 1) image.at<cv::Vec3b>(y, x) = {40, 40, 200};
    }
  }
}

void paint_cross(cv::Mat& image, cv::Rect box) {
  const int width = box.width / 3;
  const int height = box.height / 3;
  image(cv::Rect(box.x + width, box.y, width, box.height)).setTo(cv::Scalar(60, 150, 40));
  image(cv::Rect(box.x, box.y + height, box.width, height)).setTo(cv::Scalar(60, 150, 40));
}

void paint_square(cv::Mat& image, cv::Rect box) {
  image(box).setTo(cv::Scalar(200, 80, 50));
}

struct Shape {
  const char* name;
  void (*paint)(cv::Mat&, cv::Rect);
};

const Shape k_shapes[] = {{"circle", paint_circle}, {"cross", paint_cross}, {"square", paint_square}};

/// Paints up to four shapes, each in a quarter of its own; returns their rows.
std::string paint_shapes(flowers::Random& random, cv::Mat& image, const std::string& name) {
  constexpr int k_margin = 12;
  std::string rows;
  for (int quarter = 0; quarter < 4; ++quarter) {
    const Shape& shape = k_shapes[random.whole(0, 2)];
    const int width = random.whole(40, image.cols / 2 - 2 * k_margin);
    const int height = random.whole(40, image.rows / 2 - 2 * k_margin);
    const int left =
        random.whole(k_margin, image.cols / 2 - k_margin - width) + quarter % 2 * (image.cols / 2);
    const int top =
        random.whole(k_margin, image.rows / 2 - k_margin - height) + quarter / 2 * (image.rows / 2);
    if (quarter > 0 && random.whole(0, 2) == 0) continue;
    const cv::Rect box(left, top, width, height);
    shape.paint(image, box);
    char cells[96];
    std::snprintf(cells, sizeof cells, ",%d,%d,%s,%d,%d,%d,%d\n", image.cols, image.rows, shape.name, box.x,
                  box.y, box.br().x, box.br().y);
    rows += name + cells;
  }
  return rows;
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

void run(const fs::path& out) {
  fs::create_directories(out / "images");
  std::string table = "filename,width,height,class,xmin,ymin,xmax,ymax\n";
  flowers::Random random(k_seed);
  for (int number = 1; number <= k_images; ++number) {
    char name[24];
    std::snprintf(name, sizeof name, "shapes_%02d.jpg", number);
    cv::Mat image(random.one_of(k_sizes), CV_8UC3, k_paper);
    if (number != k_without_shapes) table += paint_shapes(random, image, name);
    write_file(out / "images" / name, encode(image, number == k_on_its_side));
  }
  write_file(out / "boxes.csv", table);
  std::printf("drew %d images and boxes.csv in %s\n", k_images, out.c_str());
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
