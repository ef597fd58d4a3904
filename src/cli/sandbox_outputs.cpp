// SPDX-License-Identifier: Apache-2.0
#include "cli/sandbox_outputs.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <utility>

namespace tfrec::cli {

namespace {

namespace fs = std::filesystem;

/// A file, or a link to one, is replaced by one that is made beside it.
void add_output(SandboxOutputs& places, const fs::path& output) {
  std::error_code failed;
  places.push_back(output);
  if (fs::is_regular_file(output, failed)) places.push_back(output.parent_path());
}

}  // namespace

SandboxOutputs outputs_of(const OptionList& command) {
  constexpr std::array<std::string_view, 6> k_outputs{"--out",     "--plan-file", "--report",
                                                      "--depfile", "--save",      "--findings"};
  // They write beside shards and move those of parts. They decode nothing.
  if (command.name() == "index" || command.name() == "finish") return {};
  std::error_code failed;
  fs::path temporary = fs::temp_directory_path(failed);
  if (failed) temporary = "/tmp";  // as temporary_file() does
  SandboxOutputs places{"/dev/null", std::move(temporary)};
  // Of a missing one, the folder above it would count.
  std::erase_if(places, [&](const fs::path& place) { return !fs::exists(place, failed); });
  for (const Option& option : command.all()) {
    if (std::ranges::find(k_outputs, option.name()) == k_outputs.end()) continue;
    for (const std::string& value : option.given) add_output(places, value);
  }
  return places;
}

}  // namespace tfrec::cli
