// SPDX-License-Identifier: Apache-2.0
#include "dataset/join/image_index.hpp"

#include <filesystem>
#include <functional>
#include <system_error>

#include "dataset/folder/relative_path.hpp"

namespace tfrec {

namespace {

// Of a slot's tag: one bit states that several images have the key, two which key it is, the rest are its
// hash's.
constexpr std::uint32_t k_several = 0x80000000U;
constexpr unsigned k_key_shift = 29;
constexpr std::uint32_t k_hash_bits = (1U << k_key_shift) - 1;

bool is_nested(std::string_view path) {
  return path.find('/') != std::string_view::npos;
}

std::uint64_t hash_of(ImageIndex::Key key, std::string_view text) {
  return (std::hash<std::string_view>{}(text) + static_cast<std::uint64_t>(key)) * 0x9E3779B97F4A7C15U;
}

std::uint32_t tag_of(ImageIndex::Key key, std::uint64_t hash) {
  return (static_cast<std::uint32_t>(key) << k_key_shift) | (static_cast<std::uint32_t>(hash) & k_hash_bits);
}

std::string_view text_of(ImageIndex::Key key, std::string_view path) {
  switch (key) {
    case ImageIndex::Key::path:
      return path;
    case ImageIndex::Key::name:
      return file_name_of(path);
    case ImageIndex::Key::path_stem:
      return without_image_extension(path);
    case ImageIndex::Key::name_stem:
      return without_image_extension(file_name_of(path));
  }
  return path;
}

/// Both forms of the folder's absolute path, each with a slash at its end.
std::vector<std::string> absolute_roots(const std::filesystem::path& root) {
  std::vector<std::string> roots;
  std::error_code failed;
  const std::filesystem::path given = std::filesystem::absolute(root, failed).lexically_normal();
  if (!failed) roots.push_back((given / "").string());
  const std::filesystem::path real = std::filesystem::canonical(root, failed);
  if (!failed) roots.push_back((real / "").string());
  return roots;
}

}  // namespace

ImageIndex::ImageIndex(const ImageFolder& folder) : m_folder(folder), m_roots(absolute_roots(folder.root)) {
  const std::size_t files = folder.paths.size() + folder.others.size();
  if (files >= UINT32_MAX) {
    throw Error(ErrorKind::bad_data, folder.root.string(), "has more than 4,294,967,294 files",
                "split the folder");
  }
  std::size_t keys = 0;
  for (const std::string& path : folder.paths) keys += is_nested(path) ? 4U : 2U;
  for (const std::string& path : folder.others) keys += is_nested(path) ? 2U : 1U;
  std::size_t slots = 16;
  while (slots < 2 * keys) slots *= 2;
  m_slots.resize(slots);
  for (std::uint32_t image = 0; image < files; ++image) {
    const bool nested = is_nested(folder.path(image));
    add(Key::path, image);
    if (nested) add(Key::name, image);
    if (image >= folder.paths.size()) continue;
    add(Key::name_stem, image);
    if (nested) add(Key::path_stem, image);
  }
}

std::string_view ImageIndex::text(Key key, std::uint32_t image) const {
  return text_of(key, m_folder.path(image));
}

std::size_t ImageIndex::slot_of(Key key, std::string_view wanted, std::uint64_t hash) const {
  const std::size_t mask = m_slots.size() - 1;
  // The tag is the lower half of the hash, so the place comes from the upper one.
  std::size_t at = (hash >> 32U) & mask;
  const std::uint32_t tag = tag_of(key, hash);
  while (true) {
    const Slot& slot = m_slots[at];
    if (slot.image == UINT32_MAX) return at;
    if ((slot.tag & ~k_several) == tag && text(key, slot.image) == wanted) return at;
    at = (at + 1) & mask;
  }
}

void ImageIndex::add(Key key, std::uint32_t image) {
  const std::string_view wanted = text(key, image);
  const std::uint64_t hash = hash_of(key, wanted);
  Slot& slot = m_slots[slot_of(key, wanted, hash)];
  if (slot.image == UINT32_MAX) {
    slot = {tag_of(key, hash), image};
  } else {
    slot.tag |= k_several;
  }
}

ImageIndex::Match ImageIndex::look_up(Key key, std::string_view wanted) const {
  const Slot& slot = m_slots[slot_of(key, wanted, hash_of(key, wanted))];
  if (slot.image == UINT32_MAX) return {};
  return {(slot.tag & k_several) != 0 ? Outcome::several : Outcome::one, slot.image, key};
}

std::string_view ImageIndex::below_root(std::string_view value) const {
  for (const std::string& root : m_roots) {
    if (value.starts_with(root)) return value.substr(root.size());
  }
  return value;
}

ImageIndex::Match ImageIndex::find(std::string_view value) const {
  value = below_root(value);
  for (const Key key : {Key::path, Key::name, is_nested(value) ? Key::path_stem : Key::name_stem}) {
    const Match match = look_up(key, value);
    if (match.outcome != Outcome::none) return match;
  }
  return {};
}

std::vector<std::uint32_t> images_called(const ImageFolder& folder, std::string_view value,
                                         std::size_t most) {
  using Key = ImageIndex::Key;
  std::vector<std::uint32_t> found;
  for (const Key key : {Key::name, is_nested(value) ? Key::path_stem : Key::name_stem}) {
    const std::size_t files = folder.paths.size() + (key == Key::name ? folder.others.size() : 0);
    for (std::uint32_t image = 0; image < files && found.size() < most; ++image) {
      if (text_of(key, folder.path(image)) == value) found.push_back(image);
    }
    if (!found.empty()) break;
  }
  return found;
}

}  // namespace tfrec
