// SPDX-License-Identifier: Apache-2.0
// Draws a small set of sample images and its labels, the same ones each time:
//
//   draw_flowers OUT [--count N]
//
// writes OUT/images/NAME.jpg and OUT/labels.csv with the columns image,class,petals,height_cm.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <opencv2/imgcodecs.hpp>

#include "flowers.hpp"
#include "scene.hpp"

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t k_seed = 2024;
constexpr int k_default_count = 60;
constexpr int k_jpeg_quality = 92;

// As collected images are: several cameras, upright and across.
const cv::Size k_sizes[] = {{320, 240}, {240, 320}, {500, 375}, {375, 500}, {512, 512},
                            {640, 427}, {333, 500}, {400, 400}, {480, 360}, {640, 480}};

struct Options {
  fs::path out;
  int count = k_default_count;
};

int parse_count(std::string_view text) {
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 1 || count > 100000) {
    throw std::invalid_argument("--count takes a number from 1 to 100000");
  }
  return count;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--count" && i + 1 < argc) {
      options.count = parse_count(argv[++i]);
    } else if (options.out.empty() && !word.empty() && word.front() != '-') {
      options.out = fs::path(word);
    } else {
      throw std::invalid_argument("usage: draw_flowers OUT [--count N]");
    }
  }
  if (options.out.empty()) {
    throw std::invalid_argument("usage: draw_flowers OUT [--count N]");
  }
  return options;
}

flowers::Place subject_place(flowers::Random& random, cv::Size canvas, const flowers::Kind& kind) {
  const auto width = static_cast<float>(canvas.width);
  const auto height = static_cast<float>(canvas.height);
  flowers::Place place;
  place.radius = random.between(0.23F, 0.31F) * std::min(width, height);
  if (kind.name == "tulips") {
    place.radius *= 0.85F;  // its cup is seen from the side and taller than wide
  }
  place.head = {random.between(0.42F, 0.58F) * width, random.between(0.36F, 0.44F) * height};
  place.ground = 1.03F * height;
  return place;
}

/// Others of its kind, further away.
void paint_company(flowers::Random& random, cv::Mat& canvas, const flowers::Kind& kind) {
  const auto width = static_cast<float>(canvas.cols);
  const auto height = static_cast<float>(canvas.rows);
  for (int i = random.whole(2, 4); i > 0; --i) {
    flowers::Place place;
    place.radius = random.between(0.05F, 0.10F) * std::min(width, height);
    place.head = {random.between(0.02F, 0.98F) * width, random.between(0.50F, 0.72F) * height};
    place.ground = height;
    kind.paint(random, canvas, place);
  }
}

/// Returns the image's line of labels.csv.
std::string draw(int index, const fs::path& images) {
  const flowers::Kind& kind = flowers::kinds()[static_cast<std::size_t>(index) % flowers::kinds().size()];
  flowers::Random random(k_seed * 1000003U + static_cast<std::uint64_t>(index));  // --count changes no image
  const cv::Size size = random.one_of(k_sizes);
  cv::Mat canvas = flowers::paint_landscape(random, size * 2);
  paint_company(random, canvas, kind);
  flowers::defocus(canvas);
  const flowers::Facts facts = kind.paint(random, canvas, subject_place(random, canvas.size(), kind));
  flowers::paint_grass(random, canvas);

  char number[24];
  std::snprintf(number, sizeof number, "_%03d.jpg", index / static_cast<int>(flowers::kinds().size()) + 1);
  const std::string name = std::string(kind.name) + number;
  const cv::Mat image = flowers::develop(random, canvas);
  if (!cv::imwrite((images / name).string(), image, {cv::IMWRITE_JPEG_QUALITY, k_jpeg_quality})) {
    throw std::runtime_error("can't write " + (images / name).string());
  }
  char columns[64];
  std::snprintf(columns, sizeof columns, ",%d,%.1f\n", facts.petals, static_cast<double>(facts.height_cm));
  return name + "," + std::string(kind.name) + columns;
}

void run(const Options& options) {
  const fs::path images = options.out / "images";
  fs::create_directories(images);
  std::string table = "image,class,petals,height_cm\n";
  for (int index = 0; index < options.count; ++index) {
    table += draw(index, images);
  }
  std::ofstream file(options.out / "labels.csv", std::ios::binary);
  if (!file.write(table.data(), static_cast<std::streamsize>(table.size())).flush()) {
    throw std::runtime_error("can't write " + (options.out / "labels.csv").string());
  }
  std::printf("drew %d images and labels.csv in %s\n", options.count, options.out.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(parse(argc, argv));
    return 0;
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "draw_flowers: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "draw_flowers: %s\n", error.what());
    return 3;
  }
}
