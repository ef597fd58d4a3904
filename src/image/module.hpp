// SPDX-License-Identifier: Apache-2.0
// The border between the program and the module that links OpenCV.
#pragma once

namespace tfrec {

class Codec;

inline constexpr const char* k_image_module = "tfrec-image-opencv.so";
inline constexpr const char* k_image_module_entry = "tfrec_image_codec";

/// Exported by the module under the name above; the codec lives as long as the process.
using ImageModuleEntry = const Codec* (*)();

}  // namespace tfrec
