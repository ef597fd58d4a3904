// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/names/free_paths.hpp"

namespace tfrec {

/// What is known of a record's file, and where it goes.
struct StoredFile {
  bool is_there = false;    // the record has one
  std::string text{};       // of the column that named it; empty if no record has that
  std::string sha256{};     // of the content, if there is a text
  std::string extension{};  // that fits the content, with its dot
  std::string path{};       // below OUT/files
  bool is_again = false;    // a record before it has the same file
};

/// Gives files safe paths, each once also where upper and lower case are not distinguished; the same text and
/// content give the same path.
class FileNames {
 public:
  /// By the text of the column, made safe. Leaves a file alone that has no usable text.
  void name_by_text(StoredFile& file);
  /// By the path of its image, with the file's extension.
  void name_by_image(StoredFile& file, const std::string& image);

 private:
  std::string take(std::string path, std::size_t extension_length);

  FreePaths m_paths;
  std::map<std::pair<std::string, std::string>, std::string> m_known;  // path by text and SHA-256
};

/// The usual extension of what the bytes are: ".npy", ".jpg", ".txt"; ".bin" if that is not known.
std::string extension_of(std::string_view content);

}  // namespace tfrec
