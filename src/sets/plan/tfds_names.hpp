// SPDX-License-Identifier: Apache-2.0
// Names that TensorFlow Datasets can read, and gives no other meaning. Each function returns why `name` is
// none, or an empty text.
#pragma once

#include <string>
#include <string_view>

namespace tfrec {

/// `dataset` in `dataset/config:1.0.0`, and in the names of shards.
std::string problem_of_tfds_name(std::string_view name);

/// `split` in `split[:50%]+split`, and in the names of shards.
std::string problem_of_tfds_split(std::string_view name);

/// A key of the features. With classes it is also the name of a file, `feature.labels.txt`.
std::string problem_of_tfds_feature(std::string_view name, bool has_labels_file);

/// A line of that file.
std::string problem_of_tfds_class(std::string_view name);

}  // namespace tfrec
