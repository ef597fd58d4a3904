// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tfrec {

/// Names masks by their images, so that build pairs them again: "a/b.png" for the mask of "a/b.jpg";
/// "a/b.jpg.png" where another image is called "a/b", too. Names are safe as those of images are.
class MaskNames {
 public:
  /// `images`: the paths of all extracted images. Each has a mask.
  explicit MaskNames(std::vector<std::string> images);

  /// Of all images, in their order.
  const std::vector<std::string>& paths() const { return m_paths; }
  /// Whether build would pair some of them with the masks of others: names differ by endings alone.
  bool has_clash() const { return m_has_clash; }

 private:
  std::vector<std::string> m_paths;
  bool m_has_clash = false;
};

}  // namespace tfrec
