// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace tfrec::cli {

/// Writes man pages and completions below `folder`, where `cmake --install` takes them: man/man1/tfrec.1,
/// bash/tfrec, zsh/_tfrec, fish/tfrec.fish. Throws Error (machine).
void write_shell_pages(const std::filesystem::path& folder);

}  // namespace tfrec::cli
