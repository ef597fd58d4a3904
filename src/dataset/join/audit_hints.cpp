// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/audit_hints.hpp"

#include <algorithm>
#include <optional>

#include "base/names/folded_name.hpp"
#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/shell_word.hpp"
#include "base/text/utf8.hpp"
#include "dataset/folder/relative_path.hpp"
#include "dataset/join/image_index.hpp"
#include "dataset/join/nearest_image.hpp"

namespace tfrec {

namespace {

/// Where `value` would match once its first parts are taken off: those parts, with the slash ("images/").
std::optional<std::string_view> surplus_front(std::string_view value, const ImageFolder& folder) {
  for (std::size_t slash = value.find('/'); slash != std::string_view::npos;
       slash = value.find('/', slash + 1)) {
    const std::string_view rest = value.substr(slash + 1);
    const bool matches = std::any_of(folder.paths.begin(), folder.paths.end(), [&](const std::string& path) {
      return path == rest || without_image_extension(path) == rest;
    });
    if (matches) return value.substr(0, slash + 1);
  }
  return std::nullopt;
}

/// Whether one name holds its accents as characters of their own (NFD) and the other does not (NFC).
bool differs_in_accents(std::string_view value, std::string_view path) {
  return has_combining_accent(value) != has_combining_accent(path) &&
         name_skeleton(without_image_extension(file_name_of(value))) ==
             name_skeleton(without_image_extension(file_name_of(path)));
}

/// The image that differs from `value` in upper and lower case alone.
std::optional<std::string_view> other_case(std::string_view value, const ImageFolder& folder) {
  const std::string wanted = lowered(value);
  for (const std::string& path : folder.paths) {
    const std::string low = lowered(path);
    for (const std::string_view name : {std::string_view(low), file_name_of(low)}) {
      if (name == wanted || without_image_extension(name) == wanted) return path;
    }
  }
  return std::nullopt;
}

bool matches(std::string_view value, const ImageFolder& folder) {
  return ImageIndex(folder).find(value).outcome == ImageIndex::Outcome::one ||
         surplus_front(value, folder).has_value();
}

/// Values that would match but for how they are written; empty if that is not it.
std::string hint_for_spelling(std::string_view value, const ImageFolder& folder) {
  const std::size_t begin = value.find_first_not_of(" \t");
  if (begin != std::string_view::npos) {
    const std::string_view bare = value.substr(begin, value.find_last_not_of(" \t") + 1 - begin);
    if (bare.size() < value.size() && matches(bare, folder)) return "remove the blanks around the values";
  }
  if (const auto path = other_case(value, folder))
    return "upper and lower case count: the image is called " + in_quotes(*path);
  return {};
}

/// How to bring the side that is decomposed (names from a Mac) to the usual form.
std::string hint_for_accents(std::string_view value, const ImageFolder& folder) {
  const std::string reason = "accents are stored in two ways; to bring ";
  if (has_combining_accent(value))
    return reason + "the CSV to the usual one: uconv -x nfc labels.csv > labels-nfc.csv";
  return reason + "names from a Mac to the usual one: convmv -r -f utf8 -t utf8 --nfc --notest " +
         shell_path(folder.root.string());
}

/// The folder above, where its last part is what the values begin with.
std::string hint_for_front(std::string_view front, const ImageFolder& folder) {
  std::error_code failed;
  const std::filesystem::path root = std::filesystem::canonical(folder.root, failed);
  if (!failed && front.substr(0, front.size() - 1) == root.filename().string()) {
    return "the values begin with " + in_quotes(front) + ": give " + shell_path(root.parent_path().string()) +
           " as the folder of images";
  }
  return "take " + in_quotes(front) + " off the front of the values, or give the folder it lies in";
}

}  // namespace

bool has_hidden_part(std::string_view path) {
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (part.size() > 1 && part[0] == '.' && part != "..") return true;
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  return false;
}

std::string hint_for_missing(std::string_view value, const ImageFolder& folder, const Join& join,
                             bool is_allowed) {
  const std::string otherwise = is_allowed ? "" : "; --allow-missing-images skips such rows";
  std::string slashes(value);  // the join takes paths from Windows, too
  std::replace(slashes.begin(), slashes.end(), '\\', '/');
  if (const auto front = surplus_front(slashes, folder)) return hint_for_front(*front, folder) + otherwise;
  const std::string_view stem = without_image_extension(value);
  if (stem.size() < value.size() && ImageIndex(folder).find(stem).outcome == ImageIndex::Outcome::one) {
    return "its image has another extension: write that extension, or none" + otherwise;
  }
  if (const std::string spelling = hint_for_spelling(value, folder); !spelling.empty())
    return spelling + otherwise;
  if (!is_utf8(value)) {
    return "the CSV is not UTF-8; if it is Windows-1252: iconv -f WINDOWS-1252 -t UTF-8 labels.csv > "
           "labels-utf8.csv";
  }
  if (const auto near = nearest_image(value, folder); near && differs_in_accents(value, folder.path(*near))) {
    return hint_for_accents(value, folder);
  }
  if (folder.paths.empty()) return no_images(folder).hint();
  const bool none_matches = join.unmatched.size() == join.image_of_row.size();
  if (none_matches) {
    return "no row matches: is this the right column (--image-column NAME), and are the images in " +
           in_quotes(folder.root.string()) + "?";
  }
  return is_allowed ? "" : "fix the rows; to skip rows without an image: --allow-missing-images";
}

std::string hint_for_ambiguous(std::string_view value, const ImageFolder& folder) {
  const std::vector<std::uint32_t> images = images_called(folder, value, 1);
  const std::string example = images.empty() ? "" : ", such as " + in_quotes(folder.path(images[0]));
  return "write the path relative to the folder of images" + example;
}

std::string hint_for_leaving(std::string_view value) {
  if (value.starts_with('/')) return "write paths relative to the folder of images";
  if (leaves_by_its_parts(value)) return "use the parent folder as IMAGES, and write paths relative to it";
  return "a link leads out: copy the images into the folder, for instance with cp -rL";
}

}  // namespace tfrec
