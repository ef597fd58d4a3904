// SPDX-License-Identifier: Apache-2.0
#include "cli/pages/shell_pages.hpp"

#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "cli/pages/command_page.hpp"

namespace tfrec::cli {

void write_shell_pages(const std::filesystem::path& folder) {
  const CommandTree tree;
  const std::vector<CommandPage> pages = all_pages(tree);
  for (const char* kind : {"man/man1", "bash", "zsh", "fish"}) make_folder(folder / kind);
  write_file_atomically(folder / "man/man1/tfrec.1", program_man_page());
  for (const CommandPage& page : pages)
    write_file_atomically(folder / "man/man1" / ("tfrec-" + page.name + ".1"), man_page(page));
  write_file_atomically(folder / "bash/tfrec", bash_completion(pages));
  write_file_atomically(folder / "zsh/_tfrec", zsh_completion(pages));
  write_file_atomically(folder / "fish/tfrec.fish", fish_completion(pages));
}

}  // namespace tfrec::cli
