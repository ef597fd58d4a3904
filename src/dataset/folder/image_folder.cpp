// SPDX-License-Identifier: Apache-2.0
#include "dataset/folder/image_folder.hpp"

#include <algorithm>
#include <array>

#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/folder/folder_walk.hpp"
#include "dataset/folder/image_extension.hpp"

namespace tfrec {

namespace {

std::string describe_extensions(const std::map<std::string, std::uint64_t>& extensions) {
  constexpr std::size_t k_shown = 5;
  std::vector<std::pair<std::string, std::uint64_t>> most(extensions.begin(), extensions.end());
  std::stable_sort(most.begin(), most.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string list;
  for (std::size_t i = 0; i < most.size() && i < k_shown; ++i) {
    const std::string name = most[i].first.empty() ? "none" : printable(most[i].first);
    list += (i == 0 ? "" : ", ") + name + " " + format_count(most[i].second);
  }
  return most.size() > k_shown ? list + ", …" : list;
}

std::uint64_t other_files(const SkippedEntries& skipped) {
  std::uint64_t files = 0;
  for (const auto& [extension, count] : skipped.other_extensions) files += count;
  return files;
}

struct Advice {
  std::string_view extensions;  // each with a blank before and behind
  std::string_view hint;
};

constexpr std::array k_advice{
    Advice{" .heic .heif .avif .gif .jxl .jp2 .pam .svg .psd .cr2 .nef .dng ",
           "convert them to JPEG or PNG first"},
    Advice{" .zip .tar .gz .tgz .bz2 .xz .7z .rar ", "unpack the archive first and give the folder it makes"},
    Advice{" .npy ", "arrays need a raw layout: --layout xy or --feature x=raw-float32"},
    Advice{" .tfrec .tfrecord .tfrecords ",
           "these are shards: `tfrec extract` saves their images and prints the command that builds a set of "
           "them"},
};

std::string hint_for_no_images(const SkippedEntries& skipped) {
  for (const Advice& advice : k_advice) {
    for (const auto& [extension, count] : skipped.other_extensions) {
      if (!extension.empty() && advice.extensions.find(" " + extension + " ") != std::string_view::npos) {
        return std::string(advice.hint);
      }
    }
  }
  return "images are files called " + joined(image_extensions(), " ") + ", also in sub-folders";
}

}  // namespace

bool ImageFolder::leaves_root(std::uint32_t image) const {
  return std::binary_search(leaving.begin(), leaving.end(), image);
}

ImageFolder walk_images(const std::filesystem::path& root, const PassedOver& passed_over, Inputs inputs) {
  ImageFolder folder = walk_folder(root, passed_over, WalkRules{inputs, false});
  if (folder.paths.empty()) throw no_images(folder);
  return folder;
}

ImageFolder walk_files(const std::filesystem::path& root, const PassedOver& passed_over, Inputs inputs) {
  return walk_folder(root, passed_over, WalkRules{inputs, true});
}

void forget_files(ImageFolder& folder, const std::unordered_set<std::string_view>& names) {
  std::unordered_set<std::string> leaving;
  for (const std::uint32_t file : folder.leaving) leaving.insert(folder.path(file));
  for (std::vector<std::string>* list : {&folder.paths, &folder.others})
    std::erase_if(*list, [&](const std::string& path) { return names.contains(path); });
  folder.leaving.clear();
  for (std::uint32_t i = 0; i < folder.paths.size() + folder.others.size(); ++i) {
    if (leaving.contains(folder.path(i))) folder.leaving.push_back(i);
  }
}

Error no_images(const ImageFolder& folder) {
  std::string found = describe(folder.skipped);
  if (!found.empty()) found = " (" + found + ")";
  return Error(ErrorKind::bad_data, folder.root.string(), "no image in this folder" + found,
               hint_for_no_images(folder.skipped));
}

std::string describe(const SkippedEntries& skipped) {
  std::vector<std::string> parts;
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view many) {
    if (count > 0) parts.push_back(counted(count, one, many));
  };
  add(skipped.hidden, "hidden entry", "hidden entries");
  add(skipped.macosx, "__MACOSX folder", "__MACOSX folders");
  if (skipped.output > 0) parts.emplace_back("the output folder");
  add(skipped.masks, "mask", "masks");
  add(skipped.loops, "link that loops", "links that loop");
  add(skipped.broken_links, "link to nothing", "links to nothing");
  add(skipped.special, "device or pipe", "devices or pipes");
  if (const std::uint64_t files = other_files(skipped); files > 0) {
    parts.push_back(counted(files, "file with another extension", "files with other extensions") + " (" +
                    describe_extensions(skipped.other_extensions) + ")");
  }
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "skipped " : ", ") + part;
  return text;
}

}  // namespace tfrec
