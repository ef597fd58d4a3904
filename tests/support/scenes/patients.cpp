// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/patients.hpp"

#include "support/scenes/stored_records.hpp"

namespace tfrec::test {

Patients::Patients() : BuildScene({"--labels", "labels.csv", "--name", "f"}) {
  std::string csv = "image,class,patient,part\n";
  for (int i = 0; i < k_rows; ++i) {
    const std::string name = std::to_string(100 + i);
    image(name + ".jpg", jpeg_image(20 + i, 30, static_cast<unsigned>(i)));
    csv += name + "," + (i % 3 == 0 ? "ill" : "well") + ",p" + std::to_string(i / 5) + "," +
           (i < 40 ? "train" : "val") + "\n";
  }
  table(csv);
}

std::set<std::string> Patients::images_in(const std::string& folder) const {
  const Words names = values_in(scratch / folder, "image_name");
  return {names.begin(), names.end()};
}

}  // namespace tfrec::test
