// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/folder/image_folder.hpp"

namespace tfrec {

/// Finds images by what a CSV may call them. Holds no text, only places in the folder's lists (about 50 bytes
/// an image, for as long as the join takes).
class ImageIndex {
 public:
  enum class Key : std::uint8_t { path, name, path_stem, name_stem };

  enum class Outcome : std::uint8_t { none, one, several };
  struct Match {
    Outcome outcome = Outcome::none;
    std::uint32_t image = 0;  // if there is one
    Key key = Key::path;      // what matched
  };

  /// `folder` must outlive the index. Throws Error (bad_data) beyond 2^32 - 2 files.
  explicit ImageIndex(const ImageFolder& folder);

  /// An absolute path below the folder without the folder; any other value as it is.
  std::string_view below_root(std::string_view value) const;

  /// First the relative path, then the name, then the name (or, with a slash, the path) without a known
  /// extension.
  Match find(std::string_view value) const;

 private:
  struct Slot {
    std::uint32_t tag = 0;             // bits of the hash, which key, and whether several images have it
    std::uint32_t image = UINT32_MAX;  // the first of them
  };

  std::string_view text(Key key, std::uint32_t image) const;
  void add(Key key, std::uint32_t image);
  /// The slot of `wanted`, or the empty one where it would go.
  std::size_t slot_of(Key key, std::string_view wanted, std::uint64_t hash) const;
  Match look_up(Key key, std::string_view wanted) const;

  const ImageFolder& m_folder;
  std::vector<std::string> m_roots;  // absolute paths of the folder, as given and with links resolved
  std::vector<Slot> m_slots;         // open addressing, a power of two, at most half full
};

/// All images that `value` may mean by name or stem, at most `most`: the candidates of an ambiguous value.
std::vector<std::uint32_t> images_called(const ImageFolder& folder, std::string_view value, std::size_t most);

}  // namespace tfrec
