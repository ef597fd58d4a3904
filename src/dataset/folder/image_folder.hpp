// SPDX-License-Identifier: Apache-2.0
// The folder given as IMAGES: which files in it are images, found in an order that does not depend on the
// disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "dataset/folder/image_extension.hpp"

namespace tfrec {

/// What a walk passed over, in directory entries (what lies beneath a skipped folder is not counted).
struct SkippedEntries {
  std::uint64_t hidden = 0;  // the name begins with a dot
  std::uint64_t macosx = 0;  // "__MACOSX", which zip archives made on a Mac bring along
  std::uint64_t output = 0;  // the folder the build writes to
  std::uint64_t masks = 0;   // the folder of masks, or files of masks
  std::uint64_t loops = 0;   // links back to a folder above, or again to one that links have led to often
  std::uint64_t broken_links = 0;  // links to nothing
  std::uint64_t special = 0;       // devices, FIFOs, sockets with the extension of an image
  /// Files with another extension, by it (lower case, with its dot; "" for none); the rarest beyond 100 kinds
  /// are counted together under "…".
  std::map<std::string, std::uint64_t> other_extensions;
};

/// What a walk passes over beside hidden entries.
struct PassedOver {
  // Both folders may be empty, not exist yet, or be the root itself, which is walked then.
  std::filesystem::path output;
  std::filesystem::path masks{};
  std::string mask_suffix{};  // of file names before their extension; empty: none

  PassedOver(std::filesystem::path out = {})  // NOLINT(google-explicit-constructor): most walks have just OUT
      : output(std::move(out)) {}
};

/// Two paths below root that lead to one folder: its images were found twice.
struct SameFolder {
  std::string first;
  std::string second;
};

/// Images are numbered: first `paths`, then `others`. All names are relative to root, parts joined by '/'.
struct ImageFolder {
  std::filesystem::path root;
  std::vector<std::string> paths;  // files with a known extension, sorted bytewise
  std::vector<std::string>
      others;  // walk_files: all other visible files, sorted; images only where a row names them
  std::vector<std::uint32_t>
      leaving;  // walk_files: numbers of files reached through a link that leaves root, ascending
  SkippedEntries skipped;
  std::optional<SameFolder> same_folder{};  // the first that contains images

  /// The relative path of image number `image`, be it among `paths` or `others`.
  const std::string& path(std::uint32_t image) const {
    return image < paths.size() ? paths[image] : others[image - paths.size()];
  }
  bool leaves_root(std::uint32_t image) const;
};

/// Throws Error: usage if `root` does not exist or is not a folder, machine if that can't be looked up.
void require_image_folder(const std::filesystem::path& root);

/// Walks `root` recursively, for a build whose rows are its images. Links are followed, also out of root,
/// unless they loop; hidden entries, `__MACOSX` and what is `passed_over` are skipped and counted. Throws
/// Error: usage if root does not exist or is not a folder, bad_data if it holds no image, machine if a folder
/// can't be read.
ImageFolder walk_images(const std::filesystem::path& root, const PassedOver& passed_over,
                        Inputs inputs = Inputs::images);

/// The same for a build from a CSV: files of any extension are kept, for rows may name them (so no image is
/// no error yet, see join_images), and those that lie outside root are marked, for rows may not.
ImageFolder walk_files(const std::filesystem::path& root, const PassedOver& passed_over,
                       Inputs inputs = Inputs::images);

/// Forgets files by their relative paths.
void forget_files(ImageFolder& folder, const std::unordered_set<std::string_view>& names);

/// The Error (bad_data) for a folder without images: what was found instead, and what to do.
Error no_images(const ImageFolder& folder);

/// "skipped 3 hidden entries, 14 files with other extensions (.heic 12, .txt 2)", or empty.
std::string describe(const SkippedEntries& skipped);

}  // namespace tfrec
