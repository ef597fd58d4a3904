// SPDX-License-Identifier: Apache-2.0
// The files of a set beside its shards, compared with its manifest.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "shards/manifest/manifest.hpp"

namespace tfrec {

inline constexpr const char* k_labels_ending = ".labels.txt";  // of lists for TensorFlow Datasets

/// `message` goes on after the file's name: "is missing". Both are for people, `message` is printable.
struct SideFileProblem {
  std::string file;  // relative to the manifest's folder
  std::string message;
  bool unreadable = false;  // the machine failed on it
};

/// Looks at the files that `manifest`, which lies in `folder`, names beside the shards. Lists of classes must
/// contain just the manifest's names, in their order; records.csv and bad.csv their header and a line for
/// each record or bad image. The others must be there.
std::vector<SideFileProblem> side_file_problems(const std::filesystem::path& folder,
                                                const Manifest& manifest);

/// Whether side_file_problems() reads the content of a file that the manifest names.
bool is_compared(const std::string& name, const Manifest& manifest);

}  // namespace tfrec
