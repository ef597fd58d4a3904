// SPDX-License-Identifier: Apache-2.0
// Small images for tests, made from a seed.
#pragma once

#include <string>

namespace tfrec::test {

/// A binary PPM of smooth colours.
std::string ppm_image(int width, int height, unsigned seed = 1);

/// The same as a JPEG, by libjpeg. Tests never look at its bytes: other libraries give others.
std::string jpeg_image(int width, int height, unsigned seed = 1, int quality = 90);

}  // namespace tfrec::test
