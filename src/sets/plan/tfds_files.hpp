// SPDX-License-Identifier: Apache-2.0
// What lets TensorFlow Datasets read a set by itself: tfds.builder_from_directory(OUT).
#pragma once

#include <string>
#include <vector>

#include "records/layout/record_layout.hpp"
#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

struct NamedFile {
  std::string name;
  std::string content;
};

/// Throws Error (usage) if --name-style tfds can't hold: names that TensorFlow Datasets does not take,
/// features that it can't express (raw pixels, class ids that don't begin at 0, …), compressed shards.
void check_tfds(const BuildOptions& options, const RecordLayout& layout,
                const std::vector<std::string>& splits);

/// dataset_info.json, features.json, and FEATURE.labels.txt of each feature of class ids, for each folder of
/// shards (one per size); none in another name style. Their form is what tfds 4.9 writes (TensorFlow
/// Datasets, "Load external tfrecord with TFDS").
std::vector<NamedFile> tfds_files(const Manifest& set, const BuildOptions& options,
                                  const RecordLayout& layout);
/// Their names alone.
std::vector<std::string> tfds_file_names(const RecordLayout& layout);

}  // namespace tfrec
