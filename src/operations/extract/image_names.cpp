// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/image_names.hpp"

#include <algorithm>

#include "base/files/safe_path.hpp"
#include "base/names/folded_name.hpp"
#include "base/text/ascii.hpp"
#include "base/text/quantity.hpp"
#include "dataset/folder/image_extension.hpp"

namespace tfrec {

ImageNames::Name ImageNames::next(std::optional<std::string_view> wanted, ImageFormat format,
                                  std::uint64_t number) {
  std::string stem = safe_relative_path(wanted.value_or(""));
  std::string extension;
  const bool is_named = !stem.empty();
  if (!is_named) stem = padded(number, 6);
  const FormatInfo& known = info(format);
  if (const std::size_t length = image_extension_length(stem); length > 0) {
    const std::string given = stem.substr(stem.size() - length);
    stem.resize(stem.size() - length);
    if (known.has_extension(lowered(given))) extension = given;
  } else if (const std::size_t dot = stem.rfind('.');
             dot != std::string::npos && dot > 0 && known.has_extension(lowered(stem.substr(dot)))) {
    extension = stem.substr(dot);  // not an input of build: .gif
    stem.resize(dot);
  }
  if (extension.empty()) extension = known.extensions.front();

  // A file where another image needs a folder: all in one part.
  for (std::size_t slash = stem.find('/'); slash != std::string::npos; slash = stem.find('/', slash + 1)) {
    if (!m_files.contains(folded_name(stem.substr(0, slash)))) continue;
    std::replace(stem.begin(), stem.end(), '/', '_');
    if (stem.size() > 200) stem = padded(number, 6);
    break;
  }
  Name name;
  name.path = free_path(stem, extension);
  const std::string given = name.path.substr(0, name.path.size() - extension.size());
  name.cell = name.path;
  if (is_named && name.path != wanted && given == wanted && !has_image_extension(given) &&
      !m_stems.contains(given)) {
    name.cell = given;
    m_bare_cells.insert(given);
  }
  name.is_renamed = wanted && name.cell != *wanted;
  m_files.insert(folded_name(name.path));
  m_stems.insert(given);
  for (std::size_t slash = name.path.find('/'); slash != std::string::npos;
       slash = name.path.find('/', slash + 1)) {
    m_folders.insert(folded_name(name.path.substr(0, slash)));
  }
  return name;
}

bool ImageNames::is_taken(const std::string& path) const {
  const std::string key = folded_name(path);
  return m_files.contains(key) || m_folders.contains(key);
}

/// The first of a.jpg, a-2.jpg, a-3.jpg, … that is free.
std::string ImageNames::free_path(const std::string& stem, const std::string& extension) {
  std::string path = stem + extension;
  if (!m_bare_cells.contains(stem) && !is_taken(path)) return path;
  std::uint64_t& number = m_next_number.try_emplace(folded_name(path), 2).first->second;
  for (;; ++number) {
    const std::string numbered = stem + "-" + std::to_string(number);
    path = numbered + extension;
    if (!m_bare_cells.contains(numbered) && !is_taken(path)) return path;
  }
}

}  // namespace tfrec
