// SPDX-License-Identifier: Apache-2.0
#include "sets/input/check_masks.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/shell_word.hpp"
#include "dataset/folder/image_extension.hpp"
#include "dataset/folder/mask_files.hpp"
#include "dataset/folder/relative_path.hpp"
#include "image/facts/image_facts.hpp"

namespace tfrec {

namespace {

ImageFacts facts_of(const ImageOpener& opener, std::string_view path) {
  constexpr std::size_t k_head_bytes = std::size_t{64} << 10;
  const InputFile file = opener.open(path);
  std::string head(std::min<std::uint64_t>(k_head_bytes, file.size()), '\0');
  head.resize(file.read_at(0, std::span<char>(head)));
  return image_facts(head);
}

/// Whether most pairs have one size, and a mask of one channel or a palette; where no name states that they
/// are masks, the other file must be a photo, too.
bool contents_agree(const ListedImages& listed, const MaskFiles& masks) {
  const bool needs_photo = masks.evidence == MaskFiles::Evidence::none;
  std::size_t agreeing = 0;
  for (const auto& [mask_file, image_file] : masks.pairs) {
    const ImageFacts mask = facts_of(listed.opener, listed.paths[mask_file]);
    const ImageFacts image = facts_of(listed.opener, listed.paths[image_file]);
    const bool same_size = mask.width > 0 && mask.width == image.width && mask.height == image.height;
    const bool is_mask = mask.channels == 1 || mask.palette;
    const bool beside_photo =
        mask.format != ImageFormat::jpeg && image.format == ImageFormat::jpeg && image.channels == 3;
    if (same_size && is_mask && (beside_photo || !needs_photo)) ++agreeing;
  }
  return 2 * agreeing > masks.pairs.size();
}

/// What the name of a mask has behind that of its image; nothing if it begins otherwise.
std::optional<std::string> added_to(std::string_view mask, std::string_view image) {
  const std::string_view of_mask = file_name_of(without_image_extension(mask));
  const std::string_view of_image = file_name_of(without_image_extension(image));
  if (!of_mask.starts_with(of_image)) return std::nullopt;
  return std::string(of_mask.substr(of_image.size()));
}

std::string way_out(const ListedImages& listed, const MaskFiles& masks) {
  if (listed.from_csv) return "remove their rows";
  const auto command = [](const std::filesystem::path& images, const std::string& masks_are) {
    return "to store masks with their images: tfrec build " + shell_path(images.string()) + " " + masks_are +
           " --layout segmentation -o OUT";
  };
  const auto& [mask, image] = masks.pairs.front();
  const auto suffix = added_to(listed.paths[mask], listed.paths[image]);
  if (suffix && !masks.ending.empty()) return command(listed.root, shell_option("--mask-suffix", *suffix));
  if (!suffix || masks.image_folder.empty() || masks.mask_folder.empty())
    return "move them out of the folder of images";
  return command(listed.root / masks.image_folder,
                 "--masks " + shell_path((listed.root / masks.mask_folder).string()) +
                     (suffix->empty() ? "" : " " + shell_option("--mask-suffix", *suffix)));
}

/// The folder beside or in `images` that is called as those of masks are; empty if there is none.
std::filesystem::path mask_folder_near(const std::filesystem::path& images) {
  for (const std::filesystem::path& folder : {(images / "..").lexically_normal(), images}) {
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder.empty() ? "." : folder, failed)) {
      if (entry.is_directory(failed) && is_mask_folder_name(entry.path().filename().string()))
        return (folder / entry.path().filename()).lexically_normal();
    }
  }
  return {};
}

}  // namespace

void require_no_masks(const ListedImages& listed) {
  for (const MaskFiles& masks : find_mask_files(listed.paths)) {
    if (masks.evidence != MaskFiles::Evidence::names && !contents_agree(listed, masks)) continue;
    const auto& [mask, image] = masks.pairs.front();
    throw Error(ErrorKind::bad_data, listed.root.string(),
                counted(masks.files, "file", "files") + " " + masks.what + " look" +
                    (masks.files == 1 ? "s like a mask" : " like masks") + ": " + format_count(masks.paired) +
                    " of them pair by name with an image, for instance '" + printable(listed.paths[mask]) +
                    "' with '" + printable(listed.paths[image]) + "'",
                way_out(listed, masks) + "; if they are images like the others: --allow-masks");
  }
}

std::string masks_hint(const std::filesystem::path& images) {
  const std::filesystem::path near = mask_folder_near(images);
  if (near.empty()) return "--masks FOLDER; for a_mask.png beside a.jpg: --mask-suffix _mask";
  return "--masks " + shell_path(near.string());
}

}  // namespace tfrec
