// SPDX-License-Identifier: Apache-2.0
#include "powercut/tree.hpp"

#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace tfrec::test {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t k_second = 1'000'000'000;

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::shared_ptr<const DiskFile> read_file(const fs::path& path, const struct stat& facts) {
  return std::make_shared<DiskFile>(
      DiskFile{bytes_of(path), facts.st_ino, facts.st_mtim.tv_sec * k_second + facts.st_mtim.tv_nsec});
}

void write_file(const DiskFile& file, const fs::path& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  const ssize_t put = ::write(fd, file.bytes.data(), file.bytes.size());
  const timespec time{file.modified_ns / k_second, file.modified_ns % k_second};
  const timespec times[2] = {time, time};
  if (file.modified_ns != 0) ::futimens(fd, times);
  if (::close(fd) != 0 || put != static_cast<ssize_t>(file.bytes.size()))
    throw std::runtime_error(path.string() + ": cannot write");
}

void mix(std::uint64_t& hash, std::uint64_t number) {
  hash = (hash ^ number) * 0x9e3779b97f4a7c15U;
  hash ^= hash >> 29U;
}

}  // namespace

Tree read_tree(const fs::path& folder) {
  Tree tree;
  std::map<ino_t, std::shared_ptr<const DiskFile>> known;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    struct stat facts {};
    if (::lstat(entry.path().c_str(), &facts) != 0)
      throw std::runtime_error("cannot stat " + entry.path().string());
    const std::string name = entry.path().lexically_relative(folder).string();
    if (S_ISDIR(facts.st_mode)) {
      tree[name] = nullptr;
      continue;
    }
    auto& file = known[facts.st_ino];
    if (!file) file = read_file(entry.path(), facts);
    tree[name] = file;
  }
  return tree;
}

void write_tree(const Tree& tree, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::map<const DiskFile*, fs::path> written;
  for (const auto& [name, file] : tree) {  // folders come before what is in them
    const fs::path path = folder / name;
    if (!file) {
      ::mkdir(path.c_str(), 0777);
    } else if (const auto [first, fresh] = written.emplace(file.get(), path); fresh) {
      write_file(*file, path);
    } else {
      fs::create_hard_link(first->second, path);
    }
  }
}

std::string difference(const Tree& expected, const Tree& found) {
  for (const auto& [name, file] : expected) {
    const auto other = found.find(name);
    if (other == found.end()) return name + " is missing";
    if (!file != !other->second) return name + " is a file in one and a folder in the other";
    if (file && file->bytes != other->second->bytes) {
      return name + " has other bytes: " + std::to_string(other->second->bytes.size()) + " of them, not " +
             std::to_string(file->bytes.size());
    }
  }
  for (const auto& [name, file] : found) {
    if (!expected.contains(name)) return name + " is left over";
  }
  return {};
}

std::uint64_t hash_of(const Tree& tree) {
  std::uint64_t hash = tree.size();
  std::map<const DiskFile*, std::size_t> known;
  for (const auto& [name, file] : tree) {
    mix(hash, std::hash<std::string_view>()(name));
    if (!file) continue;
    mix(hash, known.emplace(file.get(), known.size()).first->second);
    mix(hash, std::hash<std::string_view>()(file->bytes));
    mix(hash, static_cast<std::uint64_t>(file->modified_ns));
  }
  return hash;
}

}  // namespace tfrec::test
