// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/mask_files.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "dataset/folder/image_extension.hpp"
#include "dataset/table/word_breaks.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_levels = 8;
constexpr std::size_t k_examples = 20;

/// Names of folders, without word breaks and in lower case, that no class is likely to have.
constexpr std::array<std::string_view, 25> k_mask_folders{
    "mask",        "masks",      "trainmasks",    "maskspng",           "segmentation",
    "gtfine",      "gtcoarse",   "segmentations", "segmentationclass",  "segmentationclassaug",
    "seg",         "segs",       "groundtruth",   "groundtruths",       "segmentationclassraw",
    "gt",          "trimaps",    "labelmaps",     "segmentationobject", "segmentationmasks",
    "annotations", "trainannot", "valannot",      "testannot",          "labelids"};
/// Such that may be of masks or of anything else.
constexpr std::array<std::string_view, 3> k_vague_mask_folders{"annotation", "label", "labels"};
constexpr std::array<std::string_view, 12> k_image_folders{
    "image",    "images", "img", "imgs",     "jpegimages", "photos",
    "pictures", "pics",   "rgb", "original", "originals",  "leftimg8bit"};
/// Endings that show what a stem is, in lower case; the longer first.
constexpr std::array<std::string_view, 14> k_mask_endings{"_gtfine_labelids",
                                                          "_gtfine_instanceids",
                                                          "_gtfine_color",
                                                          "_segmentation",
                                                          "_groundtruth",
                                                          "_labelids",
                                                          "_masks",
                                                          "-masks",
                                                          "_mask",
                                                          "-mask",
                                                          "_trimap",
                                                          "_annot",
                                                          "_seg",
                                                          "_gt"};
constexpr std::array<std::string_view, 4> k_mask_beginnings{"masks_", "mask_", "seg_", "gt_"};
constexpr std::array<std::string_view, 7> k_image_endings{"_leftimg8bit", "_image", "-image", "_img",
                                                          "-img",         "_photo", "_rgb"};
constexpr std::array<std::string_view, 3> k_image_beginnings{"image_", "img_", "photo_"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The folders of a path, at most k_most_levels.
std::vector<std::string_view> folders_of(std::string_view path) {
  std::vector<std::string_view> folders;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos && folders.size() < k_most_levels;
       slash = path.find('/')) {
    folders.push_back(path.substr(0, slash));
    path.remove_prefix(slash + 1);
  }
  return folders;
}

/// The ending by which a stem in lower case states that it is a mask; empty if there is none.
std::string_view mask_ending(std::string_view stem) {
  for (const std::string_view ending : k_mask_endings) {
    if (stem.size() > ending.size() && stem.ends_with(ending)) return ending;
  }
  return {};
}

/// In lower case, without the extensions of images: "a.jpg.png" becomes "a".
std::string stem_of(std::string_view path) {
  std::string_view stem = without_image_extension(path);
  for (std::string_view more = without_image_extension(stem); more != stem;
       more = without_image_extension(stem))
    stem = more;
  return lowered(stem);
}

/// A stem without what states that it is a mask, or an image.
template <std::size_t Endings, std::size_t Beginnings>
std::string plain_stem(std::string stem, const std::array<std::string_view, Endings>& endings,
                       const std::array<std::string_view, Beginnings>& beginnings) {
  const std::size_t name = stem.rfind('/') + 1;  // 0 if there is no '/'
  for (const std::string_view ending : endings) {
    if (stem.size() - name <= ending.size() || !stem.ends_with(ending)) continue;
    stem.resize(stem.size() - ending.size());
    break;
  }
  for (const std::string_view beginning : beginnings) {
    if (stem.size() - name <= beginning.size() || stem.compare(name, beginning.size(), beginning) != 0)
      continue;
    stem.erase(name, beginning.size());
    break;
  }
  return stem;
}

std::string stem_of_mask(std::string stem) {
  return plain_stem(std::move(stem), k_mask_endings, k_mask_beginnings);
}

