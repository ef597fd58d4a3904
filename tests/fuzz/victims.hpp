// SPDX-License-Identifier: Apache-2.0
// An output folder in which others have files, some with names much like those of a set: whatever is written
// into its state files, they stay as they are.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "base/files/file.hpp"

namespace tfrec::fuzz {

namespace fs = std::filesystem;

inline void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

inline void write(const fs::path& file, std::string_view content) {
  std::FILE* out = std::fopen(file.c_str(), "wb");
  expect(out != nullptr && std::fwrite(content.data(), 1, content.size(), out) == content.size(), "a file");
  std::fclose(out);
}

/// A folder as long as the program runs, in memory if that can be written to.
class Scratch {
 public:
  Scratch() {
    const fs::path in_memory = "/dev/shm";
    const bool is_writable = ::access(in_memory.c_str(), W_OK | X_OK) == 0;
    std::string name = (is_writable ? in_memory : fs::temp_directory_path()) / "tfrec_fuzz_XXXXXX";
    expect(::mkdtemp(name.data()) != nullptr, "a folder");
    m_path = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
  }
  fs::path operator/(const char* name) const { return m_path / name; }

 private:
  fs::path m_path;
};

inline const Scratch& scratch() {
  static const Scratch folder;
  return folder;
}

inline constexpr std::string_view k_mine = "mine";
inline constexpr std::array k_others_files{
    "out/notes.txt",       "out/sub/a",          "victim/f00-2.tfrec", "victim/notes.txt",
    "out/f00-2.tfrec.idx", "out/IMG1-22.jpg",    "out/sub/IMG1-2.gz",  "out/sub/manifest.json",
    "out/sub/README.md",   "out/classes_old.txt"};

/// Texts for mutators: files of others, and names that can't be used or lead through a link.
inline std::vector<std::string> hostile_names() {
  std::vector<std::string> names{"link/f00-2.tfrec",  "inner/f00-2.tfrec",       "gone/f00-2.tfrec",
                                 "sub//f00-2.tfrec",  "f00-2.tfrec/f00-3.tfrec", ".tfrec-build/x",
                                 "sub/../f00-2.tfrec"};
  names.push_back(std::string(300, 'a') + "1-2.tfrec");
  names.push_back("sub/" + std::string(300, 'a') + "/f00-2.tfrec");
  for (const std::string_view file : k_others_files) {
    if (file.starts_with("out/")) names.emplace_back(file.substr(4));
  }
  return names;
}

/// OUT as others left it, with links within it, to a folder beside it and to nothing.
inline void lay_out_victims() {
  for (const char* folder : {"out", "victim"}) fs::remove_all(scratch() / folder);
  for (const char* folder : {"out/sub", "victim"}) fs::create_directories(scratch() / folder);
  for (const char* file : k_others_files) write(scratch() / file, k_mine);
  fs::create_symlink("../victim", scratch() / "out/link");
  fs::create_symlink("sub", scratch() / "out/inner");
  fs::create_symlink("nowhere", scratch() / "out/gone");
}

inline void expect_unharmed() {
  for (const char* file : k_others_files)
    expect(read_whole(scratch() / file) == k_mine, "files of others stay as they are");
  std::size_t entries = 0;
  for (const auto& entry : fs::directory_iterator(scratch() / "victim")) entries += entry.exists() ? 1 : 0;
  expect(entries == 2, "nothing is made outside OUT");
  for (const char* link : {"out/link", "out/inner", "out/gone"})
    expect(fs::is_symlink(scratch() / link), "links stay");
}

}  // namespace tfrec::fuzz
