// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text/number.hpp"
#include "cli/settings/settings.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/options/option_table.hpp"

namespace tfrec::cli {

namespace {

Setting setting_of(const std::string& option, const OptionValue& value, const std::string& origin) {
  Setting setting{option, Setting::Kind::text, {}, origin};
  if (const auto* truth = std::get_if<bool>(&value)) {
    setting.kind = Setting::Kind::boolean;
    setting.values = {*truth ? "true" : "false"};
  } else if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
    setting.kind = Setting::Kind::list;
    setting.values = *texts;
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    setting.values = {*text};
  } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
    setting.values = {std::to_string(*number)};
  } else if (const auto* real = std::get_if<double>(&value)) {
    setting.values = {number_text(*real)};
  }
  return setting;
}

std::string folder_of(const std::filesystem::path& manifest) {
  return manifest.has_parent_path() ? manifest.parent_path().string() : ".";
}

bool is_read_by_like(const std::string& name) {
  return std::ranges::any_of(option_table(), [&](const RecordedOption& option) {
    return option.name == name && option.use == OptionUse::records;
  });
}

}  // namespace

Settings settings_of_manifest(const std::filesystem::path& given, const OptionList& command) {
  const std::string origin = given.string();
  const Manifest manifest = read_manifest(origin);
  require_recipe(manifest, origin);
  if (!manifest.is_from_images()) {
    throw Error(ErrorKind::usage, origin,
                "is of a set that 'tfrec reshard' made from other shards, so it can't be built again",
                "take the manifest of a set that `tfrec build` made, or make records alike with --like");
  }
  Settings settings{{"like", Setting::Kind::text, {origin}, origin},
                    {"name", Setting::Kind::text, {manifest.name}, origin},
                    {"seed", Setting::Kind::text, {std::to_string(manifest.seed)}, origin}};
  const auto flag = [&](const char* option) {
    settings.push_back({option, Setting::Kind::boolean, {"true"}, origin});
  };
  for (const auto& [option, value] : manifest.options) {
    if (is_read_by_like(option) || option == "split-folders") continue;
    if (option == "keep-splits") {  // a checksum; the set itself has the splits of its images
      const bool is_dealt_anew = manifest.option("folds") == nullptr && !command.at("--folds").given.empty();
      if (!is_dealt_anew) settings.push_back({option, Setting::Kind::text, {folder_of(origin)}, origin});
      continue;
    }
    if (option == "test" || option == "masks" || option == "files") {
      const std::string name = "--" + option;
      if (!command.at(name).given.empty()) continue;
      throw Error(ErrorKind::usage, origin, "does not name the folder of " + name, "also give " + name);
    }
    if (option == "shuffle") {
      if (value == OptionValue(false)) flag("no-shuffle");
      continue;
    }
    settings.push_back(setting_of(option, value, origin));
  }
  if (manifest.option("split-folders") == nullptr) flag("no-split-folders");
  return settings;
}

}  // namespace tfrec::cli