std::string stem_of_image(std::string stem) {
  return plain_stem(std::move(stem), k_image_endings, k_image_beginnings);
}

/// A stem without its part number `level`.
std::string without_level(std::string stem, std::size_t level) {
  std::size_t begin = 0;
  for (; level > 0; --level) begin = stem.find('/', begin) + 1;
  return stem.erase(begin, stem.find('/', begin) + 1 - begin);
}

/// Files of one folder, or of one ending, that wait for the images of their names.
class Candidate {
 public:
  /// Masks in folders called `name`, the part number `level` of their paths.
  Candidate(std::size_t level, std::string name) : m_level(level), m_folder(std::move(name)) {}
  /// Masks whose names end in `ending`.
  explicit Candidate(std::string ending) : m_ending(std::move(ending)) {}

  void add_mask(std::size_t file, std::string_view path) {
    if (m_level) m_mask_folders.insert(up_to(path, folders_of(path)[*m_level]));
    if (m_masks.try_emplace(key_of_mask(path), Mask{file, std::nullopt}).second) ++m_found.files;
  }

  void offer_image(std::size_t file, std::string_view path, const std::vector<std::string_view>& folders) {
    const std::string stem = stem_of_image(stem_of(path));
    if (take_image(stem, file)) {
      ++m_in_image_folders;  // a folder of masks inside that of the images speaks for itself
    } else if (m_level && *m_level < folders.size() && take_image(without_level(stem, *m_level), file)) {
      const std::string_view folder = folders[*m_level];
      if (is_one_of(without_word_breaks(folder), k_image_folders)) ++m_in_image_folders;
      m_image_folders.insert(up_to(path, folder));
    }
  }

  bool most_pair() const { return 2 * m_found.paired > m_found.files; }
  std::uint64_t paired() const { return m_found.paired; }

  MaskFiles result(std::span<const std::string_view> paths) {
    using Evidence = MaskFiles::Evidence;
    if (!m_level) m_found.ending = m_ending;
    m_found.what = m_level ? "in " + in_quotes(m_folder) : "that end in " + in_quotes(m_ending);
    const std::string folder = without_word_breaks(m_folder);
    const bool known = !m_level || is_one_of(folder, k_mask_folders);
    const bool is_vague = m_level && is_one_of(folder, k_vague_mask_folders);
    const bool images_known = 2 * m_in_image_folders > m_found.paired;
    m_found.evidence = known && images_known ? Evidence::names
                       : known || is_vague   ? Evidence::mask_folder
                                             : Evidence::none;
    if (m_image_folders.size() == 1) m_found.image_folder = std::string(*m_image_folders.begin());
    if (m_mask_folders.size() == 1) m_found.mask_folder = std::string(*m_mask_folders.begin());
    take_examples(paths);
    return std::move(m_found);
  }

 private:
  /// A path up to one of its folders, included.
  static std::string_view up_to(std::string_view path, std::string_view folder) {
    return path.substr(0, static_cast<std::size_t>(folder.data() + folder.size() - path.data()));
  }

  struct Mask {
    std::size_t file;
    std::optional<std::size_t> image;
  };

  std::string key_of_mask(std::string_view path) const {
    const std::string stem = stem_of_mask(stem_of(path));
    return m_level ? without_level(stem, *m_level) : stem;
  }

  /// Whether the image is the first that a mask waits for.
  bool take_image(const std::string& key, std::size_t file) {
    const auto mask = m_masks.find(key);
    if (mask == m_masks.end() || mask->second.image) return false;
    mask->second.image = file;
    ++m_found.paired;
    return true;
  }

  /// Spread over all pairs, in the order of the paths.
  void take_examples(std::span<const std::string_view> paths) {
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (const auto& [key, mask] : m_masks) {
      if (mask.image) all.emplace_back(mask.file, *mask.image);
    }
    std::sort(all.begin(), all.end(),
              [&](const auto& a, const auto& b) { return paths[a.first] < paths[b.first]; });
    const std::size_t count = std::min(all.size(), k_examples);
    for (std::size_t i = 0; i < count; ++i) m_found.pairs.push_back(all[i * all.size() / count]);
  }

