// SPDX-License-Identifier: Apache-2.0
// The border between the program and the code that links OpenCV: a module, or a part of the static program.
#pragma once

namespace tfrec {

class Codec;

inline constexpr const char* k_image_module = "tfrec-image-opencv.so";
inline constexpr const char* k_image_module_entry = "tfrec_image_codec";

/// Exported by the module under the name above; the codec lives as long as the process.
using ImageModuleEntry = const Codec* (*)();

}  // namespace tfrec

extern "C" __attribute__((visibility("default"))) const tfrec::Codec* tfrec_image_codec();
