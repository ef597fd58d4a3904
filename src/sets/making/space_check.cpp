// SPDX-License-Identifier: Apache-2.0
#include "sets/making/space_check.hpp"

#include "base/error.hpp"
#include "base/files/free_space.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"

namespace tfrec {

void require_free_space(const std::filesystem::path& out, std::uint64_t needed, std::uint64_t free,
                        Observer& observer) {
  if (needed <= free) return;
  const std::string figures =
      "about " + format_bytes(needed) + " are needed, " + format_bytes(free) + " are free on its file system";
  if (needed - needed / 10 > free) {
    throw Error(ErrorKind::machine, out.string(), figures,
                "free some space, or use -o with a folder on another disk");
  }
  observer.warning(printable(out.string()) + ": " + figures);
}

void require_free_space(const std::filesystem::path& out, std::uint64_t needed, Observer& observer) {
  const auto free = free_space(out);
  if (free) require_free_space(out, needed, *free, observer);
}

}  // namespace tfrec
