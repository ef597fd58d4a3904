// SPDX-License-Identifier: Apache-2.0
// The folder given as IMAGES: which files in it are images, found in an order that does not depend on the
// disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tfrec {

/// What a walk passed over, in directory entries (what lies beneath a skipped folder is not counted).
struct SkippedEntries {
  std::uint64_t hidden = 0;  // the name begins with a dot
  std::uint64_t macosx = 0;  // "__MACOSX", which zip archives made on a Mac bring along
  std::uint64_t output = 0;  // the folder the build writes to
  std::uint64_t loops = 0;   // links back to a folder above, or again to one that links have led to often
  std::uint64_t broken_links = 0;  // links to nothing
  std::uint64_t special = 0;       // devices, FIFOs, sockets with the extension of an image
  /// Files with another extension, by it (lower case, with its dot; "" for none); the rarest beyond 100 kinds
  /// are counted together under "…".
  std::map<std::string, std::uint64_t> other_extensions;
};

/// Images are numbered: first `paths`, then `others`. All names are relative to root, parts joined by '/'.
struct ImageFolder {
  std::filesystem::path root;
  std::vector<std::string> paths;  // files with a known extension, sorted bytewise
  std::vector<std::string>
      others;  // all other visible files, sorted bytewise: images only where a row names them
  std::vector<std::uint32_t> leaving;  // numbers of files reached through a link that leaves root, ascending
  SkippedEntries skipped;

  /// The relative path of image number `image`, be it among `paths` or `others`.
  const std::string& path(std::uint32_t image) const {
    return image < paths.size() ? paths[image] : others[image - paths.size()];
  }
  bool leaves_root(std::uint32_t image) const;
};

/// Which extensions are images: `.npy` only where the layout takes arrays (raw-uint8, raw-float32).
enum class Inputs { pictures, pictures_and_arrays };

/// Whether `name` ends in a known extension, in any case. Known pictures: jpg jpeg jpe jfif png webp bmp dib
/// tif tiff pnm pbm pgm ppm.
bool has_image_extension(std::string_view name, Inputs inputs = Inputs::pictures_and_arrays);

/// Walks `root` recursively. Links are followed unless they loop; hidden entries, `__MACOSX` and `excluded`
/// (OUT; may be empty or not exist yet) are skipped and counted. Throws Error: usage where root does not
/// exist or is no folder, bad_data where it holds no image, machine where a folder can't be read.
ImageFolder walk_images(const std::filesystem::path& root, const std::filesystem::path& excluded,
                        Inputs inputs = Inputs::pictures);

/// The same for a build from a CSV: no image is no error yet, for rows may name files of any extension.
ImageFolder walk_files(const std::filesystem::path& root, const std::filesystem::path& excluded,
                       Inputs inputs = Inputs::pictures);

/// "skipped 3 hidden entries, 14 files with other extensions (.heic 12, .txt 2)", or empty.
std::string describe(const SkippedEntries& skipped);

}  // namespace tfrec
