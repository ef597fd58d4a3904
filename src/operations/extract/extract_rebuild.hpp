// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "operations/extract/extract.hpp"
#include "operations/extract/extract_features.hpp"
#include "operations/extract/extract_shard.hpp"
#include "operations/extract/extract_table.hpp"

namespace tfrec {

/// The feature that the extracted images become.
FeatureSpec image_spec(const ExtractedImages& images, const ExtractFeatures& features,
                       const AgreedChoices& agreed);

/// Options of build that decide how it reads the images and stores them as `kind`.
std::vector<std::string> image_options(const ExtractedImages& images, FeatureKind kind,
                                       const AgreedChoices& agreed);
/// Images that build does not store byte for byte, and which of `facts` then differ.
std::vector<ExtractLoss> image_losses(const ExtractedImages& images, const FeatureSpec& image,
                                      const std::vector<FeatureSpec>& facts, const AgreedChoices& agreed);

/// Options of build, names and values in turn, that make equal records of the extracted images and the table.
/// `image` is the feature that the images become.
std::vector<std::string> build_options(const ExtractResult& result, const ExtractedImages& images,
                                       const FeatureSpec& image, const AgreedChoices& agreed,
                                       const ExtractTable& table);

}  // namespace tfrec
