// SPDX-License-Identifier: Apache-2.0
// Committed test data.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tfrec::test {

/// A folder of tests/data.
std::filesystem::path data_folder(std::string_view name);

std::string read_file(const std::filesystem::path& path);

/// A file of tests/data/images.
std::string odd_image(std::string_view name);

/// What tests/data/images/verdicts.csv expects of a file.
struct Verdict {
  std::string file;
  bool accepted = false;
  std::string
      facts;  // "48x32x3 bits=16 alpha progressive orientation=6": the header's width, height, channels
  std::string says;  // part of the reason where it is bad, else an oddity
  bool equals_imread = false;
};
std::vector<Verdict> verdicts();

}  // namespace tfrec::test
