// SPDX-License-Identifier: Apache-2.0
// Man pages and completions, written while tfrec is built: write_pages FOLDER.
#include <cstdio>

#include "base/error.hpp"
#include "cli/pages/shell_pages.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_pages FOLDER\n", stderr);
    return 2;
  }
  try {
    tfrec::cli::write_shell_pages(argv[1]);
    return 0;
  } catch (const tfrec::Error& error) {
    std::fprintf(stderr, "write_pages: %s\n", error.what());
    return 3;
  }
}