  std::optional<std::size_t> m_level;
  std::string m_folder;
  std::string m_ending;
  std::unordered_map<std::string, Mask> m_masks;
  std::uint64_t m_in_image_folders = 0;
  std::set<std::string_view> m_image_folders;
  std::set<std::string_view> m_mask_folders;
  MaskFiles m_found;
};

/// Folders by their level and name, and the endings, under which files are masks.
using Candidates = std::map<std::pair<std::size_t, std::string>, Candidate>;
constexpr std::size_t k_ending = k_most_levels;  // in place of a level

/// The one of two folders at some level that holds no JPEGs, where the other does.
void add_folder_beside_jpegs(std::span<const std::string_view> paths, Candidates& candidates) {
  for (std::size_t level = 0; level < k_most_levels; ++level) {
    std::map<std::string_view, bool> is_jpeg;  // by the first file of each folder
    for (const std::string_view path : paths) {
      const auto folders = folders_of(path);
      if (folders.size() <= level) return;
      const std::string extension = lowered(path.substr(path.size() - image_extension_length(path)));
      is_jpeg.try_emplace(folders[level], extension == ".jpg" || extension == ".jpeg");
      if (is_jpeg.size() > 2) break;
    }
    if (is_jpeg.size() != 2 || is_jpeg.begin()->second == is_jpeg.rbegin()->second) continue;
    const auto& masks = is_jpeg.begin()->second ? *is_jpeg.rbegin() : *is_jpeg.begin();
    const std::string name(masks.first);
    candidates.try_emplace({level, name}, level, name);
  }
}

void add_named_candidates(std::span<const std::string_view> paths, Candidates& candidates) {
  for (const std::string_view path : paths) {
    const auto folders = folders_of(path);
    for (std::size_t level = 0; level < folders.size(); ++level) {
      const std::string word = without_word_breaks(folders[level]);
      if (!is_one_of(word, k_mask_folders) && !is_one_of(word, k_vague_mask_folders)) continue;
      const std::string name(folders[level]);
      candidates.try_emplace({level, name}, level, name);
    }
    const std::string ending = std::string(mask_ending(stem_of(path)));
    if (!ending.empty()) candidates.try_emplace({k_ending, ending}, ending);
  }
}

/// The candidate that a file is a mask of; of several, that of its first folder.
Candidate* mask_of(std::string_view path, const std::vector<std::string_view>& folders,
                   Candidates& candidates) {
  for (std::size_t level = 0; level < folders.size(); ++level) {
    const auto found = candidates.find({level, std::string(folders[level])});
    if (found != candidates.end()) return &found->second;
  }
  const auto found = candidates.find({k_ending, std::string(mask_ending(stem_of(path)))});
  return found == candidates.end() ? nullptr : &found->second;
}

}  // namespace

bool is_mask_folder_name(std::string_view name) {
  return is_one_of(without_word_breaks(name), k_mask_folders);
}

std::vector<MaskFiles> find_mask_files(std::span<const std::string_view> paths) {
  Candidates candidates;
  add_named_candidates(paths, candidates);
  add_folder_beside_jpegs(paths, candidates);
  if (candidates.empty()) return {};
  std::vector<std::size_t> images;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (Candidate* candidate = mask_of(paths[i], folders_of(paths[i]), candidates)) {
      candidate->add_mask(i, paths[i]);
    } else {
      images.push_back(i);
    }
  }
  for (const std::size_t i : images) {
    const auto folders = folders_of(paths[i]);
    for (auto& [place, candidate] : candidates) candidate.offer_image(i, paths[i], folders);
  }
  std::vector<MaskFiles> found;
  for (auto& [place, candidate] : candidates) {
    // One odd name among many is not a set of masks.
    const bool few = place.first == k_ending && candidate.paired() * 10 < images.size();
    if (candidate.most_pair() && !few) found.push_back(candidate.result(paths));
  }
  return found;
}

}  // namespace tfrec
