// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "powercut/operation.hpp"

namespace tfrec::test {

struct Operation {
  OperationKind kind{};
  std::string path;
  std::string other;
  std::string bytes;
  std::uint64_t inode = 0;
  std::uint64_t number = 0;
};

/// What recorder.cpp wrote down; nothing if the file is missing, as after a run that changed nothing.
std::vector<Operation> read_recording(const std::filesystem::path& log);

/// For people.
std::string describe(const Operation& operation);

}  // namespace tfrec::test
