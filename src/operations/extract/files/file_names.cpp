// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/file_names.hpp"

#include <algorithm>

#include "base/files/safe_path.hpp"
#include "dataset/folder/image_extension.hpp"
#include "image/facts/image_format.hpp"

namespace tfrec {

namespace {

/// ".txt" of "a/b.txt", in characters.
std::size_t extension_length(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;  // npos + 1 is 0
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos || dot <= name ? 0 : path.size() - dot;
}

}  // namespace

void FileNames::name_by_text(StoredFile& file) {
  if (!file.is_there) return;
  std::string path = safe_relative_path(file.text);
  if (path.empty()) return;
  const auto [known, is_new] = m_known.try_emplace({file.text, file.sha256});
  if (is_new) {
    const std::size_t extension = extension_length(path);
    known->second = take(std::move(path), extension);
  }
  file.path = known->second;
  file.is_again = !is_new;
}

void FileNames::name_by_image(StoredFile& file, const std::string& image) {
  const std::string path = std::string(without_image_extension(image)) + file.extension;
  file.path = take(path, file.extension.size());
}

std::string FileNames::take(std::string path, std::size_t extension) {
  if (m_paths.is_blocked(path)) {
    std::replace(path.begin(), path.end(), '/', '_');
    path = safe_relative_path(path);  // shortened
  }
  const std::size_t stem = path.size() - extension;
  return m_paths.take(path.substr(0, stem), path.substr(stem));
}

std::string extension_of(std::string_view content) {
  const ImageFormat format = sniff_format(content);
  if (format == ImageFormat::text) return ".txt";
  if (format == ImageFormat::html) return ".html";
  const std::string_view usual = info(format).extensions.front();
  return usual.empty() ? ".bin" : std::string(usual);
}

}  // namespace tfrec
