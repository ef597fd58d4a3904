// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/files/image_names.hpp"

#include <algorithm>

#include "base/files/safe_path.hpp"
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
  if (m_paths.is_blocked(stem)) {
    std::replace(stem.begin(), stem.end(), '/', '_');
    if (stem.size() > 200) stem = padded(number, 6);
  }
  Name name;
  name.path =
      m_paths.take(stem, extension, [&](const std::string& bare) { return m_bare_cells.contains(bare); });
  const std::string given = name.path.substr(0, name.path.size() - extension.size());
  name.cell = name.path;
  if (is_named && name.path != wanted && given == wanted && !has_image_extension(given) &&
      !m_stems.contains(given)) {
    name.cell = given;
    m_bare_cells.insert(given);
  }
  name.is_renamed = wanted && name.cell != *wanted;
  m_stems.insert(given);
  return name;
}

}  // namespace tfrec
