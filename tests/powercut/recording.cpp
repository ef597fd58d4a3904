// SPDX-License-Identifier: Apache-2.0
#include "powercut/recording.hpp"

#include <array>
#include <fstream>
#include <string_view>

namespace tfrec::test {

namespace {

std::string take(std::ifstream& stream, std::size_t size) {
  std::string text(size, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(size));
  return text;
}

}  // namespace

std::vector<Operation> read_recording(const std::filesystem::path& log) {
  std::vector<Operation> operations;
  std::ifstream stream(log, std::ios::binary);
  OperationHead head;
  while (stream.read(reinterpret_cast<char*>(&head), sizeof head)) {
    Operation operation{head.kind, {}, {}, {}, head.inode, head.number};
    operation.path = take(stream, head.path_bytes);
    operation.other = take(stream, head.other_bytes);
    operation.bytes = take(stream, head.data_bytes);
    operations.push_back(std::move(operation));
  }
  return operations;
}

std::string describe(const Operation& operation) {
  constexpr std::array<std::string_view, 11> k_names{"make file", "make folder", "link",    "rename",
                                                     "remove",    "write",       "resize",  "set time",
                                                     "sync file", "sync folder", "sync all"};
  std::string text(k_names[static_cast<std::size_t>(operation.kind)]);
  if (!operation.path.empty()) text += " " + operation.path;
  if (!operation.other.empty()) text += " -> " + operation.other;
  if (operation.inode != 0) text += " inode " + std::to_string(operation.inode);
  if (!operation.bytes.empty()) text += ", " + std::to_string(operation.bytes.size()) + " bytes";
  if (operation.kind == OperationKind::write || operation.kind == OperationKind::resize)
    text += " at " + std::to_string(operation.number);
  return text;
}

}  // namespace tfrec::test
