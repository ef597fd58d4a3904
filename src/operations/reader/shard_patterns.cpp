// SPDX-License-Identifier: Apache-2.0
#include "operations/reader/shard_patterns.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <system_error>

#include "base/files/folder_entries.hpp"
#include "base/files/real_path.hpp"
#include "base/text/python_text.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

using Names = std::set<std::string>;

/// What a pattern matches: names that begin and end so.
struct NamePattern {
  std::string begin;
  std::string end;

  bool matches(std::string_view name) const {
    const bool is_hidden = begin.empty() && name.starts_with('.');
    return !is_hidden && name.size() >= begin.size() + end.size() && name.starts_with(begin) &&
           name.ends_with(end);
  }
};

std::string common_begin(const Names& names) {
  const std::string& first = *names.begin();
  const std::string& last = *names.rbegin();
  const auto differs = std::ranges::mismatch(first, last);
  return {first.begin(), differs.in1};
}

std::string common_end(const Names& names) {
  std::string end = *names.begin();
  for (const std::string& name : names) {
    while (!name.ends_with(end)) end.erase(0, 1);
  }
  return end;
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// The widest patterns first. Numbers are never cut.
std::vector<NamePattern> candidates(const Names& names) {
  std::string begin = common_begin(names);
  while (!begin.empty() && is_digit(begin.back())) begin.pop_back();
  const std::string end = common_end(names);
  const std::size_t dot = end.find('.');
  const std::string extension = dot == std::string::npos ? "" : end.substr(dot);
  const std::size_t dash = end.find("-of-");
  std::vector<NamePattern> all;
  if (!extension.empty()) all.insert(all.end(), {{"", extension}, {begin, extension}});
  if (dash != std::string::npos) all.push_back({begin, end.substr(dash)});
  if (extension.empty()) all.push_back({begin, ""});
  return all;
}

/// Joined as find_shards() joins: "./a" of ".", "a" of "".
std::string in_folder(const fs::path& folder, const std::string& pattern) {
  return folder.empty() ? pattern : glob_escaped((folder / "").string()) + pattern;
}

std::vector<std::string> patterns_in(const fs::path& folder, const Names& names) {
  std::error_code failed;
  std::vector<std::string> there;
  for (const fs::path& entry : entries_in(folder.empty() ? fs::path(".") : folder, failed))
    there.push_back(entry.filename().string());
  const auto fits = [&](const NamePattern& pattern) {
    const auto is_shard = [&](const std::string& name) { return names.contains(name); };
    return std::ranges::all_of(names, [&](const auto& name) { return pattern.matches(name); }) &&
           std::ranges::all_of(there,
                               [&](const auto& name) { return !pattern.matches(name) || is_shard(name); });
  };
  if (names.size() > 1 && !failed) {
    for (const NamePattern& pattern : candidates(names)) {
      if (fits(pattern))
        return {in_folder(folder, glob_escaped(pattern.begin) + "*" + glob_escaped(pattern.end))};
    }
  }
  std::vector<std::string> patterns;
  for (const std::string& name : names) patterns.push_back(in_folder(folder, glob_escaped(name)));
  return patterns;
}

}  // namespace

std::vector<std::string> shard_patterns(const std::vector<fs::path>& files) {
  std::vector<fs::path> folders;
  for (const fs::path& file : files) {
    if (std::ranges::find(folders, file.parent_path()) == folders.end())
      folders.push_back(file.parent_path());
  }
  std::vector<std::string> patterns;
  for (const fs::path& folder : folders) {
    Names names;
    for (const fs::path& file : files) {
      if (file.parent_path() == folder) names.insert(file.filename().string());
    }
    for (std::string& pattern : patterns_in(folder, names)) patterns.push_back(std::move(pattern));
  }
  return patterns;
}

}  // namespace tfrec
