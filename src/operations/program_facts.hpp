// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tfrec {

/// What this build of tfrec is made of.
struct ProgramFacts {
  std::vector<std::pair<std::string, std::string>> versions;  // of the libraries that decide about bytes
  std::vector<std::string> formats;                           // of images that build reads
};

/// Loads the image codecs.
ProgramFacts program_facts();

}  // namespace tfrec
