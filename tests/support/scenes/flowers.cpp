// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/flowers.hpp"

namespace tfrec::test {

Flowers::Flowers() : BuildScene({"--labels", "labels.csv", "--name", "flowers"}) {
  std::string csv = "image,class,petals,height\n";
  for (int i = 0; i < k_images; ++i) {
    const std::string name = "a" + std::string(i < 10 ? "0" : "") + std::to_string(i) + ".jpg";
    image(name, jpeg_image(40 + i, 30 + i, static_cast<unsigned>(i)));
    csv += name + "," + (i % 3 == 0 ? "rose" : "tulip") + "," + std::to_string(i) + "," + std::to_string(i) +
           ".5\n";
  }
  table(csv);
}

}  // namespace tfrec::test
