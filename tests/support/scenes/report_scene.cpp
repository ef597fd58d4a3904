// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/report_scene.hpp"

#include <random>
#include <vector>

namespace tfrec::test {

std::string squares_image(int width, int height, unsigned seed) {
  constexpr int k_side = 5;
  std::minstd_rand random(seed + 1);
  const int columns = width / k_side + 1;
  std::vector<unsigned> levels;
  for (int i = 0; i < columns * (height / k_side + 1); ++i) levels.push_back(random() / 7 % 256);
  std::string image = "P6\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n";
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const unsigned level = levels[static_cast<std::size_t>(y / k_side * columns + x / k_side)];
      image += std::string(3, static_cast<char>(static_cast<unsigned char>(level)));
    }
  }
  return image;
}

ReportScene::ReportScene(unsigned images) {
  for (unsigned i = 0; i < images; ++i) {
    const std::string name = "image" + std::to_string(i) + ".ppm";
    add(name, squares_image(60, 45, i), i % 2 == 0 ? "cat" : "dog");
  }
}

void ReportScene::add(const std::string& name, const std::string& content, const std::string& label) {
  image(name, content);
  m_table += name + ",\"" + label + "\"\n";
}

void ReportScene::build_set(const Words& more) {
  table(m_table);
  const RunResult result = build(Words{"--labels", "labels.csv", "-q"} + more);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
}

RunResult ReportScene::report_on(const Words& more) const {
  return run(Words{"report", "out", "-o", "report.html"} + more);
}

bool has_section(const std::string& page, const std::string& id) {
  return page.find("<section id=\"" + id + "\">") != std::string::npos;
}

}  // namespace tfrec::test
