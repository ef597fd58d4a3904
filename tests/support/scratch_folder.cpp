// SPDX-License-Identifier: Apache-2.0
#include "support/scratch_folder.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tfrec::test {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::string pattern = (fs::temp_directory_path() / "tfrec-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
  m_path = fs::canonical(pattern);
}

ScratchFolder::~ScratchFolder() {
  if (std::getenv("TFREC_KEEP_SCRATCH") != nullptr) return;
  std::error_code ignored;
  fs::remove_all(m_path, ignored);
}

fs::path ScratchFolder::write(std::string_view relative, std::string_view content) const {
  fs::path target = m_path / relative;
  fs::create_directories(target.parent_path());
  std::ofstream file(target, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + target.string());
  return target;
}

std::string ScratchFolder::read(std::string_view relative) const {
  std::ifstream file(m_path / relative, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + (m_path / relative).string());
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

Files ScratchFolder::files(std::string_view relative) const {
  Files found;
  const fs::path folder = m_path / relative;
  if (!fs::exists(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).generic_string();
    found[entry.is_directory() ? name + "/" : name] =
        entry.is_regular_file() ? read(entry.path().string()) : "";
  }
  return found;
}

std::vector<std::string> names(const Files& files) {
  std::vector<std::string> result;
  for (const auto& [name, content] : files) {
    if (!name.ends_with('/')) result.push_back(name);
  }
  return result;
}

bool published_anything(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder)) return false;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename() != ".tfrec-build") return true;
  }
  return false;
}

}  // namespace tfrec::test
