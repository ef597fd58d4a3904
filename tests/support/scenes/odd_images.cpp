// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/odd_images.hpp"

namespace tfrec::test {

OddImages::OddImages(const Words& names) {
  for (const std::string& name : names) image(name, odd_image(name));
}

Words all_odd() {
  Words names;
  for (const Verdict& verdict : verdicts()) names.push_back(verdict.file);
  return names;
}

}  // namespace tfrec::test
