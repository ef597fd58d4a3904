// SPDX-License-Identifier: Apache-2.0
#include "sets/options/given_folders.hpp"

#include "base/error.hpp"

namespace tfrec {

void require_same_folders(const Manifest& manifest, const GivenFolders& given, const std::string& file,
                          const std::string& made) {
  const auto require = [&](const std::string& option, const std::filesystem::path& folder,
                           const std::string& holds, const std::string& value) {
    const bool is_needed = manifest.option(option) != nullptr;
    if (is_needed != folder.empty()) return;
    const std::string flag = "--" + option;
    throw Error(ErrorKind::usage, file,
                is_needed ? made + " has " + (holds == "split" ? "a split" : holds) + " from " + flag +
                                ": also give " + flag + " " + value
                          : made + " has no " + holds + " from " + flag,
                is_needed ? flag + " " + value + " names them" : "leave out " + flag);
  };
  require("test", given.test, "split", "IMAGES");
  require("masks", given.masks, "masks", "FOLDER");
  require("files", given.files, "files", "FOLDER");
}

}  // namespace tfrec
