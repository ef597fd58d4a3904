// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace tfrec::cli {

/// A command line and what it is for, as help and man pages end with. Tests parse each.
struct Example {
  std::string_view command;
  std::string_view purpose;
};

/// Those of a command; of tfrec itself where the name is empty.
std::span<const Example> examples_of(std::string_view command);

}  // namespace tfrec::cli
